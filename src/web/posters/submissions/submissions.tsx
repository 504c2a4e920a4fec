import { useRef, useState } from 'react'

import type { RecordLog } from '#web/poster-records/record-log.ts'
import { useMayBeDeleted } from '#web/poster-records/lasting-storage.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import type { PosterRecord } from '#web/poster-records/record.ts'
import { failedPosters } from '#web/posters/batch/failed-posters.ts'
import { FollowFailure } from '#web/posters/follow/followed-poster.tsx'
import { filtered, type SubmissionFilter } from '#web/posters/submissions/submission-state.ts'
import { SubmissionEntry } from '#web/posters/submissions/submission-entry.tsx'
import { SubmissionsTools } from '#web/posters/submissions/submissions-tools.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { catchFocus } from '#web/ui/page-heading.tsx'
import { useChange } from '#web/ui/effects.ts'
import { usePosters } from '#web/posters/posters-context.ts'

/** How many are shown at first. */
const SHOWN_AT_FIRST = 20

/** What the log of submissions needs from its screen. */
export interface SubmissionsProps {
  /** undefined until it is read */
  log: RecordLog | undefined
  /** id of the poster that this tab is sending */
  sendingId: string | undefined
  /** for the name of an exported file */
  accountName: string
  /** fills the form with a poster; undefined: there is no form */
  onRepeat: ((record: PosterRecord) => void) | undefined
  /** opens the review of failed posters; undefined: nothing can be created now */
  onReview: ((records: readonly PosterRecord[]) => void) | undefined
}

/** The log "Submissions": what this browser has sent for the current account, newest first. */
export function Submissions({ log, sendingId, accountName, onRepeat, onReview }: SubmissionsProps) {
  const mayBeDeleted = useMayBeDeleted() === true
  const [filter, setFilter] = useState<SubmissionFilter>()
  const all = log?.records.toReversed() ?? []
  const records = filtered(all, filter)
  const heading = useRef<HTMLHeadingElement>(null)
  // When the log was cleared, the button that was pressed is gone.
  useChange(all.length === 0, (isEmpty) => isEmpty && catchFocus(heading.current))
  return (
    <section aria-labelledby="submissions" className="flex min-w-0 flex-col gap-3">
      <div className="space-y-1">
        <h2 id="submissions" ref={heading} tabIndex={-1} className="text-lg font-semibold">
          {m.submissions()}
        </h2>
        <p className="text-sm text-muted">
          {joinSentences(
            m.submissions_intro(),
            mayBeDeleted && all.length > 0 ? m.submissions_while() : '',
          )}
        </p>
      </div>
      {log !== undefined && <LogNotes log={log} />}
      <FollowFailure />
      {all.length > 0 && (
        <SubmissionsTools
          records={all}
          shown={records}
          onFilter={setFilter}
          {...{ filter, sendingId, accountName }}
        />
      )}
      {all.length > 0 && records.length === 0 && (
        <p className="text-sm text-muted">{m.submissions_none_of()}</p>
      )}
      {log !== undefined && all.length === 0 && (
        <p className="rounded-panel border border-dashed border-line px-4 py-6 text-sm text-muted">
          {m.submissions_empty()}
        </p>
      )}
      {onReview !== undefined && <FailedOnes records={log?.records ?? []} onReview={onReview} />}
      <SubmissionList {...{ records, sendingId, onRepeat }} />
    </section>
  )
}

/** The way to the review of what has failed; nothing if nothing has. */
function FailedOnes({
  records,
  onReview,
}: {
  records: readonly PosterRecord[]
  onReview: (records: readonly PosterRecord[]) => void
}) {
  const { tasks } = usePosters().followed
  const failed = failedPosters(records, tasks)
  if (failed.length === 0) return null
  return (
    <Button className="self-start" onClick={() => onReview(failed.map(({ record }) => record))}>
      {m.review_failed_posters({ shown: formatNumber(failed.length) })}
    </Button>
  )
}

/** Which submissions are missing in the log, or will be lost. */
function LogNotes({ log }: { log: RecordLog }) {
  return (
    <>
      {!log.isKept && (
        <Banner
          tone="note"
          title={log.isRead ? m.submissions_partly_kept() : m.submissions_not_kept()}
        />
      )}
      {log.unreadable > 0 && (
        <p className="text-sm text-muted">{m.submissions_unreadable(counted(log.unreadable))}</p>
      )}
    </>
  )
}

/** The submissions that match the filter: the latest at first, all on request. */
function SubmissionList({
  records,
  sendingId,
  onRepeat,
}: { records: readonly PosterRecord[] } & Pick<SubmissionsProps, 'sendingId' | 'onRepeat'>) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? records : records.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      {shown.length > 0 && (
        <ol
          ref={isWhole ? focusRevealed : undefined}
          className="rounded-panel border border-line bg-surface"
        >
          {shown.map((record) => (
            <SubmissionEntry
              key={record.id}
              record={record}
              isOurs={record.id === sendingId}
              onRepeat={
                onRepeat &&
                (() => {
                  onRepeat(record)
                })
              }
            />
          ))}
        </ol>
      )}
      {shown.length < records.length && (
        <Button
          className="self-start"
          onClick={() => {
            setIsWhole(true)
          }}
        >
          {m.submissions_show_all({ total: formatNumber(records.length) })}
        </Button>
      )}
    </>
  )
}

/** Focuses the first entry that the button has revealed, as the button is gone. */
function focusRevealed(list: HTMLElement | null): void {
  const items = Array.from(list?.children ?? []).filter(({ localName }) => localName === 'li')
  const revealed = items[SHOWN_AT_FIRST]
  if (revealed instanceof HTMLElement) revealed.focus({ preventScroll: true })
}
