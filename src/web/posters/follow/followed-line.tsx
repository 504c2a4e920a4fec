import type { ReactNode } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { formatClock, formatDuration } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { type FollowedTask, isFollowed } from '#web/posters/follow/followed-tasks.ts'
import { useClock } from '#web/ui/now.ts'
import { elapsedMs } from '#web/task-list/elapsed.ts'
import { StatusBadge } from '#web/video-task/status-badge.tsx'

const SECOND_MS = 1_000

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
