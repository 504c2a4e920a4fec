import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { TASK_SCENES, TASK_STATUSES } from '#contract/video-tasks.ts'
import { createAccount } from '#local-api/accounts.ts'
import { advance } from '#local-api/app.fixture.ts'
import { BUCKET_SIZES } from '#local-api/schema.ts'
import type { SqlValue } from '#sqlite/database.ts'
import { openStore, type Store } from '#local-api/store.ts'
import { selectTaskPage, type TaskPageRequest } from '#local-api/task-page.ts'
import { createPosterTask } from '#local-api/tasks.ts'

const [LARGE, SMALL] = BUCKET_SIZES
const POSTER = { image_url: 'https://images.example/me.jpg', prompt: 'firework' } as const

let folder: string
let store: Store

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'task-page-'))
  store = openStore(folder)
})
afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

type Filter = Pick<TaskPageRequest, 'status' | 'scene' | 'videosOnly'>

const FILTERS: Filter[] = [false, true].flatMap((videosOnly) =>
  [undefined, ...TASK_STATUSES].flatMap((status) =>
    [undefined, ...TASK_SCENES].map((scene) => ({ status, scene, videosOnly })),
  ),
)

/** The whole list by the plain way. */
function plainList(accountId: number, { status, scene, videosOnly }: Filter): number[] {
  return store.database
    .query<{ id: number }>(
      `SELECT id FROM tasks WHERE account_id = ? AND ? IN ('', status) AND ? IN ('', scene)
         AND ? IN ('', kind) ORDER BY seq DESC`,
    )
    .all(accountId, status ?? '', scene ?? '', videosOnly ? 'video' : '')
    .map(({ id }) => id)
}

const step = fc.record({
  act: fc.constantFrom(
    ...(['insert', 'insert', 'insert', 'insert', 'create', 'wait'] as const),
    ...(['status', 'kind', 'scene', 'seq', 'account', 'delete'] as const),
  ),
  account: fc.nat(1),
  which: fc.nat(100),
  status: fc.constantFrom(...TASK_STATUSES),
  sort: fc.constantFrom(['video', null], ['video', TASK_SCENES[0]], ['poster', null]),
  // A few tasks spread over several buckets then.
  gap: fc.constantFrom(1, 1, 1, 1, 1, 1, SMALL - 1, SMALL, LARGE - 1, LARGE),
})

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Makes one change to the tasks of two accounts. */
function take(accounts: [number, number], now: number, taken: Step) {
  const accountId = accounts[taken.account] ?? 0
  const run = (sql: string, ...values: SqlValue[]) => store.database.query(sql).run(...values)
  const nextSeq = '(SELECT ifnull(max(seq), 0) + ? FROM tasks WHERE account_id = ?)'
  const one = 'id = (SELECT id FROM tasks WHERE account_id IN (?, ?) ORDER BY id * ? % 101 LIMIT 1)'
  const [kind, scene] = taken.sort
  const chosen = [...accounts, taken.which]
  switch (taken.act) {
    case 'insert':
      return run(
        `INSERT INTO tasks (account_id, seq, uuid, kind, scene, status, price, created_at, updated_at)
         VALUES (?, ${nextSeq}, ?, ?, ?, ?, 10, 0, 0)`,
        accountId,
        taken.gap,
        accountId,
        randomUUID(),
        ...taken.sort,
        taken.status,
      )
    case 'create':
      return createPosterTask(store, accountId, POSTER, now)
    case 'wait':
      return advance(store, now)
    case 'status':
      return run(`UPDATE tasks SET status = ? WHERE ${one}`, taken.status, ...chosen)
    // Posters have no scene.
    case 'kind':
      return run(`UPDATE tasks SET kind = ? WHERE scene IS NULL AND ${one}`, kind, ...chosen)
    case 'scene':
      return run(`UPDATE tasks SET scene = ? WHERE kind = 'video' AND ${one}`, scene, ...chosen)
    case 'seq':
      return run(`UPDATE OR IGNORE tasks SET seq = seq + ? WHERE ${one}`, taken.gap, ...chosen)
    case 'account':
      return run(`UPDATE OR IGNORE tasks SET account_id = ? WHERE ${one}`, accountId, ...chosen)
    case 'delete':
      return run(`DELETE FROM tasks WHERE ${one}`, ...chosen)
  }
}

it('pages and totals under any filter are those of the plain list, after any history', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 80 }),
      fc.integer({ min: 1, max: 25 }),
      (steps, pageSize) => {
        const open = () => createAccount(store, { points: 1000 }).id
        const accounts: [number, number] = [open(), open()]
        store.database.writeTransaction(() => {
          for (const [index, taken] of steps.entries()) take(accounts, index * 5000, taken)
        })
        for (const accountId of accounts) {
          for (const filter of FILTERS) {
            const expected = plainList(accountId, filter)
            const request = { ...filter, accountId, pageSize }
            for (let page = 0; page * pageSize <= expected.length; page += 1) {
              const { tasks, total } = selectTaskPage(store, { ...request, pageNumber: page + 1 })
              expect(total).toBe(expected.length)
              expect(tasks.map(({ id }) => id)).toEqual(
                expected.slice(page * pageSize, (page + 1) * pageSize),
              )
            }
          }
        }
      },
    ),
    { numRuns: 100 },
  )
})
