import { createAtom, type ReadonlyAtom, useSelector } from '@tanstack/react-store'
import { useCallback, useEffect, useSyncExternalStore } from 'react'

import {
  FIRST_PAGE,
  hasFilter,
  type ListFilters,
  type ListRequest,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import { ListScan, type ScanProgress } from '#web/task-list/scan/list-scan.ts'
import { isWhole, MAX_PAGES_READ_TWICE } from '#web/task-list/scan/scan-tally.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { type ListReply, readVideoTasks, type ReplyOrigin } from '#web/api/video-tasks.ts'
import type { RowsReply } from '#web/task-list/list-page.ts'
import { allScans } from '#web/task-list/query-keys.ts'
import { sessionMarks } from '#web/task-list/session-marks.ts'
import { TaskIndex } from '#web/task-list/search/task-index.ts'
import { TaskArchive, textOf } from '#web/task-list/scan/task-archive.ts'

/** How long a finished scan is used again for what must be new, such as a file, in milliseconds. */
const FRESH_MS = 60_000

/** More requests than this are sent only when the person says so. */
export const MOST_REQUESTS = 10

/** How many rows of a whole list are handed on at once. */
export const ROWS_AT_ONCE = 500

/** Gives later pages of a list from an older scan. */
type PagesBehind = (pageNumber: number) => Promise<RowsReply>

/** The scan of a list, with its rows. Any number of readers can follow it. */
export class TaskScan {
  readonly filter: ListFilters
  /** reads them one after the other */
  readonly pages: ListScan
  /** the rows that were read, for searches */
  readonly index: TaskIndex
  readonly #archive = new TaskArchive()
  /** rows of newer replies, by position */
  readonly #newer = new Map<number, { row: VideoTaskRow; origin: ReplyOrigin }>()
  /** for each reply with rows: the number of rows up to its end, and the reply */
  readonly #origins: { end: number; origin: ReplyOrigin | undefined }[] = []
  /** a scan whose later pages may still hold; undefined once the first page has shown whether they do */
  #older: TaskScan | undefined
  /** later pages of the older scan; undefined: they are read from the service, or taken already */
  #pagesBehind: PagesBehind | undefined
  #holders = 0
  /** when the last holder left, milliseconds since the epoch */
  #leftAt = Date.now()
  #isPausedWithoutHolder = false

  constructor(session: ApiSession, filter: ListFilters, mostRequests: number, older?: TaskScan) {
    this.filter = filter
    this.#older = older
    this.index = new TaskIndex(filter, () => sessionMarks(session))
    this.pages = new ListScan({
      readPage: (request, signal) => this.#readPage(session, request, signal),
      onRows: (rows, reply) => this.#take(rows, reply),
      signal: session.signal,
      mostRequests,
    })
  }

  async #readPage(
    session: ApiSession,
    request: Pick<ListRequest, 'pageNumber' | 'pageSize'>,
    signal: AbortSignal,
  ): Promise<RowsReply> {
    const isFirst = request.pageNumber === FIRST_PAGE
    if (!isFirst && this.#pagesBehind) return this.#pagesBehind(request.pageNumber)
    const reply = await readVideoTasks(session, { ...request, ...this.filter }, signal)
    if (isFirst) {
      this.#pagesBehind = await this.#older?.pagesBehind(reply)
      this.#older = undefined
      // No more requests are needed, so there is nothing to ask the person.
      if (this.#pagesBehind) this.pages.allow(Infinity)
    }
    return reply
  }

  /**
   * The pages behind a newer first page, if it shows that they are unchanged: their tasks had all ended, the total has grown by the new
   * tasks on that page, and what had ended there is the same to the letter. That must include a video: its address would
   * differ if the service signed addresses for a time.
   *
   * @returns undefined if they may have changed
   */
  async pagesBehind(first: ListReply): Promise<PagesBehind | undefined> {
    const size = first.rows.length
    const added = this.index.countBefore(first.rows)
    if (added === undefined || first.total !== this.index.count + added) return undefined
    const ended = this.index.find([{ kind: 'status', status: 'ended' }], Date.now())
    const onPage = ended.filter((at) => at < size - added)
    if (ended.length - onPage.length < this.index.count - (size - added)) return undefined
    const before = await this.rowsAt(onPage)
    const text = textOf(onPage.flatMap((at) => first.rows[added + at] ?? []))
    const hasVideo = before.some((row) => row.kind === 'task' && row.task.videoUrl !== null)
    if (!hasVideo || text === undefined || text !== textOf(before)) return undefined
    return async (pageNumber) => {
      const start = (pageNumber - FIRST_PAGE) * size - added
      const rows = await this.rowsAt(Array.from({ length: size }, (_, at) => start + at))
      const origins = rows.map((_, at) => this.originOf(start + at))
      return { ...first, pageNumber, rows, origins }
    }
  }

  #take(rows: readonly VideoTaskRow[], reply: RowsReply): void {
    this.#archive.add(rows)
    const origin = originOf(reply)
    for (const [at] of rows.entries()) {
      const last = this.#origins.at(-1)
      const came = reply.origins?.[at] ?? origin
      if (last?.origin === came) last.end += 1
      else this.#origins.push({ end: this.index.count + at + 1, origin: came })
    }
    this.index.add(rows)
    // Lets go of the older scan.
    if (this.index.count === reply.total) this.#pagesBehind = undefined
  }

  /** Every distinct row in the list's order: first those that were read, then each as it comes, until the scan ends. */
  async *rows(): AsyncGenerator<readonly VideoTaskRow[], void> {
    let next = 0
    for (;;) {
      const from = next
      next = Math.min(this.index.count, from + ROWS_AT_ONCE)
      if (next > from) {
        yield await this.rowsAt(Array.from({ length: next - from }, (_, at) => from + at))
      } else if (isScanOver(this.pages.progress)) return
      else await this.#change()
    }
  }

  /** The rows at some positions of the list, as they were last read. */
  async rowsAt(positions: readonly number[]): Promise<VideoTaskRow[]> {
    const rows = await this.#archive.at(positions)
    return rows.map((row, index) => this.#newer.get(positions[index] ?? -1)?.row ?? row)
  }

  /** Takes over what a newer reply says about rows that are here. */
  update(reply: ListReply): void {
    const origin = originOf(reply)
    for (const [at, row] of this.index.update(reply.rows)) this.#newer.set(at, { row, origin })
  }

  /** Waits until something was read, or nothing more comes by itself. */
  async begun(): Promise<void> {
    while (this.index.count === 0 && this.pages.progress.phase.kind === 'reading')
      await this.#change()
  }

  /** Waits until the scan ends. */
  async ended(): Promise<void> {
    while (!isScanOver(this.pages.progress)) await this.#change()
  }

  /** The reply that brought a row. @param index of the row in the order of rows() */
  originOf(index: number): ReplyOrigin | undefined {
    const first = this.#origins.find(({ end }) => index < end)?.origin
    return this.#newer.get(index)?.origin ?? first
  }

  /** Keeps the scan running. Without a holder it pauses. @returns a function that releases the hold */
  hold(): () => void {
    this.#holders += 1
    if (this.#isPausedWithoutHolder) this.pages.resume()
    this.#isPausedWithoutHolder = false
    return () => {
      this.#holders -= 1
      this.#leftAt = Date.now()
      if (this.#holders > 0 || isScanOver(this.pages.progress)) return
      // A scan that waits for the person goes on waiting.
      const { kind } = this.pages.progress.phase
      this.#isPausedWithoutHolder = kind !== 'paused' && kind !== 'asking'
      this.pages.pause()
    }
  }

  /** Whether something on screen follows it. */
  get isHeld(): boolean {
    return this.#holders > 0
  }

  /** Whether it can be read twice, as far as is known. */
  get isShort(): boolean {
    return (this.pages.progress.pageCount ?? 0) <= MAX_PAGES_READ_TWICE
  }

  /** Whether its rows are recent enough to be used. @param now milliseconds since the epoch */
  isUsable(now: number, maxAgeMs: number): boolean {
    if (maxAgeMs === Infinity) return true
    const { phase, endedAt, keptSince } = this.pages.progress
    if ((this.#older ?? this.#pagesBehind ?? keptSince) !== undefined) return false
    const since = endedAt ?? (this.#holders > 0 ? now : this.#leftAt)
    return phase.kind !== 'cancelled' && now - since < maxAgeMs
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => {
      const { unsubscribe } = this.pages.store.subscribe(() => {
        unsubscribe()
        resolve()
      })
    })
  }
}

function originOf({ request, readAt, pageNumber, pageSize, total }: ListReply): ReplyOrigin {
  return { request, readAt, pageNumber, pageSize, total }
}

/** Whether nothing more of a list will be read. */
export function isScanOver({ phase }: Pick<ScanProgress, 'phase'>): boolean {
  return phase.kind === 'done' || phase.kind === 'cancelled'
}

/** What a scan may cost, and what it must hold. */
export interface ScanLimits {
  /** a list that needs more than this is read only after `resume` */
  mostRequests?: number | undefined
  /** how long ago it may have ended; Infinity: any will do, also one that was cancelled */
  maxAgeMs?: number | undefined
  /** what is read must be shown to be whole, if that is possible: a short list is read anew if it is not new, and is read twice */
  isChecked?: boolean | undefined
}

/**
 * Scans a list. Returns the scan that is under way or was used before in this session, unless it is too old, or its rows were
 * invalidated since. If any age will do, the next scan keeps what its first page shows to be unchanged.
 */
export function openTaskScan(
  session: ApiSession,
  filter: ListFilters,
  { mostRequests = Infinity, maxAgeMs = FRESH_MS, isChecked = false }: ScanLimits = {},
): TaskScan {
  const { queryClient } = session
  const scans = allScans(session)
  const queryKey = [...scans, filter]
  const { data: known, isInvalidated } = queryClient.getQueryState<TaskScan>(queryKey) ?? {}
  const age = isChecked && known?.isShort === true ? FRESH_MS : maxAgeMs
  let scan = isInvalidated !== true && known?.isUsable(Date.now(), age) === true ? known : undefined
  if (scan === undefined) {
    // No query observes it, so the cache would drop it after five minutes, even during the scan.
    queryClient.setQueryDefaults(scans, { gcTime: Infinity })
    // Each may hold tens of megabytes: of the lists with a filter, only those on screen are kept.
    queryClient.removeQueries({
      queryKey: scans,
      predicate: ({ state: { data } }) =>
        data instanceof TaskScan && hasFilter(data.filter) && !data.isHeld,
    })
    // Under a status, tasks leave the list at any place.
    const mayKeep = age === Infinity && filter.status === undefined
    const older = mayKeep && known && isWhole(known.pages.progress) ? known : undefined
    scan = new TaskScan(session, filter, mostRequests, older)
    queryClient.setQueryData(queryKey, scan)
  }
  scan.pages.allow(mostRequests)
  if (isChecked) scan.pages.check()
  return scan
}

/** The least time between two changes of what is shown of a scan in one phase, in milliseconds. */
const SHOWN_MS = 100

/** Calls back at once when a phase of a scan begins, and otherwise at most ten times a second. */
function followProgress(store: ReadonlyAtom<ScanProgress>, onChange: () => void): () => void {
  let { phase } = store.get()
  let timer: ReturnType<typeof setTimeout> | undefined
  const change = () => {
    clearTimeout(timer)
    timer = undefined
    onChange()
  }
  const { unsubscribe } = store.subscribe((now) => {
    if (now.phase === phase) timer ??= setTimeout(change, SHOWN_MS)
    else change()
    phase = now.phase
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}

/**
 * The progress of a scan.
 *
 * @param isWanted whether this component keeps the scan running
 */
export function useScanProgress(scan: TaskScan, isWanted: boolean): ScanProgress {
  useEffect(() => (isWanted ? scan.hold() : undefined), [scan, isWanted])
  const { store } = scan.pages
  const follow = useCallback((onChange: () => void) => followProgress(store, onChange), [store])
  return useSyncExternalStore(follow, () => store.get())
}

/** Whether a scan in this phase reads on without an action of the person. */
export function goesOnByItself(phase: ScanProgress['phase']['kind'] | undefined): boolean {
  return phase === 'reading' || phase === 'checking' || phase === 'waiting'
}

const noScan = createAtom<Partial<Pick<ScanProgress, 'phase'>>>({})

/** The phase of a scan; undefined: no scan was opened. */
export function useScanPhase(
  scan: TaskScan | undefined,
): ScanProgress['phase']['kind'] | undefined {
  const store: ReadonlyAtom<Partial<Pick<ScanProgress, 'phase'>>> = scan?.pages.store ?? noScan
  return useSelector(store, ({ phase }) => phase?.kind)
}
