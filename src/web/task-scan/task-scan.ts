import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'

import type { VideoTaskListParams, VideoTaskRow } from '#contract/video-tasks.ts'
import { ListScan, type ScanProgress } from '#web/task-scan/list-scan.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { TaskArchive } from '#web/task-scan/scan-archive.ts'
import { allVideoTasks, readVideoTasks, type VideoTaskListReply } from '#web/api/video-tasks.ts'

/** A list that was read whole so long ago is not read again, in milliseconds. */
const FRESH_MS = 60_000

/** Which tasks are read: all, or those under a filter. */
export type ListFilter = Pick<VideoTaskListParams, 'status' | 'scene'>

/** The reply that brought a row: what was asked for, what it says of itself, and when it came. */
export interface RowOrigin extends Pick<VideoTaskListReply, 'params' | 'readAt'> {
  page: Pick<VideoTaskListReply['page'], 'page' | 'pageSize' | 'total'>
}

/** A list that is read whole, or was: its rows, as they come, for whoever asks for them. */
export class TaskScan {
  readonly filter: ListFilter
  readonly scan: ListScan
  readonly #archive = new TaskArchive()
  /** of each page that brought rows: behind how many rows its own end, and what it was */
  readonly #origins: { end: number; origin: RowOrigin }[] = []
  #holders = 0
  /** when the last of them let go, milliseconds since the epoch */
  #leftAt = Date.now()
  #isPausedForNobody = false

  constructor(session: ApiSession, filter: ListFilter) {
    this.filter = filter
    this.scan = new ListScan({
      readPage: (params, signal) => readVideoTasks(session, { ...params, ...filter }, signal),
      onRows: (rows, { params, page, readAt }) => {
        this.#archive.add(rows)
        const end = (this.#origins.at(-1)?.end ?? 0) + rows.length
        const { total, pageSize } = page
        this.#origins.push({
          end,
          origin: { params, page: { page: page.page, pageSize, total }, readAt },
        })
      },
      signal: session.signal,
    })
  }

  /** Every row, distinct and in the list's order: those that are there, then those that come, until the reading ends. */
  async *rows(): AsyncGenerator<readonly VideoTaskRow[], void> {
    let place = { segment: 0, offset: 0 }
    for (;;) {
      const { progress } = this.scan
      const found = await this.#archive.read(place)
      if (found !== undefined) {
        place = found.next
        yield found.rows
      } else if (progress === this.scan.progress) {
        if (isOver(progress)) return
        await this.#change()
      }
    }
  }

  /** Which reply brought a row. @param index among the rows, in the order of rows() */
  originOf(index: number): RowOrigin | undefined {
    return this.#origins.find(({ end }) => index < end)?.origin
  }

  /** It is read only while somebody wants it. @returns how to want it no more */
  hold(): () => void {
    this.#holders += 1
    if (this.#isPausedForNobody) this.scan.resume()
    this.#isPausedForNobody = false
    return () => {
      this.#holders -= 1
      this.#leftAt = Date.now()
      if (this.#holders > 0 || isOver(this.scan.progress)) return
      this.#isPausedForNobody = this.scan.progress.phase.kind !== 'paused'
      this.scan.pause()
    }
  }

  /** Whether it still stands for the list. @param now milliseconds since the epoch */
  isUsable(now: number): boolean {
    const { phase, endedAt } = this.scan.progress
    const since = endedAt ?? (this.#holders > 0 ? now : this.#leftAt)
    return phase.kind !== 'cancelled' && now - since < FRESH_MS
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = this.scan.subscribe(() => {
        end()
        resolve()
      })
    })
  }
}

/** Calls back with the rows of a list as they come. @returns how to end that */
export function followRows(
  list: TaskScan,
  onRows: (rows: readonly VideoTaskRow[]) => void,
): () => void {
  let isWanted = true
  const follow = async () => {
    for await (const rows of list.rows()) {
      if (!isWanted) return
      onRows(rows)
    }
  }
  void follow()
  return () => {
    isWanted = false
  }
}

function isOver({ phase }: ScanProgress): boolean {
  return phase.kind === 'done' || phase.kind === 'cancelled'
}

/**
 * Reads a list whole (behaviour.md's "Reading everything"): the reading that is under way, or was ended
 * less than a minute ago, unless somebody has asked for newer rows since.
 */
export function openTaskScan(session: ApiSession, filter: ListFilter): TaskScan {
  const { queryClient } = session
  const lists = [...allVideoTasks(session), 'whole']
  const queryKey = [...lists, filter]
  const known = queryClient.getQueryState<TaskScan>(queryKey)
  if (known?.data?.isUsable(Date.now()) === true && !known.isInvalidated) return known.data
  // No query watches it: after five minutes the cache would forget one that is still being read.
  queryClient.setQueryDefaults(lists, { gcTime: Infinity })
  const list = new TaskScan(session, filter)
  queryClient.setQueryData(queryKey, list)
  if (known?.data === undefined) forgetWhenOld(queryClient, queryKey)
  return list
}

/** Lets the list that is kept go once it stands for nothing: tens of megabytes, perhaps. */
function forgetWhenOld(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  setTimeout(() => {
    const list = queryClient.getQueryData<TaskScan>(queryKey)
    // With its session it has gone already.
    if (list === undefined) return
    if (list.isUsable(Date.now())) forgetWhenOld(queryClient, queryKey)
    else queryClient.removeQueries({ queryKey, exact: true })
  }, FRESH_MS)
}

/**
 * How the reading of a list goes.
 *
 * @param isWanted it goes on while somebody who looks wants it to
 */
export function useScanProgress(list: TaskScan, isWanted: boolean): ScanProgress {
  useEffect(() => (isWanted ? list.hold() : undefined), [list, isWanted])
  const subscribe = useCallback((listener: () => void) => list.scan.subscribe(listener), [list])
  return useSyncExternalStore(subscribe, () => list.scan.progress)
}
