import { useId, useRef, useState } from 'react'

import type { RecordLog } from '#web/poster-records/record-log.ts'
import { useMayBeDeleted } from '#web/poster-records/lasting-storage.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { isOpen, outcomeOf, type PosterRecord } from '#web/poster-records/record.ts'
import { failedPosters } from '#web/posters/results/failed-posters.ts'
import {
  filtered,
  type SubmissionFilter,
  SubmissionsTools,
} from '#web/posters/submissions/submissions-tools.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { catchFocus } from '#web/ui/page-heading.tsx'
import { useChange } from '#web/ui/effects.ts'
import { useFollowedTask, usePosters } from '#web/posters/posters-context.ts'
import { useOutcomeCheck } from '#web/poster-records/use-poster-records.ts'
import { formatClock } from '#web/format/time.ts'
import { DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { isFollowed } from '#web/posters/follow/followed-tasks.ts'
import { CreatedFacts, SentOutcome, SentTask } from '#web/posters/results/sent-poster.tsx'
import {
  sceneName,
  SceneWords,
  shortAddress,
  stateOf,
  stateWords,
} from '#web/posters/poster-words.tsx'
import { KeptPicture, Thumbnail } from '#web/posters/picture/kept-picture.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** How many are shown at first. */
const SHOWN_AT_FIRST = 20

/** The log "Submissions": what this browser has sent for the current account, newest first. */
export function Submissions() {
  const { posters, followed, review, view } = usePosters()
  const { log } = posters
  const mayBeDeleted = useMayBeDeleted() === true
  const [filter, setFilter] = useState<SubmissionFilter>()
  // Beside results, the log would repeat them.
  const [isOpenBeside, setIsOpenBeside] = useState(false)
  const hasResults = view === 'results'
  const isShown = !hasResults || isOpenBeside
  const all = log?.records.toReversed() ?? []
  const records = filtered(all, filter)
  const failed = review === undefined ? [] : failedPosters(log?.records ?? [], followed.tasks)
  const heading = useRef<HTMLHeadingElement>(null)
  // When the log was cleared, the button that was pressed is gone.
  useChange(all.length === 0, (isEmpty) => isEmpty && catchFocus(heading.current))
  return (
    <section aria-labelledby="submissions" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-col gap-1">
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
      {hasResults && all.length > 0 && (
        <Button
          className="self-start"
          aria-expanded={isOpenBeside}
          onClick={() => setIsOpenBeside(!isOpenBeside)}
        >
          {isOpenBeside
            ? m.submissions_close()
            : m.submissions_open({ shown: formatNumber(all.length) })}
        </Button>
      )}
      {log !== undefined && <LogNotes log={log} />}
      {followed.failure !== undefined && (
        <p className="text-sm text-muted">
          {joinSentences(m.follow_unread(), describeFailure(followed.failure).what)}
        </p>
      )}
      {isShown && all.length > 0 && (
        <SubmissionsTools records={all} shown={records} filter={filter} onFilter={setFilter} />
      )}
      {isShown && all.length > 0 && records.length === 0 && (
        <p className="text-sm text-muted">{m.submissions_none_of()}</p>
      )}
      {log !== undefined && all.length === 0 && (
        <p className="rounded-panel border border-dashed border-line px-4 py-6 text-sm text-muted">
          {m.submissions_empty()}
        </p>
      )}
      {failed.length > 0 && (
        // The way to the review of what has failed.
        <Button className="self-start" onClick={review}>
          {m.review_failed_posters({ shown: formatNumber(failed.length) })}
        </Button>
      )}
      {isShown && <SubmissionList records={records} />}
    </section>
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
function SubmissionList({ records }: { records: readonly PosterRecord[] }) {
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
            <SubmissionEntry key={record.id} record={record} />
          ))}
        </ol>
      )}
      {shown.length < records.length && (
        <Button className="self-start" onClick={() => setIsWhole(true)}>
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

/** One poster of the log: its time, its poster, its outcome, and actions to learn more. */
function SubmissionEntry({ record }: { record: PosterRecord }) {
  const wordId = useId()
  const { posters, isReadOnly, repeat, renderTasksLink } = usePosters()
  // This tab is sending it.
  const isOurs = record.id === posters.sendingId
  const asking = useOutcomeCheck(record, isOurs)
  const followed = useFollowedTask(record)
  const state = stateOf(record, isOurs, followed, asking.answer)
  const { word, icon: Icon, tint } = stateWords[state]
  const isAsked = isOpen(record) && !isOurs
  const { image_url, prompt } = record.request
  const item = useRef<HTMLLIElement>(null)
  useChange(isAsked, (isAskedNow) => {
    if (isAskedNow) return
    announce(m.submission_settled({ outcome: word(), scene: sceneName(prompt) }))
    // The button to check it is gone.
    catchFocus(item.current)
  })
  const outcome = outcomeOf(record)
  const created = outcome?.kind === 'created' ? outcome.created : undefined
  return (
    <li
      ref={item}
      tabIndex={-1}
      className="flex flex-col gap-1.5 border-b border-line px-4 py-3 text-sm outline-none last:border-b-0"
    >
      <p className="flex flex-wrap items-center justify-between gap-x-2">
        <span id={wordId} className="inline-flex items-center gap-1.5 text-base font-medium">
          <Icon aria-hidden className={`size-4 shrink-0 ${tint}`} />
          <span>{word()}</span>
        </span>
        {created !== undefined && created.remainingPoints !== null && (
          <span className="mr-auto text-muted tabular-nums">
            {`· ${m.submission_points({ points: formatNumber(created.remainingPoints) })}`}
          </span>
        )}
        <span className="text-muted tabular-nums">
          <span>{`${formatClock(record.startedAt)} · `}</span>
          <RelativeTime at={record.startedAt} toTheMinute />
        </span>
      </p>
      <p>
        <SceneWords scene={prompt} />
      </p>
      <div className="flex items-center gap-3">
        {record.thumbnail !== undefined && <Thumbnail jpeg={record.thumbnail} />}
        <p title={showUntrusted(image_url, DETAIL_LENGTH)} className="wrap-anywhere text-muted">
          <bdi lang="">{shortAddress(image_url)}</bdi>
        </p>
      </div>
      <KeptPicture url={image_url} describedBy={wordId} />
      <SentOutcome {...{ record, asking, isOurs }} describedBy={wordId} />
      {followed !== undefined && <SentTask {...{ record, followed }} />}
      {outcome?.kind === 'created' && <CreatedFacts outcome={outcome} />}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 empty:hidden">
        {created !== undefined &&
          followed?.kind === 'seen' &&
          renderTasksLink(m.follow_open(), { page: followed.page, task: created.uuid })}
        {created !== undefined &&
          followed?.kind !== 'seen' &&
          !isFollowed(followed) &&
          renderTasksLink(m.submission_look(), { find: created.uuid })}
        {!isReadOnly && (
          <Button aria-describedby={wordId} onClick={() => repeat(record)}>
            {m.submission_repeat()}
          </Button>
        )}
      </div>
    </li>
  )
}
