import type { QueryClient } from '@tanstack/react-query'
import { createAtom, type ReadonlyAtom, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'

import type { ListFilters, VideoTaskRow } from '#contract/video-tasks.ts'
import { ListScan, type ScanProgress } from '#web/task-list/scan/list-scan.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { allVideoTasks, readVideoTasks, type ReplyOrigin } from '#web/api/video-tasks.ts'
import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { parseExactJson, stringifyExactJson } from '#web/api/exact-json.ts'

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
 * Scans a list. Returns the scan that is under way or ended less than a minute
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

/** The rows that are compressed together. Unpacking them is no long task, even on a slow machine. */
const SEGMENT_ROWS = 500

/** A position in an archive, from which to read on. */
interface ArchivePlace {
  segment: number
  /** within the rows of the segment */
  offset: number
}

/**
 * The rows of a long list, compressed in segments of 500: about sixty bytes for each row instead of two thousand.
 */
export class TaskArchive {
  readonly #segments: Promise<() => Promise<readonly VideoTaskRow[]>>[] = []
  #open: VideoTaskRow[] = []

  /** Appends rows. */
  add(rows: readonly VideoTaskRow[]): void {
    this.#open.push(...rows)
    while (this.#open.length >= SEGMENT_ROWS) {
      this.#segments.push(pack(this.#open.slice(0, SEGMENT_ROWS)))
      this.#open = this.#open.slice(SEGMENT_ROWS)
    }
  }

  /**
   * Reads the next rows from a position.
   *
   * @returns undefined if there are none yet
   */
  async read({
    segment,
    offset,
  }: ArchivePlace): Promise<{ rows: readonly VideoTaskRow[]; next: ArchivePlace } | undefined> {
    const packed = this.#segments[segment]
    if (packed === undefined) {
      const rows = this.#open.slice(offset)
      const next = { segment, offset: offset + rows.length }
      return rows.length === 0 ? undefined : { rows, next }
    }
    const unpack = await packed
    const rows = (await unpack()).slice(offset)
    const next = { segment: segment + 1, offset: 0 }
    return rows.length === 0 ? this.read(next) : { rows, next }
  }
}

type Unpack = () => Promise<readonly VideoTaskRow[]>

/*
 * Two functions make the two kinds of `Unpack`. Closures of one function share their variables, so the rows would stay in
 * memory beside the compressed bytes.
 */
async function pack(rows: readonly VideoTaskRow[]): Promise<Unpack> {
  const text = textOf(rows)
  return text === undefined ? unpackKept(rows) : unpackDeflated(await deflate(text))
}

/** @returns undefined if the rows are nested too deeply to be written as text */
function textOf(rows: readonly VideoTaskRow[]): string | undefined {
  try {
    return stringifyExactJson(rows.map((row) => (row.kind === 'task' ? row.task.raw : row.raw)))
  } catch {
    return undefined
  }
}

function deflate(text: string): Promise<ArrayBuffer> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Response(deflated).arrayBuffer()
}

function unpackKept(rows: readonly VideoTaskRow[]): Unpack {
  return () => Promise.resolve(rows)
}

function unpackDeflated(bytes: ArrayBuffer): Unpack {
  return async () => {
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const raw = parseExactJson(await new Response(inflated).text())
    return Array.isArray(raw) ? raw.map(readVideoTaskRow) : []
  }
}
