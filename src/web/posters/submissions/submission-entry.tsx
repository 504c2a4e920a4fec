import { useId, useRef } from 'react'

import type { PosterTaskCreated } from '#contract/poster-tasks.ts'
import { isNotRecorded, isOutOfReach } from '#web/api/api-error.ts'
import type { CheckAnswer } from '#web/poster-records/outcome.ts'
import { useOutcomeCheck } from '#web/poster-records/use-poster-records.ts'
import { isOpen, outcomeOf, type PosterRecord } from '#web/poster-records/record.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock, formatClockSeconds } from '#web/format/time.ts'
import { DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { RequestId } from '#web/failures/failure-banner.tsx'
import { type FollowedTask, isFollowed } from '#web/posters/follow/followed-tasks.ts'
import { FollowedLine } from '#web/posters/follow/followed-line.tsx'
import {
  ServiceMessage,
  sceneName,
  shortAddress,
  stateOf,
  stateWords,
} from '#web/posters/poster-words.tsx'
import { KeptPicture, Thumbnail } from '#web/posters/picture/kept-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/video-task/copy-button.tsx'
import { AdviceText } from '#web/video-task/failure/advice-text.tsx'
import { TaskVideo } from '#web/video-task/task-video.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { catchFocus } from '#web/ui/page-heading.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { useChange } from '#web/ui/effects.ts'
import { useFollowedTask, usePosters } from '#web/posters/posters-context.ts'

/** One poster of the log: its time, its poster, its outcome, and actions to learn more. */
export function SubmissionEntry({ record }: { record: PosterRecord }) {
  const wordId = useId()
  const { posters, isReadOnly, repeat, renderTasksLink } = usePosters()
  // This tab is sending it.
  const isOurs = record.id === posters.sendingId
  const { answer, askedAt, isChecking, check } = useOutcomeCheck(record, isOurs)
  const followed = useFollowedTask(record)
  const state = stateOf(record, isOurs, followed, answer)
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
  const created = record.state.kind === 'created' ? record.state.created : undefined
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
        <span>{`${sceneName(prompt)} `}</span>
        <span className="font-mono text-xs text-muted">{prompt}</span>
      </p>
      <div className="flex items-center gap-3">
        {record.thumbnail !== undefined && <Thumbnail jpeg={record.thumbnail} />}
        <p title={showUntrusted(image_url, DETAIL_LENGTH)} className="wrap-anywhere text-muted">
          <bdi lang="">{shortAddress(image_url)}</bdi>
        </p>
      </div>
      <KeptPicture url={image_url} describedBy={wordId} />
      <OpenOrRefused record={record} answer={answer} isOurs={isOurs} />
      {followed !== undefined && <LoggedTask followed={followed} sentAt={record.startedAt} />}
      {created !== undefined && <CreatedDetails created={created} />}
      {isAsked && (isChecking || isStillOpen(answer)) && (
        // One line for both, so that the button below does not move.
        <p aria-live="polite" className="text-muted">
          {isChecking
            ? m.submission_checking()
            : m.submission_asked({ time: formatClockSeconds(askedAt) })}
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 empty:hidden">
        <CheckButton {...{ check, isChecking }} describedBy={wordId} />
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

function CheckButton({
  check,
  isChecking,
  describedBy,
}: Pick<ReturnType<typeof useOutcomeCheck>, 'check' | 'isChecking'> & { describedBy: string }) {
  if (check === undefined) return null
  return (
    <Button
      aria-describedby={describedBy}
      aria-disabled={isChecking}
      onClick={() => {
        if (!isChecking) check()
      }}
    >
      {m.submission_check()}
    </Button>
  )
}

/** Asks the host about a poster whose outcome is unknown, and says why it is. @param describedBy id of what names the poster */
export function OpenOutcome({
  record,
  describedBy,
}: {
  record: PosterRecord
  describedBy: string
}) {
  const { answer, ...asking } = useOutcomeCheck(record, false)
  return (
    <div className="flex flex-col items-start gap-1.5 text-xs text-muted">
      <p aria-live="polite">{joinSentences(...whyUnknown(record, answer))}</p>
      <CheckButton {...asking} describedBy={describedBy} />
    </div>
  )
}

/** What became of a poster, in the log: its status, and its video with the first frame, or why it failed. */
function LoggedTask({ followed, sentAt }: { followed: FollowedTask; sentAt: number }) {
  const task = followed.kind === 'seen' ? followed.task : undefined
  const url = safeHttpUrl(task?.videoUrl ?? '')
  const errorMsg = task?.errorMsg ?? null
  return (
    <>
      <FollowedLine followed={followed} sentAt={sentAt} />
      {task !== undefined && url !== undefined && (
        <TaskVideo task={task} videoUrl={url.href} frame="everywhere" />
      )}
      {url === undefined && (task?.videoUrl ?? null) !== null && (
        <p className="text-muted">{m.tasks_unsafe_url()}</p>
      )}
      {errorMsg !== null && (
        <>
          <ServiceMessage text={errorMsg} />
          <AdviceText message={errorMsg} />
        </>
      )}
    </>
  )
}

/** What the reply says of a task besides the points. */
function CreatedDetails({ created: { uuid, message } }: { created: PosterTaskCreated }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-muted pointer-coarse:py-2.5">
        {m.created_details()}
      </summary>
      <p className="inline-flex min-w-0 items-center gap-1 font-mono text-xs">
        <span className="min-w-0 wrap-anywhere">
          <UntrustedText text={uuid} />
        </span>
        <CopyButton text={uuid} label={m.created_copy()} />
      </p>
      <ServiceMessage text={message ?? ''} />
    </details>
  )
}

/** Why the outcome is unknown, or why no task was created. */
export function OpenOrRefused({
  record,
  answer,
  isOurs,
}: {
  record: PosterRecord
  answer: CheckAnswer | undefined
  isOurs: boolean
}) {
  const outcome = outcomeOf(record)
  switch (outcome?.kind) {
    case undefined:
    case 'unknown':
      return isOurs ? null : (
        <>
          <p aria-live="polite" className="text-muted">
            {joinSentences(...whyUnknown(record, answer))}
          </p>
          {outcome?.kind === 'unknown' && <RequestId failure={outcome.failure} />}
        </>
      )
    case 'created':
      return null
    case 'refused': {
      const { what, serviceMessage } = describeFailure(outcome.failure)
      return (
        <>
          <p className="text-muted">{what}</p>
          <RequestId failure={outcome.failure} />
          <ServiceMessage text={serviceMessage} />
        </>
      )
    }
    case 'not-sent':
      return (
        <p className="text-muted">
          {joinSentences(
            outcome.failure === null ? '' : describeFailure(outcome.failure).what,
            m.submission_not_sent_text(),
          )}
        </p>
      )
  }
}

/** Why the outcome of a poster is unknown, as sentences. */
export function whyUnknown(
  { state }: Pick<PosterRecord, 'state'>,
  answer: CheckAnswer | undefined,
): string[] {
  if (state.kind === 'unknown' && isNotRecorded(state.failure) && maySettle(answer)) {
    return [describeFailure(state.failure).what, m.submission_not_recorded()]
  }
  const cause =
    state.kind === 'unknown'
      ? [describeFailure(state.failure).what, m.submission_may_exist()]
      : [m.submission_no_answer()]
  switch (answer?.kind) {
    case 'in-flight':
      return [m.submission_in_flight()]
    case undefined:
    case 'settled':
      return [...cause, m.submission_look_yourself()]
    case 'not-arrived':
      // Another tab may be sending it, so its reply may still come.
      return state.kind === 'sending'
        ? [m.submission_not_arrived()]
        : [...cause, m.submission_not_arrived(), m.submission_look_yourself()]
    case 'host-lost-it':
      return [...cause, m.submission_host_lost_it(), m.submission_look_yourself()]
    case 'too-old':
      return [...cause, m.submission_too_old(), m.submission_look_yourself()]
    case 'cannot-ask':
      // The other sentences already say that the host could not be reached.
      return isOutOfReach(answer.failure)
        ? [...cause, m.submission_cannot_ask()]
        : [...cause, m.submission_cannot_ask(), describeFailure(answer.failure).what]
  }
}

/** Whether the host is going to be asked, or asked again. */
function maySettle(answer: CheckAnswer | undefined): boolean {
  return answer === undefined || answer.kind === 'not-arrived' || answer.kind === 'cannot-ask'
}

/** Whether the check brought nothing new. Its time is shown, so that a repeated check is visible. */
function isStillOpen(answer: CheckAnswer | undefined): boolean {
  return answer?.kind === 'settled' || answer?.kind === 'host-lost-it'
}
