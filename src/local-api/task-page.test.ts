import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  TASK_SCENES,
  TASK_STATUS,
  TASK_STATUSES,
  type TaskScene,
  type TaskStatus,
} from '#contract/video-tasks.ts'
import { createAccount } from '#local-api/accounts.ts'
import { LARGE_BUCKET, SMALL_BUCKET } from '#local-api/schema.ts'
import { openStore, updateTaskState, type Store } from '#local-api/store.ts'
import { selectTaskPage, type TaskPageRequest } from '#local-api/task-page.ts'
import { insertTasks } from '#local-api/tasks.ts'

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

const UNTOUCHED = { updatedAt: 1, completedAt: null, dueAt: null, clip: null, errorMsg: null }

interface ModelTask {
  id: number
  kind: 'video' | 'poster'
  status: TaskStatus
  scene: TaskScene | null
}

/** Adds a task at a seq of our choice: a few tasks then spread over several buckets of counts. */
function insertAt(accountId: number, seq: number, task: Omit<ModelTask, 'id'>): ModelTask {
  const inserted = store.database
    .query<{ id: number }>(
      `INSERT INTO tasks (account_id, seq, uuid, kind, scene, status, price, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 10, 0, 0) RETURNING id`,
    )
    .one(accountId, seq, randomUUID(), task.kind, task.scene, task.status)
  return { ...task, id: inserted?.id ?? 0 }
}

function matches(task: ModelTask, { status, scene, videosOnly }: Filter): boolean {
  return (
    (status === undefined || task.status === status) &&
    (scene === undefined || task.scene === scene) &&
    (!videosOnly || task.kind === 'video')
  )
}

const sort = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'video', scene: null } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: 'video', scene: TASK_SCENES[0] } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'poster', scene: null } as const) },
)
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: SMALL_BUCKET - 2, max: 2 * LARGE_BUCKET }) },
)
const status = fc.constantFrom(...TASK_STATUSES)

it('walking all pages under any filter shows every matching task once, newest first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ gap, sort, status }), { maxLength: 60 }),
      fc.array(fc.record({ which: fc.nat(), status }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 25 }),
      (insertions, moves, pageSize) => {
        const { id: accountId } = createAccount(store, { points: 0 })
        const { id: neighbour } = createAccount(store, { points: 0 })
        const model: ModelTask[] = []
        store.database.exclusively(() => {
          let seq = 0
          for (const insertion of insertions) {
            seq += insertion.gap
            const task = { ...insertion.sort, status: insertion.status }
            model.unshift(insertAt(accountId, seq, task))
            insertAt(neighbour, seq, task)
          }
          for (const move of moves) {
            const task = model[move.which % model.length]
            if (task === undefined) continue
            task.status = move.status
            updateTaskState(store, task.id, { ...UNTOUCHED, status: move.status })
          }
        })
        for (const filter of FILTERS) {
          const expected = model.filter((task) => matches(task, filter)).map(({ id }) => id)
          const request = { ...filter, accountId, pageSize }
          for (let page = 1; page <= Math.ceil(expected.length / pageSize) + 1; page += 1) {
            const { tasks, total } = selectTaskPage(store, { ...request, pageNumber: page })
            expect(total).toBe(expected.length)
            expect(tasks.map(({ id }) => id)).toEqual(
              expected.slice((page - 1) * pageSize, page * pageSize),
            )
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

it('counts correctly when inserts cross a bucket', () => {
  const { id: accountId } = createAccount(store, { points: 0 })
  const count = SMALL_BUCKET + 10
  const tasks = Array.from({ length: count }, () => ({ status: TASK_STATUS.pending }))
  const ids = insertTasks(store, accountId, tasks).map(({ id }) => id)
  const request = { accountId, videosOnly: false, pageSize: 100 }
  const last = selectTaskPage(store, { ...request, pageNumber: Math.ceil(count / 100) })
  expect(last.total).toBe(count)
  expect(last.tasks.map(({ id }) => id)).toEqual(ids.slice(0, count % 100).toReversed())
})

it('refuses to delete a task, because the counts would be wrong', () => {
  expect(() => store.database.exec('DELETE FROM tasks')).toThrow('tasks are never deleted')
})
