import { DEFAULT_LIST_REQUEST, FIRST_PAGE, type VideoTask } from '#contract/video-tasks.ts'
import type { ListReply } from '#web/api/video-tasks.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'
import {
  isTaskUnfinished,
  statusEvidence,
  type StatusEvidence,
} from '#web/task-list/status-evidence.ts'

/** What the list says about the task of a poster. */
export type FollowedTask =
  /** the list was not read yet, or does not have it yet */
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'seen'
      readonly task: VideoTask
      readonly evidence: StatusEvidence
      /** where it was, in the unfiltered list at its default page size */
      readonly page: number
    }
  /**
   * The list was read when the task had had time to appear, and does not have it: it need not (the specification does not
   * say whether posters are in the list). looked: tasks that were read; total: null if unknown; at: milliseconds since the epoch
   */
  | {
      readonly kind: 'absent'
      readonly looked: number
      readonly total: number | null
      readonly at: number
    }

/** A poster with the ID of its task. */
export interface CreatedPoster {
  readonly uuid: string
  /** when it was sent, in milliseconds since the epoch */
  readonly sentAt: number
}

/** A task is followed for this time after it was sent, in milliseconds. */
export const FOLLOW_MS = 2 * 60 * 60_000

/** A task that the list does not show after this time is called absent, in milliseconds. */
const APPEAR_MS = 2 * 60_000

/** The age of the youngest task that is still unfinished → the time between two reads, both in milliseconds. */
const PACE = [
  { until: 2 * 60_000, interval: 5_000 },
  { until: 10 * 60_000, interval: 15_000 },
  { until: Infinity, interval: 60_000 },
]

/** The created posters, also those of days ago: the list may still have their tasks. */
export function createdPosters(records: readonly PosterRecord[]): CreatedPoster[] {
  return records.flatMap(({ state, startedAt }) =>
    state.kind === 'created' ? { uuid: state.created.uuid, sentAt: startedAt } : [],
  )
}

/** The posters that are young enough to be followed. A time in the future (the clock was set back) counts as now. */
export function postersToFollow(posters: readonly CreatedPoster[], now: number): CreatedPoster[] {
  return posters.filter(({ sentAt }) => now - sentAt < FOLLOW_MS)
}

/**
 * Finds the tasks of created posters in the list.
 *
 * @param reply the newest reply of the unfiltered list; undefined: none yet
 * @param before what was found before: a task that newer ones have moved to a later page is still known
 * @returns uuid → what the list says
 */
export function followTasks(
  posters: readonly CreatedPoster[],
  reply: ListReply | undefined,
  before: ReadonlyMap<string, FollowedTask>,
): ReadonlyMap<string, FollowedTask> {
  const rows = reply?.rows ?? []
  const listed = new Map(
    rows.flatMap((row, index) =>
      row.kind === 'task' ? [[row.task.uuid, { task: row.task, index }]] : [],
    ),
  )
  return new Map(
    posters.map(({ uuid, sentAt }) => {
      const found = listed.get(uuid)
      if (found !== undefined && reply !== undefined) return [uuid, seen(found, reply)] as const
      const known = before.get(uuid)
      return [uuid, known?.kind === 'seen' ? known : notSeen(sentAt, reply)] as const
    }),
  )
}

function seen(
  { task, index }: { task: VideoTask; index: number },
  { readAt }: ListReply,
): FollowedTask {
  const page = FIRST_PAGE + Math.floor(index / DEFAULT_LIST_REQUEST.pageSize)
  return { kind: 'seen', task, evidence: statusEvidence(task, { readAt }), page }
}

function notSeen(sentAt: number, reply: ListReply | undefined): FollowedTask {
  if (reply === undefined || reply.readAt - sentAt < APPEAR_MS) return { kind: 'waiting' }
  return { kind: 'absent', looked: reply.rows.length, total: reply.total, at: reply.readAt }
}

/** Whether the list may soon say more about a task. */
export function isFollowed(task: FollowedTask | undefined): boolean {
  if (task?.kind === 'seen') return isTaskUnfinished(task.task, task.evidence.status)
  return task?.kind === 'waiting'
}

/**
 * The time between two reads of the list: slower with the age of the tasks.
 *
 * @param posters those that are unfinished
 * @returns milliseconds
 */
export function followInterval(posters: readonly CreatedPoster[], now: number): number {
  const age = now - Math.max(...posters.map(({ sentAt }) => sentAt))
  return PACE.find(({ until }) => age < until)?.interval ?? Infinity
}
