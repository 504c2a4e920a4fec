/**
 * How long a page with its total takes in an account of 1,000,000 tasks, against one of 1,000: under every filter, at each
 * end, in the middle and anywhere; as SQL alone and as a whole request to the local API. Figures for
 * docs/decisions/0050-the-local-api-at-size.md:
 *
 *   npx tsx bench/local-api-size.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'

import { operations } from '#contract/operations.ts'
import { listQueryString, TASK_SCENES, TASK_STATUSES } from '#contract/video-tasks.ts'
import { createAccount } from '#local-api/accounts.ts'
import { createApp } from '#local-api/app.ts'
import { openStore, type Store } from '#local-api/store.ts'
import { selectTaskPage, type TaskPageRequest } from '#local-api/task-page.ts'

import { fillEvenly } from './filled-account.ts'

const [SMALL, BIG] = [1000, 1_000_000]
const ROUNDS = 101
/** the target of decision 50 */
const MAX_RATIO = 1.5

/** Every filter. A scene leaves posters out by itself, so that it comes only once. */
const FILTERS = [
  { scene: undefined, videosOnly: false },
  ...TASK_SCENES.map((scene) => ({ scene, videosOnly: false })),
  { scene: undefined, videosOnly: true },
].flatMap((kind) => [undefined, ...TASK_STATUSES].map((status) => ({ ...kind, status })))

/** Where in the list a page is: 0 the first, 1 the last. */
const PLACES = { first: () => 0, middle: () => 0.5, last: () => 1, any: () => Math.random() }

/** One account, in a folder of its own. */
interface Filled {
  folder: string
  store: Store
  accountId: number
  read: (request: Omit<TaskPageRequest, 'accountId'>) => Promise<string>
}

function fill(tasks: number): Filled {
  const folder = mkdtempSync(path.join(tmpdir(), 'local-api-size-'))
  const store = openStore(folder)
  const { id: accountId, apiKey } = createAccount(store, { points: 0 })
  fillEvenly(store, accountId, tasks)
  const apps = [true, false].map((postersInList) =>
    createApp({
      store,
      now: Date.now,
      postersInList,
      pause: () => Promise.resolve(),
      reportError: console.error,
    }),
  )
  return {
    folder,
    store,
    accountId,
    async read({ videosOnly, ...params }) {
      const address = `http://local${operations.listVideoTasks.path}${listQueryString(params)}`
      const headers = { authorization: `Bearer ${apiKey}` }
      const reply = await apps[videosOnly ? 1 : 0]?.fetch(new Request(address, { headers }))
      return reply?.text() ?? ''
    },
  }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

async function time(times: number[], work: () => unknown): Promise<void> {
  const start = performance.now()
  await work()
  times.push(performance.now() - start)
}

/** A page at the same place in both accounts, and what reading it took: small and big, SQL and request. */
function allCases([small, big]: readonly [Filled, Filled]) {
  return FILTERS.flatMap((filter) =>
    [20, 100].flatMap((pageSize) =>
      Object.entries(PLACES).map(([place, where]) => {
        const accounts = [small, big].map((account) => {
          const request = { ...filter, accountId: account.accountId, pageNumber: 1, pageSize }
          // The last full one: a page with fewer rows says nothing about one with more.
          const last = Math.floor(selectTaskPage(account.store, request).total / pageSize)
          const at = (share: number) => ({
            ...request,
            pageNumber: 1 + Math.floor(share * (last - 1)),
          })
          return { account, at, sql: [] as number[], whole: [] as number[] }
        })
        const words = [filter.status, filter.scene, filter.videosOnly ? 'no posters' : undefined]
        const name = words.filter((word) => word !== undefined).join(', ') || 'none'
        return { name, place, pageSize, where, accounts }
      }),
    ),
  )
}

/** @returns the worst ratio. Cases take turns, so that no page is still in a cache from the reading before. */
async function comparePages(filled: readonly [Filled, Filled]): Promise<number> {
  const cases = allCases(filled)
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    for (const { where, accounts } of cases) {
      const share = where()
      for (const { account, at, sql, whole } of accounts) {
        const request = at(share)
        await (round % 2 === 0
          ? time(sql, () => selectTaskPage(account.store, request))
          : time(whole, () => account.read(request)))
      }
    }
  }
  const cell = (value: number) => value.toFixed(3).padStart(7)
  console.log(
    `${'filter'.padEnd(24)} page   size |   SQL: 1k      1M   ratio | whole: 1k     1M   ratio`,
  )
  const ratios = cases.flatMap(({ name, place, pageSize, accounts }) => {
    const columns = (['sql', 'whole'] as const).map((level) => {
      const [small = 0, big = 0] = accounts.map((account) => quantile(account[level], 0.5))
      return { text: [small, big, big / small].map(cell).join(' '), ratio: big / small }
    })
    const texts = columns.map(({ text }) => text).join(' |  ')
    console.log(`${name.padEnd(24)} ${place.padEnd(6)} ${String(pageSize).padStart(4)} |  ${texts}`)
    return [columns.map(({ ratio }) => ratio)]
  })
  const worst = [0, 1].map((level) => Math.max(...ratios.map((ratio) => ratio[level] ?? 0)))
  console.log(
    `worst ratio: SQL ${cell(worst[0] ?? 0)}, whole ${cell(worst[1] ?? 0)}; limit ${String(MAX_RATIO)}`,
  )
  return Math.max(...worst)
}

const filled = [fill(SMALL), fill(BIG)] as const
console.log(
  `Node ${process.version}, ${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown CPU'}; milliseconds`,
)
if ((await comparePages(filled)) > MAX_RATIO) process.exitCode = 1
for (const { store, folder } of filled) {
  store.close()
  rmSync(folder, { recursive: true })
}
