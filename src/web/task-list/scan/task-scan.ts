import type { QueryClient } from '@tanstack/react-query'
import { createAtom, type ReadonlyAtom, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'

import type { ListFilters, VideoTaskRow } from '#contract/video-tasks.ts'
import { ListScan, type ScanProgress } from '#web/task-list/scan/list-scan.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { TaskArchive } from '#web/task-list/scan/scan-archive.ts'
import { allVideoTasks, readVideoTasks, type ReplyOrigin } from '#web/api/video-tasks.ts'

/** How long a finished scan is used again, in milliseconds. */
const FRESH_MS = 60_000

/** The scan of a list, with its rows. Any number of readers can follow it. */
export class TaskScan {
  readonly filter: ListFilters
  readonly scan: ListScan
  readonly #archive = new TaskArchive()
  /** for each reply with rows: the number of rows up to its end, and the reply */
  readonly #origins: { end: number; origin: ReplyOrigin }[] = []
  #holders = 0
  /** when the last holder left, milliseconds since the epoch */
  #leftAt = Date.now()
  #isPausedWithoutHolder = false

  constructor(session: ApiSession, filter: ListFilters, mostRequests: number) {
    this.filter = filter
    this.scan = new ListScan({
      readPage: (request, signal) => readVideoTasks(session, { ...request, ...filter }, signal),
      onRows: (rows, { request, readAt, pageNumber, pageSize, total }) => {
        this.#archive.add(rows)
        const end = (this.#origins.at(-1)?.end ?? 0) + rows.length
        this.#origins.push({ end, origin: { request, readAt, pageNumber, pageSize, total } })
      },
      signal: session.signal,
      mostRequests,
    })
  }

  /** Every distinct row in the list's order: first those that were read, then each as it comes, until the scan ends. */
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

  /** The reply that brought a row. @param index of the row in the order of rows() */
  originOf(index: number): ReplyOrigin | undefined {
    return this.#origins.find(({ end }) => index < end)?.origin
  }

  /** Keeps the scan running. Without a holder it pauses. @returns a function that releases the hold */
  hold(): () => void {
    this.#holders += 1
    if (this.#isPausedWithoutHolder) this.scan.resume()
    this.#isPausedWithoutHolder = false
    return () => {
      this.#holders -= 1
      this.#leftAt = Date.now()
      if (this.#holders > 0 || isOver(this.scan.progress)) return
      this.#isPausedWithoutHolder = this.scan.progress.phase.kind !== 'paused'
      this.scan.pause()
    }
  }

  /** Whether its rows are recent enough to be used. @param now milliseconds since the epoch */
  isUsable(now: number): boolean {
    const { phase, endedAt } = this.scan.progress
    const since = endedAt ?? (this.#holders > 0 ? now : this.#leftAt)
    return phase.kind !== 'cancelled' && now - since < FRESH_MS
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => {
      const { unsubscribe } = this.scan.store.subscribe(() => {
        unsubscribe()
        resolve()
      })
    })
  }
}

/** Calls back with the rows of a scan as they come. @returns a function that ends that */
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
 * Scans a list (behaviour.md, "Reading everything"). Returns the scan that is under way or ended less than a minute
 * ago, unless its rows were invalidated since.
 *
 * @param mostRequests a list that needs more than this is read only after `resume`
 */
export function openTaskScan(
  session: ApiSession,
  filter: ListFilters,
  mostRequests = Infinity,
): TaskScan {
  const { queryClient } = session
  const lists = [...allVideoTasks(session), 'whole']
  const queryKey = [...lists, filter]
  const known = queryClient.getQueryState<TaskScan>(queryKey)
  if (known?.data?.isUsable(Date.now()) === true && !known.isInvalidated) {
    if (mostRequests === Infinity) known.data.scan.allowAll()
    return known.data
  }
  // No query observes it, so the cache would drop it after five minutes, even during the scan.
  queryClient.setQueryDefaults(lists, { gcTime: Infinity })
  const list = new TaskScan(session, filter, mostRequests)
  queryClient.setQueryData(queryKey, list)
  if (known?.data === undefined) forgetWhenOld(queryClient, queryKey)
  return list
}

/** Removes a scan from the cache once it is too old. It may hold tens of megabytes. */
function forgetWhenOld(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  setTimeout(() => {
    const list = queryClient.getQueryData<TaskScan>(queryKey)
    // It is gone if the session has ended.
    if (list === undefined) return
    if (list.isUsable(Date.now())) forgetWhenOld(queryClient, queryKey)
    else queryClient.removeQueries({ queryKey, exact: true })
  }, FRESH_MS)
}

/**
 * The progress of a scan.
 *
 * @param isWanted whether this component keeps the scan running
 */
export function useScanProgress(list: TaskScan, isWanted: boolean): ScanProgress {
  useEffect(() => (isWanted ? list.hold() : undefined), [list, isWanted])
  return useSelector(list.scan.store)
}

const noScan = createAtom<Pick<ScanProgress, 'phase'>>({ phase: { kind: 'cancelled' } })

/** Whether a scan waits for the person, as its list is long. */
export function useIsAsking(list: TaskScan | undefined): boolean {
  const store: ReadonlyAtom<Pick<ScanProgress, 'phase'>> = list?.scan.store ?? noScan
  return useSelector(store).phase.kind === 'asking'
}
