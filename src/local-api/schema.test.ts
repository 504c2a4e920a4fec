import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { TASK_SCENES, TASK_STATUSES } from '#contract/video-tasks.ts'
import { createAccount } from '#local-api/accounts.ts'
import { advance, initialState } from '#local-api/lifecycle.ts'
import { LARGE_BUCKET, SMALL_BUCKET } from '#local-api/schema.ts'
import { openStore, type Store } from '#local-api/store.ts'
import { createPosterTask, insertTasks } from '#local-api/tasks.ts'
import type { Database } from '#sqlite/database.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const POSTER = { image_url: 'https://images.example/me.jpg', prompt: 'firework' } as const

let folder: string
let store: Store

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'schema-'))
  store = openStore(join(folder, 'data'))
})
afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

interface Count {
  accountId: number
  kind: string
  scene: string
  status: string
  size: number
  bucket: number
  n: number
}

const COLUMNS = ['account_id AS accountId', 'kind', 'scene', 'status', 'size', 'bucket', 'n'].join()
const ORDER = 'ORDER BY account_id, kind, scene, status, size, bucket'

/** The counts that are kept, without those that came down to 0. */
function keptCounts(database: Database): Count[] {
  return database.query<Count>(`SELECT ${COLUMNS} FROM filter_counts WHERE n <> 0 ${ORDER}`).all()
}

/** The same by counting tasks, one filter and size after the other. */
function recount(database: Database): Count[] {
  const filters = [
    { kind: '', scene: '' },
    { kind: 'video', scene: '' },
    ...TASK_SCENES.map((scene) => ({ kind: '', scene })),
  ].flatMap((filter) => ['', ...TASK_STATUSES].map((status) => ({ ...filter, status })))
  const counts = filters.flatMap(({ kind, scene, status }) =>
    [SMALL_BUCKET, LARGE_BUCKET].flatMap((size) =>
      database
        .query<Count>(
          `SELECT account_id AS accountId, ? AS kind, ? AS scene, ? AS status,
             CAST(? AS INTEGER) AS size, seq / CAST(? AS INTEGER) AS bucket, count(*) AS n
           FROM tasks
           WHERE ? IN ('', kind) AND ? IN ('', scene) AND ? IN ('', status) GROUP BY 1, 6`,
        )
        .all(kind, scene, status, size, size, kind, scene, status),
    ),
  )
  const key = ({ accountId, kind, scene, status, size, bucket }: Count) =>
    [String(accountId).padStart(5, '0'), kind, scene, status]
      .concat([size, bucket].map((number) => String(number).padStart(7, '0')))
      .join(' ')
  return counts.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

function plain(counts: Count[]): Count[] {
  return counts.map(({ accountId, kind, scene, status, size, bucket, n }) => ({
    accountId,
    kind,
    scene,
    status,
    size,
    bucket,
    n,
  }))
}

const step = fc.oneof(
  fc.record({ create: fc.nat(1) }),
  fc.record({ add: fc.nat(1), scene: fc.constantFrom(null, ...TASK_SCENES) }),
  fc.record({ wait: fc.integer({ min: 0, max: 40_000 }) }),
)

it('counts as a recount does, after creations and changes in any order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const accounts = [1, 2].map(() => createAccount(store, { points: 100 }).id)
      let now = NOW
      for (const taken of steps) {
        if ('create' in taken) createPosterTask(store, accounts[taken.create] ?? 0, POSTER, now)
        else if ('add' in taken) {
          const task = { uuid: randomUUID(), imageUrl: null, createdAt: now }
          const { scene } = taken
          insertTasks(store, accounts[taken.add] ?? 0, [{ ...task, ...initialState(task), scene }])
        } else {
          now += taken.wait
          advance(store, now)
        }
      }
      expect(plain(keptCounts(store.database))).toEqual(plain(recount(store.database)))
    }),
    { numRuns: 25 },
  )
})
