/**
 * How long a page with its total takes in an account of 1,000,000 tasks, against one of 1,000: under every filter, at each
 * end, in the middle and anywhere; as SQL alone and as a whole request to the local API. Beside it the same page by count(*)
 * and OFFSET, which must agree. Figures for docs/decisions/0050-the-local-api-at-size.md:
 *
 *   npx tsx bench/local-api-size.ts
 */
import { deepEqual } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'

import { operations } from '#contract/operations.ts'
import { listQueryString, TASK_SCENES, TASK_STATUSES } from '#contract/video-tasks.ts'
import { fillEvenly } from '#e2e/support/filled-account.ts'
import { createAccount } from '#local-api/accounts.ts'
import { createApp } from '#local-api/app.ts'
import { openStore, type Store } from '#local-api/store.ts'
import { selectTaskPage, type TaskPageRequest } from '#local-api/task-page.ts'

const ROUNDS = 101
/** the targets of decision 50: 1,000,000 tasks to 1,000; and SQL alone, in milliseconds */
const [MAX_RATIO, MAX_SQL] = [1.5, 20]

/** Every filter. A scene leaves posters out by itself, so that it comes only once. */
const FILTERS = [
  { scene: undefined, videosOnly: false },
  ...TASK_SCENES.map((scene) => ({ scene, videosOnly: false })),
  { scene: undefined, videosOnly: true },
].flatMap((kind) => [undefined, ...TASK_STATUSES].map((status) => ({ ...kind, status })))

/** Where in the list a page is: 0 the first, 1 the last. */
const PLACES = { first: () => 0, middle: () => 0.5, last: () => 1, any: () => Math.random() }

/** The ways to read a page: SQL alone, a whole request, and the plain way. */
type Way = 'sql' | 'whole' | 'plain'

/** The page by count(*) and OFFSET. */
function plainPage({ database }: Store, request: TaskPageRequest) {
  const { accountId, status, scene, videosOnly, pageNumber, pageSize } = request
  const kind = videosOnly ? 'video' : undefined
  const given = Object.entries({ account_id: accountId, status, scene, kind }).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  )
  const from = `FROM tasks WHERE ${given.map(([column]) => `${column} = ?`).join(' AND ')}`
  const values = given.map(([, value]) => value)
  const total = database.query<{ n: number }>(`SELECT count(*) AS n ${from}`).one(...values)?.n
  const tasks = database
    .query<{ id: number }>(`SELECT * ${from} ORDER BY seq DESC LIMIT ? OFFSET ?`)
    .all(...values, pageSize, (pageNumber - 1) * pageSize)
  return { tasks, total }
}

/** Fills an account in a folder of its own. */
function fill(tasks: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'local-api-size-'))
  const store = openStore(folder)
  const { id: accountId, apiKey } = createAccount(store, { points: 0 })
  fillEvenly(store, accountId, tasks)
  const [all, videos] = [true, false].map((postersInList) => {
    const pause = () => Promise.resolve()
    return createApp({ store, now: Date.now, postersInList, pause, reportError: console.error })
  })
  const ways: Record<Way, (request: TaskPageRequest) => unknown> = {
    sql: (request) => selectTaskPage(store, request),
    whole: async ({ videosOnly, ...params }) => {
      const address = `http://local${operations.listVideoTasks.path}${listQueryString(params)}`
      const request = new Request(address, { headers: { authorization: `Bearer ${apiKey}` } })
      return (await (videosOnly ? videos : all)?.fetch(request))?.text()
    },
    plain: (request) => plainPage(store, request),
  }
  return { folder, store, accountId, ways }
}

/** A page at the same place in both accounts, and what reading it took. */
const allCases = (accounts: readonly ReturnType<typeof fill>[]) =>
  FILTERS.flatMap((filter) =>
    [20, 100].flatMap((pageSize) =>
      Object.entries(PLACES).map(([place, where]) => ({
        name: `${filter.status ?? 'any status'}, ${filter.scene ?? (filter.videosOnly ? 'videos' : 'all')}: ${place}, ${pageSize}`,
        where,
        readings: accounts.map(({ store, accountId, ways }) => {
          const request = { ...filter, accountId, pageNumber: 1, pageSize }
          // The last full one: a page with fewer rows says nothing about one with more.
          const last = Math.floor(selectTaskPage(store, request).total / pageSize)
          const times: Record<Way, number[]> = { sql: [], whole: [], plain: [] }
          const at = (share: number) => {
            const pageNumber = 1 + Math.floor(share * (last - 1))
            return { ...request, pageNumber }
          }
          const read = async (way: Way, share: number) => {
            const start = performance.now()
            await ways[way](at(share))
            times[way].push(performance.now() - start)
          }
          return { store, at, times, read }
        }),
      })),
    ),
  )

const accounts = [fill(1000), fill(1_000_000)]
const cases = allCases(accounts)
for (const { where, readings } of cases) {
  const share = where()
  for (const { store, at, read } of readings) {
    const [ours, plain] = [selectTaskPage, plainPage].map((select) => {
      const { total, tasks } = select(store, at(share))
      return [total, ...tasks.map(({ id }) => id)]
    })
    deepEqual(ours, plain)
    await read('plain', share)
  }
}
// Cases take turns, so that no page is still in a cache from the reading before.
for (let round = 0; round < 2 * ROUNDS; round += 1) {
  for (const { where, readings } of cases) {
    const share = where()
    for (const { read } of readings) await read(round % 2 === 0 ? 'sql' : 'whole', share)
  }
}

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}; milliseconds`,
)
const worst = { sql: 0, whole: 0, plain: 0, ms: 0 }
for (const { name, readings } of cases) {
  let line = name.padEnd(40)
  for (const way of ['sql', 'whole', 'plain'] as const) {
    const [small = 0, big = 0] = readings.map(
      ({ times }) => times[way].toSorted((a, b) => a - b)[times[way].length >> 1],
    )
    worst[way] = Math.max(worst[way], big / small)
    if (way === 'sql') worst.ms = Math.max(worst.ms, big)
    line += ` | ${way}: ${[small, big, big / small].map((n) => n.toFixed(2).padStart(7)).join(' ')}`
  }
  console.log(line)
}
console.log(
  `worst ratio: SQL ${worst.sql.toFixed(2)}, whole ${worst.whole.toFixed(2)}, limit ${MAX_RATIO}; ` +
    `slowest SQL ${worst.ms.toFixed(2)} ms, limit ${MAX_SQL}`,
)
if (Math.max(worst.sql, worst.whole) > MAX_RATIO || worst.ms >= MAX_SQL) process.exitCode = 1
for (const { store, folder } of accounts) {
  store.close()
  rmSync(folder, { recursive: true })
}
