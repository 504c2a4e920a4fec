import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { SubmissionLog } from '#web/submissions/submission-store.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import type { Submission } from '#web/submissions/submission.ts'
import { filtered, type SubmissionFilter } from '#web/posters/submissions/submission-filter.ts'
import { SubmissionEntry } from '#web/posters/submissions/submission-entry.tsx'
import { SubmissionsTools } from '#web/posters/submissions/submissions-tools.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** So many are shown until all are wanted. */
const SHOWN_AT_FIRST = 20

/** The log "Submissions": what this browser has sent for the account at work, newest first. */
export function Submissions({
  log,
  sendingId,
  accountName,
  onRepeat,
  onCleared,
  renderTasksLink,
}: {
  /** undefined until it was read */
  log: SubmissionLog | undefined
  /** of the submission that this tab is sending */
  sendingId: string | undefined
  /** for the name of a file */
  accountName: string
  /** fills one into the form; undefined: there is none */
  onRepeat: ((submission: Submission) => void) | undefined
  /** some are not in the log any more */
  onCleared: (ids: ReadonlySet<string>) => void
  /** a link to a page of the list, in the words given */
  renderTasksLink: (label: string, page?: number) => ReactNode
}) {
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // The button is gone: the keyboard goes on with the first entry that it has brought.
    const next = isWhole ? list.current?.children[SHOWN_AT_FIRST] : undefined
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }, [isWhole])
  const [filter, setFilter] = useState<SubmissionFilter>()
  const all = log?.submissions.toReversed() ?? []
  const submissions = filtered(all, filter)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusKept(heading, all.length === 0)
  const shown = isWhole ? submissions : submissions.slice(0, SHOWN_AT_FIRST)
  return (
    <section aria-labelledby="submissions" className="flex min-w-0 flex-col gap-3">
      <div className="space-y-1">
        <h2
          id="submissions"
          ref={heading}
          tabIndex={-1}
          className="text-lg font-semibold outline-none"
        >
          {m.submissions()}
        </h2>
        <p className="text-sm text-muted">{m.submissions_intro()}</p>
      </div>
      {log?.isKept === false && (
        <Banner
          tone="note"
          title={log.isRead ? m.submissions_partly_kept() : m.submissions_not_kept()}
        />
      )}
      {log !== undefined && log.unreadable > 0 && (
        <p className="text-sm text-muted">
          {m.submissions_unreadable({
            count: log.unreadable,
            shown: formatNumber(log.unreadable),
          })}
        </p>
      )}
      {all.length > 0 && (
        <SubmissionsTools
          submissions={all}
          shown={submissions}
          onFilter={setFilter}
          {...{ filter, sendingId, accountName, onCleared }}
        />
      )}
      {all.length > 0 && submissions.length === 0 && (
        <p className="text-sm text-muted">{m.submissions_none_of()}</p>
      )}
      {log !== undefined && all.length === 0 && (
        <p className="rounded-panel border border-dashed border-line px-4 py-6 text-sm text-muted">
          {m.submissions_empty()}
        </p>
      )}
      {shown.length > 0 && (
        <ol ref={list} className="rounded-panel border border-line bg-surface">
          {shown.map((submission) => (
            <SubmissionEntry
              key={submission.id}
              submission={submission}
              isOurs={submission.id === sendingId}
              onRepeat={
                onRepeat &&
                (() => {
                  onRepeat(submission)
                })
              }
              renderTasksLink={renderTasksLink}
            />
          ))}
        </ol>
      )}
      {shown.length < submissions.length && (
        <Button
          className="self-start"
          onClick={() => {
            setIsWhole(true)
          }}
        >
          {m.submissions_show_all({ total: formatNumber(submissions.length) })}
        </Button>
      )}
    </section>
  )
}

/** What was pressed to clear the log goes with it: the keyboard goes on from its heading. */
function useFocusKept(heading: { readonly current: HTMLElement | null }, isEmpty: boolean): void {
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true })
    }
    wasEmpty.current = isEmpty
  }, [heading, isEmpty])
}
