import { FIRST_PAGE, type VideoTaskListParams, type VideoTaskRow } from '#contract/video-tasks.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'

/** Why a list shows no rows. The four say different things and offer different ways on. */
export type EmptyReason =
  | { kind: 'no-tasks' }
  | { kind: 'no-match' }
  | { kind: 'past-the-end'; lastPage: number }
  | { kind: 'unexplained' }

/** How a reply differs from what was asked: said, never hidden. */
export type EchoMismatch =
  | { kind: 'page'; asked: number; got: number }
  | { kind: 'page-size'; asked: number; got: number }
  | { kind: 'too-many-rows'; asked: number; got: number }

/** What a reply amounts to on screen. */
export interface ListState {
  rows: readonly VideoTaskRow[]
  /** null: the service gave no usable total */
  total: number | null
  /** at least 1; null without a total */
  pageCount: number | null
  /** undefined: there are rows */
  empty: EmptyReason | undefined
  mismatches: EchoMismatch[]
}

/** Reads a reply for the screen: at most the rows asked for, the page count, why nothing is there. */
export function listState({
  params,
  page,
}: Pick<VideoTaskListReply, 'params' | 'page'>): ListState {
  const rows = page.rows.slice(0, params.page_size)
  const total = page.total
  // A service that gives smaller pages than asked has more of them.
  const pageSize = page.pageSize !== null && page.pageSize > 0 ? page.pageSize : params.page_size
  const pageCount = total === null ? null : Math.max(1, Math.ceil(total / pageSize))
  return {
    rows,
    total,
    pageCount,
    empty: rows.length > 0 ? undefined : emptyReason(params, total, pageCount),
    mismatches: mismatches({ params, page }),
  }
}

function emptyReason(
  params: VideoTaskListParams,
  total: number | null,
  pageCount: number | null,
): EmptyReason {
  if (total === null || pageCount === null) {
    return params.page === FIRST_PAGE ? noTasks(params) : { kind: 'unexplained' }
  }
  if (total === 0) return noTasks(params)
  if (params.page > pageCount) return { kind: 'past-the-end', lastPage: pageCount }
  return { kind: 'unexplained' }
}

function noTasks({ status, scene }: VideoTaskListParams): EmptyReason {
  return status === undefined && scene === undefined ? { kind: 'no-tasks' } : { kind: 'no-match' }
}

function mismatches({ params, page }: Pick<VideoTaskListReply, 'params' | 'page'>): EchoMismatch[] {
  const found: EchoMismatch[] = []
  if (page.page !== null && page.page !== params.page) {
    found.push({ kind: 'page', asked: params.page, got: page.page })
  }
  if (page.pageSize !== null && page.pageSize !== params.page_size) {
    found.push({ kind: 'page-size', asked: params.page_size, got: page.pageSize })
  }
  if (page.rows.length > params.page_size) {
    found.push({ kind: 'too-many-rows', asked: params.page_size, got: page.rows.length })
  }
  return found
}

/** A key for each row that is its own on the page: uuid, else id, else position. */
export function rowKeys(rows: readonly VideoTaskRow[]): string[] {
  const seen = new Map<string, number>()
  return rows.map((row, index) => {
    const identity = row.kind === 'task' ? (row.task.uuid ?? row.task.id) : null
    const name = identity === null ? `at ${index}` : `task ${identity}`
    const repeats = seen.get(name) ?? 0
    seen.set(name, repeats + 1)
    return repeats === 0 ? name : `${name} again ${repeats}`
  })
}

/**
 * The time from creation to completion, waiting included.
 *
 * @returns milliseconds; null where either time is missing or they contradict each other
 */
export function elapsedMs(createdAt: string | null, completedAt: string | null): number | null {
  if (createdAt === null || completedAt === null) return null
  const elapsed = Date.parse(completedAt) - Date.parse(createdAt)
  return elapsed >= 0 ? elapsed : null
}
