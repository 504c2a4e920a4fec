import type { VideoTaskRow } from '#contract/video-tasks.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { allVideoTasks } from '#web/api/video-tasks.ts'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import { isTaskUnfinished } from '#web/task-list/status-evidence.ts'
import { identityOfTask } from '#web/task-list/task-identity.ts'

/**
 * The time from creation to completion, including the wait.
 *
 * @returns milliseconds; null if a time is missing or they contradict each other
 */
export function elapsedMs(createdAt: string | null, completedAt: string | null): number | null {
  if (createdAt === null || completedAt === null) return null
  const elapsed = Date.parse(completedAt) - Date.parse(createdAt)
  return elapsed >= 0 ? elapsed : null
}

/** How long tasks of one kind usually take, in milliseconds, from finished ones of the account. */
export interface UsualTimes {
  /** half of them took at most so long */
  median: number
  /** nine of ten took at most so long */
  nineOfTen: number
  /** what takes longer than 95 % of them is late */
  late: number
}

/** From fewer finished tasks nothing is concluded. */
const LEAST = 5

/** @param elapsed of finished tasks, in milliseconds; NaN: not known @returns undefined if too few are known */
export function usualTimes(elapsed: readonly number[]): UsualTimes | undefined {
  const sorted = elapsed.filter((ms) => ms >= 0).toSorted((a, b) => a - b)
  if (sorted.length < LEAST) return undefined
  const within = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Infinity
  return { median: within(0.5), nineOfTen: within(0.9), late: within(0.95) }
}

/** How long tasks of a scene usually take, by those on the pages that the session has read. */
export function usualTimesRead(session: ApiSession, scene: string | null): UsualTimes | undefined {
  const replies = session.queryClient.getQueriesData<{ rows?: readonly VideoTaskRow[] }>({
    queryKey: allVideoTasks(session),
  })
  const read = replies.flatMap(([, reply]) => reply?.rows ?? [])
  const elapsed = read.flatMap((row) => {
    if (row.kind !== 'task' || row.task.scene !== scene) return []
    const { createdAt, completedAt } = row.task
    return [[identityOfTask(row.task), elapsedMs(createdAt, completedAt) ?? Number.NaN] as const]
  })
  // A task may be on several pages.
  return usualTimes([...new Map(elapsed).values()])
}

/** Tells whether a task is late at a time, by the pages that the session has read. */
export function latenessRead(session: ApiSession): (row: TaskListRow, now: number) => boolean {
  const scenes = new Map<string | null, UsualTimes | undefined>()
  return ({ task: { createdAt, completedAt, scene }, task, evidence }, now) => {
    const isOver = completedAt !== null || !isTaskUnfinished(task, evidence.status)
    if (createdAt === null || isOver) return false
    if (!scenes.has(scene)) scenes.set(scene, usualTimesRead(session, scene))
    return now - Date.parse(createdAt) > (scenes.get(scene)?.late ?? Infinity)
  }
}
