import type { ReactNode } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import type { VideoTask } from '#contract/video-tasks.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock, formatDuration } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { type FollowedTask, isFollowed } from '#web/posters/follow/followed-tasks.ts'
import { ServiceMessage } from '#web/posters/poster-words.tsx'
import { Button } from '#web/ui/button.tsx'
import { useClock } from '#web/ui/now.ts'
import { elapsedMs } from '#web/task-list/elapsed.ts'
import { AdviceText } from '#web/video-task/failure/advice-text.tsx'
import { ShareVideo } from '#web/video-task/share-video.tsx'
import { StatusBadge } from '#web/video-task/status-badge.tsx'
import { TaskVideo } from '#web/video-task/task-video.tsx'
import { useFollowedTask, usePosters } from '#web/posters/posters-context.ts'

const SECOND_MS = 1_000

/** What became of a created poster, as far as the list says: its status, and its video or why it failed. */
export function FollowedPoster({
  uuid,
  sentAt,
  request,
}: {
  uuid: string
  /** milliseconds since the epoch */
  sentAt: number
  request: PosterTaskRequest
}) {
  const { repeat } = usePosters()
  const followed = useFollowedTask(uuid)
  if (followed === undefined) return null
  const task = followed.kind === 'seen' ? followed.task : undefined
  const line = <FollowedLine followed={followed} sentAt={sentAt} />
  return (
    <div className="flex flex-col gap-3">
      {followed.kind !== 'absent' && line}
      {task !== undefined && safeHttpUrl(task.videoUrl ?? '') !== undefined ? (
        <TaskVideo task={task} videoUrl={task.videoUrl ?? ''} isAmbient />
      ) : (
        // It has the size of the video from the beginning, so that the buttons below do not move.
        <div className="flex aspect-video w-full flex-col items-center justify-center gap-3 overflow-auto rounded-control border border-line bg-hover p-4 text-center text-sm text-muted">
          {followed.kind === 'absent' && line}
          {isFollowed(followed) && <span>{m.follow_video_here()}</span>}
          {task !== undefined && task.videoUrl !== null && <span>{m.tasks_unsafe_url()}</span>}
          {task !== undefined && task.errorMsg !== null && (
            <>
              <ServiceMessage text={task.errorMsg} />
              <AdviceText message={task.errorMsg} />
              <Button onClick={() => repeat({ request })}>{m.follow_again()}</Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** What became of a poster, in the log: its status, and its video with the first frame, or why it failed. */
export function LoggedTask({
  followed,
  sentAt,
}: {
  followed: FollowedTask | undefined
  /** milliseconds since the epoch */
  sentAt: number
}) {
  if (followed === undefined) return null
  return (
    <>
      <FollowedLine followed={followed} sentAt={sentAt} />
      {followed.kind === 'seen' && <Result task={followed.task} />}
    </>
  )
}

function Result({ task }: { task: VideoTask }) {
  const url = safeHttpUrl(task.videoUrl ?? '')
  return (
    <>
      {url !== undefined && <TaskVideo task={task} videoUrl={url.href} frame="everywhere" />}
      {url === undefined && task.videoUrl !== null && (
        <p className="text-muted">{m.tasks_unsafe_url()}</p>
      )}
      {task.errorMsg !== null && (
        <>
          <ServiceMessage text={task.errorMsg} />
          <AdviceText message={task.errorMsg} />
        </>
      )}
    </>
  )
}

/** Shares the video of a created poster, or copies its link; nothing before it is finished. */
export function ShareFollowed({ uuid }: { uuid: string }) {
  const followed = useFollowedTask(uuid)
  const task = followed?.kind === 'seen' ? followed.task : undefined
  const url = safeHttpUrl(task?.videoUrl ?? '')
  return task === undefined || url === undefined ? null : <ShareVideo task={task} url={url} />
}

/** Says why nothing new is known about the followed posters; nothing while the list can be read. */
export function FollowFailure() {
  const { failure } = usePosters().followed
  if (failure === undefined) return null
  return (
    <p className="text-sm text-muted">
      {joinSentences(m.follow_unread(), describeFailure(failure).what)}
    </p>
  )
}

/** The status of a created poster in one line, with its time, or that the list does not show it. */
export function FollowedLine({
  followed,
  sentAt,
}: {
  followed: FollowedTask
  /** milliseconds since the epoch */
  sentAt: number
}) {
  if (followed.kind === 'absent') return <p className="text-sm text-muted">{absence(followed)}</p>
  if (followed.kind === 'waiting') {
    return (
      <Line time={<TimeSoFar since={sentAt} />}>
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
    <Line time={isFollowed(followed) ? <TimeSoFar since={startedAt} /> : total}>
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

function TimeSoFar({ since }: { since: number }) {
  const elapsed = useClock((now) => Math.max(0, Math.floor((now - since) / SECOND_MS) * SECOND_MS))
  return <span>{m.follow_so_far({ time: formatDuration(elapsed) })}</span>
}

function absence({ looked, total, at }: Extract<FollowedTask, { kind: 'absent' }>): string {
  const read = { looked: formatNumber(looked), time: formatClock(at) }
  return total === null
    ? m.follow_absent_no_total(read)
    : m.follow_absent({ ...read, total: formatNumber(total) })
}
