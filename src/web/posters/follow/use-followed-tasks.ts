import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { useNewestTasks, type ListReply } from '#web/api/video-tasks.ts'
import {
  type CreatedPoster,
  createdPosters,
  followInterval,
  type FollowedTask,
  followTasks,
  isFollowed,
  postersToFollow,
} from '#web/posters/follow/followed-tasks.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'
import { usePolling } from '#web/task-list/polling.ts'
import { compareStatuses, type KnownStatuses } from '#web/task-list/page-changes.ts'
import { describeChanges, useUnseenFinished } from '#web/video-task/changes/tell-changes.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useClock } from '#web/ui/now.ts'

/** The set of followed posters is made anew after this time, in milliseconds. */
const CLOCK_STEP_MS = 60_000

/** What is known about the tasks of created posters. */
export interface FollowedTasks {
  /** uuid → what the list says; before its first reply, posters that are too old to be followed are missing */
  tasks: ReadonlyMap<string, FollowedTask>
  /** why the list could not be read last; undefined: it could, or nothing is read */
  failure: ApiFailure | undefined
  /** the prefix of the page title: "(2) " if two tasks have finished unseen, else '' */
  titlePrefix: string
}

/**
 * Follows the tasks of created posters to their end, by reading the newest tasks again and again: once for all of them,
 * slower with time, and not while the tab is hidden for long or offline. What has changed is announced. For older posters
 * the list is read once.
 */
export function useFollowedTasks(records: readonly PosterRecord[]): FollowedTasks {
  const minute = useClock((time) => time - (time % CLOCK_STEP_MS))
  const all = createdPosters(records)
  const young = postersToFollow(all, minute)
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

/** What all replies so far say. */
function useTasks(posters: readonly CreatedPoster[], reply: ListReply | undefined) {
  const [last, setLast] = useState<{
    /** the posters, as text */
    about?: string
    reply?: ListReply | undefined
    tasks: ReadonlyMap<string, FollowedTask>
  }>({ tasks: new Map() })
  const about = JSON.stringify(posters)
  if (last.about === about && last.reply === reply) return last.tasks
  const tasks = followTasks(posters, reply, last.tasks)
  setLast({ about, reply, tasks })
  return tasks
}

/** When this page was opened, in milliseconds since the epoch. Posters sent since then were created here. */
const OPENED_AT = Date.now()

/** Announces what a reply has changed. @returns the prefix of the page title */
function useNews(
  reply: ListReply | undefined,
  posters: readonly CreatedPoster[],
  tasks: ReadonlyMap<string, FollowedTask>,
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
