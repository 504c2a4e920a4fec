import {
  FIRST_PAGE,
  type VideoTask,
  type VideoTaskListParams,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import { identityOf } from '#web/video-task/row-identity.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'

/** Why a list shows no rows. The four say different things and offer different ways on. */
export type EmptyReason =
  | { kind: 'no-tasks' }
  | { kind: 'no-match' }
  | { kind: 'past-the-end'; lastPage: number }
  | { kind: 'unexplained' }

/** How a reply differs from what was asked, or from itself: said, never hidden. */
export type ReplyMismatch =
  | { kind: 'page'; asked: number; got: number }
  | { kind: 'page-size'; asked: number; got: number }
  | { kind: 'too-many-rows'; asked: number; got: number }
  /** the total is smaller than what this page alone shows there to be */
  | { kind: 'total'; atLeast: number; got: number }
  /** rows that carry a task ID which another row carries, too; how many such IDs there are */
  | { kind: 'same-id'; rows: number; ids: number }

/** What a reply amounts to on screen. */
export interface ListState {
  rows: readonly VideoTaskRow[]
  /** null: the service gave no usable total, or one that its own rows prove wrong */
  total: number | null
  /** at least 1; null without a total */
  pageCount: number | null
  /** undefined: there are rows */
  empty: EmptyReason | undefined
  mismatches: ReplyMismatch[]
}

/** Reads a reply for the screen: at most the rows asked for, the page count, why nothing is there. */
export function listState({
  params,
  page,
}: Pick<VideoTaskListReply, 'params' | 'page'>): ListState {
  const rows = page.rows.slice(0, params.page_size)
  // A service that gives smaller pages than asked has more of them.
  const pageSize = page.pageSize !== null && page.pageSize > 0 ? page.pageSize : params.page_size
  const found = [...echoMismatches({ params, page }), ...sameIds(rows)]
  const { total, disprovedTotal } = page
  if (disprovedTotal !== undefined) found.push({ kind: 'total', ...disprovedTotal })
  const pageCount = total === null ? null : Math.max(1, Math.ceil(total / pageSize))
  return {
    rows,
    total,
    pageCount,
    empty: rows.length > 0 ? undefined : emptyReason(params, total, pageCount),
    mismatches: found,
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

function echoMismatches({
  params,
  page,
}: Pick<VideoTaskListReply, 'params' | 'page'>): ReplyMismatch[] {
  const found: ReplyMismatch[] = []
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

function sameIds(rows: readonly VideoTaskRow[]): ReplyMismatch[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const name = identityOf(row)
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const repeated = [...counts.values()].filter((count) => count > 1)
  if (repeated.length === 0) return []
  const sum = repeated.reduce((before, count) => before + count)
  return [{ kind: 'same-id', rows: sum, ids: repeated.length }]
}

/** A key for each row that is its own on the page: uuid, else id, else position. */
export function rowKeys(rows: readonly VideoTaskRow[]): string[] {
  const seen = new Map<string, number>()
  return rows.map((row, index) => {
    const name = identityOf(row) ?? `at ${index}`
    const repeats = seen.get(name) ?? 0
    seen.set(name, repeats + 1)
    // The count comes first: no text of the service can make a key look like another row's.
    return `${repeats} ${name}`
  })
}

/** Whether two requests walk through the same list: then its length holds for both. */
export function isSameList(a: VideoTaskListParams, b: VideoTaskListParams): boolean {
  return a.status === b.status && a.scene === b.scene && a.page_size === b.page_size
}

/** The tasks among the rows of a list. */
export function tasksOf({ rows }: Pick<ListState, 'rows'>): VideoTask[] {
  return rows.flatMap((row) => (row.kind === 'task' ? row.task : []))
}
