/**
 * How long one page of an account with a million tasks takes, with its total, under every filter,
 * at the beginning, in the middle and at the end; beside it the same page by count(*) and OFFSET
 * over the same database. Figures for docs/local-api.md:
 *
 *   npx tsx bench/list-page.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { TASK_SCENES, TASK_STATUSES } from '#contract/video-tasks.ts'
import { createAccount } from '#local-api/accounts.ts'
import type { SqlValue } from '#sqlite/database.ts'
import { openStore, type Store } from '#local-api/store.ts'
import { selectTaskPage, type TaskPageRequest } from '#local-api/task-page.ts'

import { fillAccount } from './filled-account.ts'

const TASKS = 1_000_000
const PAGE_SIZE = 100
const RUNS = 101
const NAIVE_RUNS = 5
/** the target in docs/local-api.md, in milliseconds */
const LIMIT = 20

/** The page by the book: count what matches, then step over everything before the page. */
function naivePage(store: Store, request: TaskPageRequest): { rows: number; total: number } {
  const { accountId, status, scene, videosOnly, pageNumber: page, pageSize } = request
  const terms = ['account_id = ?']
  const values: SqlValue[] = [accountId]
  if (status !== undefined) {
    terms.push('status = ?')
    values.push(status)
  }
  if (scene !== undefined) {
    terms.push('scene = ?')
    values.push(scene)
  }
  if (videosOnly) terms.push("kind = 'video'")
  const where = terms.join(' AND ')
  const counted = store.database
    .query<{ n: number }>(`SELECT count(*) AS n FROM tasks WHERE ${where}`)
    .one(...values)
  const rows = store.database
    .query(`SELECT * FROM tasks WHERE ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`)
    .all(...values, pageSize, (page - 1) * pageSize)
  return { rows: rows.length, total: counted?.n ?? 0 }
}

/** Milliseconds of each run, shortest first. */
function time(runs: number, work: () => unknown): number[] {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return times.toSorted((a, b) => a - b)
}

function print(...columns: (string | number)[]): void {
  const cells = columns.map((column, index) =>
    typeof column === 'number'
      ? column.toFixed(2).padStart(9)
      : column.padEnd(index === 0 ? 32 : 9),
  )
  process.stdout.write(`${cells.join(' ').trimEnd()}\n`)
}

/** Every filter. A scene leaves posters out by itself, so that it comes only once. */
function allFilters(): Pick<TaskPageRequest, 'status' | 'scene' | 'videosOnly'>[] {
  const kinds = [
    { scene: undefined, videosOnly: false },
    ...TASK_SCENES.map((scene) => ({ scene, videosOnly: false })),
    { scene: undefined, videosOnly: true },
  ]
  return kinds.flatMap((kind) =>
    [undefined, ...TASK_STATUSES].map((status) => ({ ...kind, status })),
  )
}

/** The name of a filter, and its first, middle and last page. */
function pagesOf(store: Store, filter: Omit<TaskPageRequest, 'pageNumber'>) {
  const { total } = selectTaskPage(store, { ...filter, pageNumber: 1 })
  const lastPage = Math.ceil(total / PAGE_SIZE)
  const words = [filter.status, filter.scene, filter.videosOnly ? 'without posters' : undefined]
  const label = words.filter((word) => word !== undefined).join(', ')
  const pages = { first: 1, middle: Math.ceil(lastPage / 2), last: lastPage }
  return Object.entries(pages).map(([name, page]) => ({
    label: label === '' ? 'none' : label,
    name,
    request: { ...filter, pageNumber: page },
  }))
}

/** Times one page both ways. @throws if they do not agree on what is on it */
function compare(store: Store, request: TaskPageRequest) {
  const naive = naivePage(store, request)
  const ours = selectTaskPage(store, request)
  if (naive.total !== ours.total || naive.rows !== ours.tasks.length) {
    throw new Error('the two ways do not agree')
  }
  const times = time(RUNS, () => selectTaskPage(store, request))
  const naiveTimes = time(NAIVE_RUNS, () => naivePage(store, request))
  return {
    median: times[Math.floor(RUNS / 2)] ?? 0,
    slowest: times.at(-1) ?? 0,
    naive: naiveTimes[Math.floor(NAIVE_RUNS / 2)] ?? 0,
  }
}

function run(store: Store): void {
  const { id: accountId } = createAccount(store, { points: 0 })
  const [filling = 0] = time(1, () => fillAccount(store, accountId, TASKS))
  process.stdout.write(
    `${TASKS.toLocaleString('en')} tasks, filled in ${(filling / 1000).toFixed(0)} s; Node ` +
      `${process.version}, ${cpus()[0]?.model ?? 'unknown CPU'}; milliseconds\n\n`,
  )
  print('filter', 'page', '   median', '  slowest', '    naive', '    ratio')
  const pages = allFilters().flatMap((filter) =>
    pagesOf(store, { ...filter, accountId, pageSize: PAGE_SIZE }),
  )
  const results = pages.map(({ label, name, request }) => {
    const result = compare(store, request)
    print(label, name, result.median, result.slowest, result.naive, result.naive / result.median)
    return result
  })
  const slowestMedian = Math.max(...results.map(({ median }) => median))
  const slowest = Math.max(...results.map((result) => result.slowest))
  process.stdout.write(
    `\nslowest median ${slowestMedian.toFixed(2)} ms, slowest of all ${slowest.toFixed(2)} ms, ` +
      `limit ${LIMIT} ms\n`,
  )
  // A single slow run may be another process's doing; a slow median is ours.
  if (slowestMedian >= LIMIT) process.exitCode = 1
}

const folder = mkdtempSync(join(tmpdir(), 'list-page-'))
const store = openStore(folder)
try {
  run(store)
} finally {
  store.close()
  rmSync(folder, { recursive: true })
}
