import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import {
  DEFAULT_LIST_REQUEST,
  FIRST_PAGE,
  TASK_STATUS,
  type VideoTask,
} from '#contract/video-tasks.ts'
import { type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { type ListReply, useNewestTasks } from '#web/api/video-tasks.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'
import { elapsedMs, type UsualTimes, usualTimes } from '#web/task-list/elapsed.ts'
import { compareStatuses, type KnownStatuses } from '#web/task-list/page-changes.ts'
import { usePolling } from '#web/task-list/polling.ts'
import {
  isTaskUnfinished,
  statusEvidence,
  type StatusEvidence,
} from '#web/task-list/status-evidence.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useClock } from '#web/ui/now.ts'
import { describeChanges, useUnseenFinished } from '#web/video-task/changes/tell-changes.ts'

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

/** What is known about the tasks of created posters. */
export interface FollowedTasks {
  /** uuid → what the list says; before its first reply, posters that are too old to be followed are missing */
  tasks: ReadonlyMap<string, FollowedTask>
  /** why the list could not be read last; undefined: it could, or nothing is read */
  failure: ApiFailure | undefined
  /** the prefix of the page title: "(2) " if two tasks have finished unseen, else '' */
  titlePrefix: string
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

/** The set of followed posters is made anew after this time, in milliseconds. */
const CLOCK_STEP_MS = 60_000

/**
 * Follows the tasks of created posters to their end, by reading the newest tasks again and again: once for all of them,
 * slower with time, and not while the tab is hidden for long or offline. What has changed is announced. For older posters
 * the list is read once.
 */
export function useFollowedTasks(records: readonly PosterRecord[]): FollowedTasks {
  const minute = useClock((time) => time - (time % CLOCK_STEP_MS))
  const all = useMemo(() => createdPosters(records), [records])
  const young = useMemo(() => postersToFollow(all, minute), [all, minute])
  const isWanted = all.length > 0
  const query = useNewestTasks(isWanted)
  const posters = query.data === undefined ? young : all
  const tasks = useTasks(posters, query.data)
  const unfinished = young.filter(({ uuid }) => isFollowed(tasks.get(uuid)))
  const isFollowing = unfinished.length > 0
  usePolling(
    query,
    isFollowing
      ? { isOn: true, isUnfinished: true, busyInterval: (now) => followInterval(unfinished, now) }
      : undefined,
  )
  const titlePrefix = useNews(query.data, posters, tasks)
  const failure = isWanted && query.error !== null ? failureOf(query.error) : undefined
  return { tasks, failure, titlePrefix }
}

/** What all replies so far say: a task that newer ones have moved to a later page stays as it was seen. */
function useTasks(posters: readonly CreatedPoster[], reply: ListReply | undefined) {
  const [last, setLast] = useState(() => ({
    posters,
    reply,
    tasks: followTasks(posters, reply, new Map()),
  }))
  if (last.posters === posters && last.reply === reply) return last.tasks
  const tasks = followTasks(posters, reply, last.tasks)
  setLast({ posters, reply, tasks })
  return tasks
}

/** When this page was opened, in milliseconds since the epoch. Posters sent since then were created here. */
const OPENED_AT = Date.now()

/** Announces what a reply has changed. @returns the prefix of the page title */
function useNews(
  reply: ListReply | undefined,
  posters: readonly CreatedPoster[],
  tasks: FollowedTasks['tasks'],
): string {
  const known = useRef<KnownStatuses>(new Map())
  const [titlePrefix, countUnseen] = useUnseenFinished()
  const tell = useEffectEvent(({ readAt }: ListReply) => {
    const seen = Array.from(tasks, ([key, one]) => (one.kind === 'seen' ? { key, ...one } : []))
    // The end of a poster that was created here is news, also if it is the first that the list says.
    const created = posters.filter(({ sentAt }) => sentAt >= OPENED_AT)
    const before = new Map([...created.map(({ uuid }) => [uuid, null] as const), ...known.current])
    const compared = compareStatuses(before, seen.flat())
    known.current = compared.known
    const news = describeChanges({ ...compared.changes, added: 0 })
    if (news !== '') announce(news)
    countUnseen(compared.changes, readAt)
  })
  useEffect(() => {
    if (reply !== undefined) tell(reply)
  }, [reply])
  return titlePrefix
}

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
  before: FollowedTasks['tasks'],
): FollowedTasks['tasks'] {
  const rows = reply?.rows ?? []
  const listed = new Map(
    rows.flatMap((row, index) =>
      row.kind === 'task' ? [[row.task.uuid, { task: row.task, index }]] : [],
    ),
  )
  return new Map(
    posters.map(({ uuid, sentAt }) => {
      const found = listed.get(uuid)
      if (found !== undefined && reply !== undefined) return [uuid, seenIn(found, reply)] as const
      const known = before.get(uuid)
      return [uuid, known?.kind === 'seen' ? known : notSeen(sentAt, reply)] as const
    }),
  )
}

function seenIn(
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

/** What the list says about the task of a poster; undefined: none was created, or nothing is said yet. */
export function taskOf(
  { state }: Pick<PosterRecord, 'state'>,
  tasks: FollowedTasks['tasks'],
): FollowedTask | undefined {
  return state.kind === 'created' ? tasks.get(state.created.uuid) : undefined
}

/** Whether the list says that a task has failed, and that it has no video. */
export function hasFailed(task: FollowedTask | undefined): boolean {
  if (task?.kind !== 'seen') return false
  return task.evidence.status === TASK_STATUS.failed && task.task.videoUrl === null
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

/**
 * How long posters usually take, from their creation to their video.
 *
 * @param tasks what the list says of the posters
 * @returns scene → times; a scene with too few finished posters is missing
 */
export function usualTimesOf(
  records: readonly PosterRecord[],
  tasks: FollowedTasks['tasks'],
): ReadonlyMap<PosterScene, UsualTimes> {
  const all = records.flatMap((record) => {
    const followed = taskOf(record, tasks)
    if (followed?.kind !== 'seen' || followed.task.videoUrl === null) return []
    const elapsed = elapsedMs(followed.task.createdAt, followed.task.completedAt)
    return elapsed === null ? [] : { scene: record.request.prompt, elapsed }
  })
  return new Map(
    POSTER_SCENES.flatMap((scene) => {
      const usual = usualTimes(all.flatMap((one) => (one.scene === scene ? one.elapsed : [])))
      return usual === undefined ? [] : [[scene, usual] as const]
    }),
  )
}
