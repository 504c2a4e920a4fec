import { useEffect, useRef, useState } from 'react'

import { type VideoTask, type ListRequest, FIRST_PAGE } from '#contract/video-tasks.ts'
import { caughtFailure } from '#web/api/api-error.ts'
import { useApiSession, type ApiSession } from '#web/api/session.tsx'
import {
  type ListReply,
  allVideoTasks,
  readVideoTasks,
  videoTasksQuery,
} from '#web/api/video-tasks.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { m } from '#web/messages/generated/messages.js'
import { announce } from '#web/ui/live-region.tsx'
import { isAddressInDoubt, problemOf, type VideoProblem } from '#web/video-task/video-problem.ts'

/** The result of reading the task again after its video did not load. */
export type SecondLook = 'same' | 'gone' | 'moved' | 'unread' | 'renewed'

/** Where a video was when it stopped, and how it played. */
export interface Place {
  /** seconds */
  at: number
  isPaused: boolean
  rate: number
  volume: number
  isMuted: boolean
}

/** One attempt to play a video. */
export interface Run {
  src: string
  /** the number of the attempt, as two attempts may have the same address */
  serial: number
  /** where it begins; undefined: at the beginning */
  place?: Place
  /** it has had a picture to show since it began at its place */
  isShown?: boolean
  /** how many new addresses in a row have shown nothing */
  renewals: number
  /** undefined: it plays or loads */
  problem?: VideoProblem
  /** undefined: the task was not read again, or the reply is pending */
  look?: SecondLook
}

/** For a task that is not on the page on screen. */
export interface FoundElsewhere {
  /** the page on which it was found */
  foundAt: ListRequest
  /** called when the task was found again, on that page or on one beside it */
  onReadAgain: (reply: ListReply) => void
}

/** A video of a task. */
export interface PlayerSource {
  task: Pick<VideoTask, 'uuid' | 'id'>
  /** must have passed safeHttpUrl; a new address does not interrupt a video that plays */
  src: string
  elsewhere?: FoundElsewhere | undefined
}

/** A service may give a new address with each read. This many that show nothing are enough. */
const MAX_RENEWALS = 3

/** The current attempt to play a video, and what follows from what its element reports. */
export function useRun({ task, src, elsewhere }: PlayerSource) {
  const session = useApiSession()
  const [run, setRun] = useState<Run>({ src, serial: 0, renewals: 0 })
  const isUnmounted = useRef(false)
  const isLooking = useRef(false)
  /** the attempt whose failure is known; a browser may report it twice */
  const failed = useRef(-1)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  /** Replaces the current attempt, unless another one has begun meanwhile. */
  function follow(next: Run, serial: number) {
    setRun((now) => (now.serial === serial ? next : now))
  }

  async function onFailure(video: HTMLVideoElement, isPaused: boolean) {
    if (failed.current === run.serial) return
    failed.current = run.serial
    const canPlay = (type: string) => video.canPlayType(type) !== ''
    const problem = problemOf(video.error, run.src, canPlay)
    const broken: Run = { ...run, ...placeOf(video, isPaused, run), problem }
    if (!isAddressInDoubt(problem)) {
      setRun({ ...broken, look: 'same' })
      return
    }
    if (run.renewals >= MAX_RENEWALS) {
      setRun({ ...broken, look: 'renewed' })
      return
    }
    setRun(broken)
    const next = await nextRun(broken)
    if (next !== undefined) follow(next, run.serial)
  }

  /** A server that drops the requests for an expired address leaves a video waiting, without an error. */
  async function onStall(video: HTMLVideoElement, isPaused: boolean) {
    // Nobody knows how long a first picture takes.
    if (isFresh(run) || run.renewals >= MAX_RENEWALS || isLooking.current) return
    isLooking.current = true
    const next = await nextRun({ ...run, ...placeOf(video, isPaused, run) })
    isLooking.current = false
    // Otherwise it may only be slow.
    if (next !== undefined && next.look === undefined) follow(next, run.serial)
  }

  /** Reads the task again. @returns undefined if the component has unmounted meanwhile */
  async function nextRun(broken: Run): Promise<Run | undefined> {
    const found = await readTaskAgain(session, task, elsewhere?.foundAt).catch((error: unknown) => {
      caughtFailure(error)
      return 'unread' as const
    })
    if (isUnmounted.current) return undefined
    if (found === 'unread') return { ...broken, look: 'unread' }
    if (found === undefined) {
      return { ...broken, look: elsewhere === undefined ? 'gone' : 'moved' }
    }
    elsewhere?.onReadAgain(found.reply)
    const address = safeHttpUrl(found.task.videoUrl ?? '')?.href
    if (address === undefined) return { ...broken, look: 'gone' }
    if (address === broken.src) return { ...broken, look: 'same' }
    announce(m.video_renewed())
    return afresh(broken, address, broken.renewals + 1)
  }

  function onShown() {
    if (run.isShown !== true) follow({ ...run, isShown: true, renewals: 0 }, run.serial)
  }

  function onSoundOnly() {
    setRun({ ...run, problem: 'sound-only', look: 'same' })
  }

  function retry() {
    // `src` is the newest address in the rows.
    setRun(afresh(run, src, 0))
  }

  return { run, onFailure, onStall, onShown, onSoundOnly, retry }
}

/** The next attempt. It goes on where the last one was. */
function afresh({ serial, place }: Run, src: string, renewals: number): Run {
  return { src, serial: serial + 1, renewals, ...(place && { place }) }
}

/** Whether it has shown nothing yet, and no attempt before it has. */
function isFresh({ isShown, place }: Run): boolean {
  return isShown !== true && place === undefined
}

/** Where a video is. Before it is loaded, that is where it shall begin. */
function placeOf(video: HTMLVideoElement, isPaused: boolean, run: Run): Pick<Run, 'place'> {
  if (isFresh(run)) return {}
  if (video.readyState < video.HAVE_METADATA && run.place !== undefined) return { place: run.place }
  const { currentTime: at, playbackRate: rate, volume, muted: isMuted } = video
  return { place: { at, isPaused, rate, volume, isMuted } }
}

/** The fields that identify a task in a list. */
type TaskName = Pick<VideoTask, 'uuid' | 'id'>

/** A task that was read again, and its reply. */
interface TaskAgain {
  task: VideoTask
  reply: ListReply
}

/**
 * Reads the page of a task again, without the cache, as no operation reads a single task
 * (spec: "Other endpoints: not shown"). If the page is on screen, its rows are updated from this reply. A task
 * from another page is read on that page. If it is not there any more, the pages beside it are read, as each
 * newer task moves it one position further.
 *
 * @param foundAt the page on which it was found; undefined: it is on screen
 * @returns undefined if the task was not found
 * @throws ApiError if no list arrived; each page is requested once
 */
export async function readTaskAgain(
  session: ApiSession,
  name: TaskName,
  foundAt?: ListRequest,
): Promise<TaskAgain | undefined> {
  const { queryClient } = session
  const known = queryClient
    .getQueriesData<ListReply>({
      queryKey: allVideoTasks(session),
      type: 'active',
      // The query keys of totals and lookups have a string in this position.
      predicate: ({ queryKey }) => typeof queryKey[2] === 'object',
    })
    .flatMap(([, reply]) => reply ?? [])
    .find((reply) => taskIn(reply, name) !== undefined)
  if (known !== undefined) {
    const query = videoTasksQuery(session, known.request)
    return seenIn(await queryClient.query({ ...query, staleTime: 0, retry: false }), name)
  }
  if (foundAt === undefined) return undefined
  const { pageNumber: page } = foundAt
  for (const near of [page, page + 1, page - 1]) {
    if (near < FIRST_PAGE) continue
    const reply = await readVideoTasks(session, { ...foundAt, pageNumber: near }, session.signal)
    const seen = seenIn(reply, name)
    if (seen !== undefined) return seen
  }
  return undefined
}

function seenIn(reply: ListReply, name: TaskName): TaskAgain | undefined {
  const task = taskIn(reply, name)
  return task && { task, reply }
}

function taskIn({ rows }: ListReply, { uuid, id }: TaskName): VideoTask | undefined {
  const tasks = rows.flatMap((row) => (row.kind === 'task' ? row.task : []))
  return tasks.find((task) => (uuid === null ? id !== null && task.id === id : task.uuid === uuid))
}
