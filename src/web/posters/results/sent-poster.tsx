import type { ReactNode } from 'react'

import { isNotRecorded, isOutOfReach } from '#web/api/api-error.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { RequestId } from '#web/failures/failure-banner.tsx'
import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock, formatClockSeconds, formatDuration } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import type { CheckAnswer } from '#web/poster-records/outcome.ts'
import { type Outcome, outcomeOf, type PosterRecord } from '#web/poster-records/record.ts'
import type { useOutcomeCheck } from '#web/poster-records/use-poster-records.ts'
import { type FollowedTask, hasFailed, isFollowed } from '#web/posters/follow/followed-tasks.ts'
import { ServiceMessage } from '#web/posters/poster-words.tsx'
import { usePosters } from '#web/posters/posters-context.ts'
import { elapsedMs, type UsualTimes } from '#web/task-list/elapsed.ts'
import { Button } from '#web/ui/button.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { CopyButton } from '#web/video-task/copy-button.tsx'
import { AdviceText } from '#web/video-task/failure/advice-text.tsx'
import { StatusBadge } from '#web/video-task/status-badge.tsx'
import { TimeSoFar } from '#web/video-task/time-so-far.tsx'
import { TaskVideo } from '#web/video-task/task-video.tsx'

/* What is said of a poster that was sent, wherever it is shown: in the log, as a tile, and in place of the form. */

/**
 * What became of a poster: the status of its task, and its video or why it failed.
 *
 * @param isLarge it has the place of the form
 */
export function SentTask({
  record,
  followed,
  isLarge = false,
}: {
  record: PosterRecord
  followed: FollowedTask
  isLarge?: boolean
}) {
  const { repeat, usualTimes } = usePosters()
  const task = followed.kind === 'seen' ? followed.task : undefined
  const url = safeHttpUrl(task?.videoUrl ?? '')
  const errorMsg = task?.errorMsg ?? null
  const isAbsent = followed.kind === 'absent'
  const line = (
    <FollowedLine
      followed={followed}
      sentAt={record.startedAt}
      usual={usualTimes.get(record.request.prompt)}
    />
  )
  return (
    <>
      {/* The log says it in its first line. */}
      {!isAbsent && (isLarge || !hasFailed(followed)) && line}
      {task !== undefined && url !== undefined && (
        <TaskVideo
          task={task}
          videoUrl={url.href}
          {...(isLarge ? { isAmbient: true } : { frame: 'everywhere' })}
        />
      )}
      <div
        className={
          isLarge && url === undefined
            ? // It has the size of the video from the beginning, so that the buttons below do not move.
              'flex aspect-video w-full flex-col items-center justify-center gap-3 overflow-auto rounded-control border border-line bg-hover p-4 text-center text-sm text-muted'
            : 'contents'
        }
      >
        {isAbsent && line}
        {isLarge && isFollowed(followed) && <span>{m.follow_video_here()}</span>}
        {url === undefined && (task?.videoUrl ?? null) !== null && (
          <span className="text-muted">{m.tasks_unsafe_url()}</span>
        )}
        {errorMsg !== null && (
          <>
            <ServiceMessage text={errorMsg} />
            <AdviceText message={errorMsg} />
            {isLarge && <Button onClick={() => repeat(record)}>{m.follow_again()}</Button>}
          </>
        )}
      </div>
    </>
  )
}

/**
 * What the reply says of a created poster, to be opened.
 *
 * @param points what it says of them; undefined: that stands above
 */
export function CreatedFacts({
  outcome: { created, oddCode },
  points,
}: {
  outcome: Extract<Outcome, { kind: 'created' }>
  points?: string
}) {
  const { uuid, taskType, message } = created
  return (
    <details open={oddCode !== undefined}>
      <summary className="w-fit cursor-pointer py-1 text-sm text-muted pointer-coarse:py-2.5">
        {m.created_details()}
      </summary>
      <dl className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Fact term={m.created_uuid()}>
          <span className="flex items-center gap-1">
            <span className="min-w-0 font-mono text-sm">
              <UntrustedText text={uuid} />
            </span>
            <CopyButton text={uuid} label={m.created_copy()} />
          </span>
        </Fact>
        {points !== undefined && <Fact term={m.created_points()}>{points}</Fact>}
        {oddCode !== undefined && (
          <Fact term={m.created_code()}>{m.created_code_odd({ code: oddCode })}</Fact>
        )}
        {taskType !== null && (
          <Fact term={m.created_type()}>
            <UntrustedText text={taskType} />
          </Fact>
        )}
        {message !== null && message !== '' && (
          <Fact term={m.created_message()}>
            <UntrustedText text={message} />
          </Fact>
        )}
      </dl>
    </details>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-muted sm:leading-7">{term}</dt>
      <dd className="wrap-anywhere sm:leading-7">{children}</dd>
    </>
  )
}

/**
 * Why the outcome is unknown, with a way to ask for it, or why no task was created.
 *
 * @param asking the host about it; undefined: it is not asked
 * @param isOurs this tab is sending it
 * @param describedBy id of what names the poster
 */
export function SentOutcome({
  record,
  asking,
  isOurs = false,
  describedBy,
}: {
  record: PosterRecord
  asking?: Asking | undefined
  isOurs?: boolean
  describedBy: string
}) {
  const outcome = outcomeOf(record)
  switch (outcome?.kind) {
    case undefined:
    case 'unknown':
      return isOurs ? null : (
        <>
          <p aria-live="polite" className="text-muted">
            {joinSentences(...whyUnknown(record, asking?.answer))}
          </p>
          {outcome?.kind === 'unknown' && <RequestId failure={outcome.failure} />}
          {asking !== undefined && <Check {...asking} describedBy={describedBy} />}
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

type Asking = ReturnType<typeof useOutcomeCheck>

function Check({
  answer,
  askedAt,
  isChecking,
  check,
  describedBy,
}: Asking & { describedBy: string }) {
  return (
    <>
      {(isChecking || isStillOpen(answer)) && (
        // One line for both, so that the button below does not move.
        <p aria-live="polite" className="text-muted">
          {isChecking
            ? m.submission_checking()
            : m.submission_asked({ time: formatClockSeconds(askedAt) })}
        </p>
      )}
      {check !== undefined && (
        <Button
          className="self-start"
          aria-describedby={describedBy}
          aria-disabled={isChecking}
          onClick={() => {
            if (!isChecking) check()
          }}
        >
          {m.submission_check()}
        </Button>
      )}
    </>
  )
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

/** The status of a created poster in one line, with its time, or that the list does not show it. */
export function FollowedLine({
  followed,
  sentAt,
  usual,
}: {
  followed: FollowedTask
  /** milliseconds since the epoch */
  sentAt: number
  /** how long such posters take; undefined: it is not known, or not said here */
  usual?: UsualTimes | undefined
}) {
  if (followed.kind === 'absent') return <p className="text-sm text-muted">{absence(followed)}</p>
  if (followed.kind === 'waiting') {
    return (
      <Line time={<TimeSoFar since={sentAt} usual={usual} />}>
        <span className="icon icon-clock before:mr-1.5 before:align-[-0.1875rem]">
          {m.follow_waiting()}
        </span>
      </Line>
    )
  }
  const { task, evidence } = followed
  const elapsed = elapsedMs(task.createdAt, task.completedAt)
  const total = elapsed === null ? null : m.follow_took({ time: formatDuration(elapsed) })
  const startedAt = task.createdAt === null ? sentAt : Date.parse(task.createdAt)
  return (
    <Line time={isFollowed(followed) ? <TimeSoFar since={startedAt} usual={usual} /> : total}>
      <StatusBadge evidence={evidence} task={task} />
    </Line>
  )
}

/** As high as a badge, and with the time at the end: nothing moves when one comes or the other grows. */
function Line({ children, time }: { children: ReactNode; time: ReactNode }) {
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {children}
      <span className="text-muted tabular-nums">{time}</span>
    </p>
  )
}

function absence({ looked, total, at }: Extract<FollowedTask, { kind: 'absent' }>): string {
  const read = { looked: formatNumber(looked), time: formatClock(at) }
  return total === null
    ? m.follow_absent_no_total(read)
    : m.follow_absent({ ...read, total: formatNumber(total) })
}
