import { randomUUID } from 'node:crypto'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import { initialState } from '#local-api/lifecycle.ts'
import { CLIPS, FAILURE_REASONS } from '#local-api/outcomes.ts'
import { selectPoints } from '#local-api/accounts.ts'
import type { Store, TaskRow } from '#local-api/store.ts'

/** What a poster costs, in points (spec: "Limits"; points costs: not shown). */
export const POSTER_PRICE = 10

/** The result of a creation. */
export type PosterCreation =
  | { kind: 'created'; uuid: string; remainingPoints: number }
  | { kind: 'too-few-points'; points: number }

/**
 * Takes the price and adds the task, both or neither. Under the write lock no other process can change the
 * balance between reading and taking.
 *
 * @param now milliseconds since 1970
 */
export function createPosterTask(
  store: Store,
  accountId: number,
  request: PosterTaskRequest,
  now: number,
): PosterCreation {
  return store.database.writeTransaction(() => {
    const remainingPoints = debit(store, accountId, POSTER_PRICE)
    if (remainingPoints === undefined) {
      return { kind: 'too-few-points', points: selectPoints(store, accountId) }
    }
    const uuid = randomUUID()
    const { image_url: imageUrl, prompt } = request
    const task = { uuid, imageUrl, prompt, createdAt: now }
    insertTask(store, accountId, {
      ...task,
      ...initialState(task),
      kind: 'poster',
      scene: null,
      price: POSTER_PRICE,
    })
    return { kind: 'created', uuid, remainingPoints }
  })
}

/** Takes points from an account. @returns the new balance, undefined if there are too few */
function debit(store: Store, accountId: number, points: number): number | undefined {
  return store.database
    .query<{ points: number }>(
      'UPDATE accounts SET points = points - ? WHERE id = ? AND points >= ? RETURNING points',
    )
    .one(points, accountId, points)?.points
}

/** Adds a task as its account's newest. @returns its numeric id */
function insertTask(store: Store, accountId: number, task: TaskRow): number {
  // With the write lock held, no other process takes the same seq.
  return store.database.writeTransaction(() => {
    const inserted = store.database
      .query<{ id: number }>(
        `INSERT INTO tasks (account_id, seq, uuid, kind, scene, status, price, created_at,
           updated_at, completed_at, due_at, clip, error_msg, image_url, prompt)
         VALUES (?, (SELECT ifnull(max(seq), 0) + 1 FROM tasks WHERE account_id = ?),
           ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      )
      .one(
        accountId,
        accountId,
        task.uuid,
        task.kind,
        task.scene,
        task.status,
        task.price,
        task.createdAt,
        task.updatedAt,
        task.completedAt,
        task.dueAt,
        task.clip,
        task.errorMsg,
        task.imageUrl,
        task.prompt,
      )
    if (inserted === undefined) throw new Error('the task was not inserted')
    return inserted.id
  })
}

/** A task to be put into an account as it is. Times are in milliseconds since 1970. */
export type NewTask = Pick<TaskRow, 'status'> & Partial<TaskRow>

/** How long a finished task took when nothing else is said, in milliseconds. */
const USUAL_DURATION = 20_000

/**
 * Puts tasks into an account, the last one as its newest, without taking points. A task without
 * `dueAt` keeps its status for ever; what else is left out gets a fitting value.
 *
 * @returns ids and uuids in the order given
 */
export function insertTasks(
  store: Store,
  accountId: number,
  tasks: readonly NewTask[],
): { id: number; uuid: string }[] {
  return store.database.writeTransaction(() =>
    tasks.map((given) => {
      const task = withDefaults(given)
      return { id: insertTask(store, accountId, task), uuid: task.uuid }
    }),
  )
}

function withDefaults(given: NewTask): TaskRow {
  const createdAt = given.createdAt ?? Date.now()
  const completedAt = given.status === TASK_STATUS.completed ? createdAt + USUAL_DURATION : null
  return {
    uuid: randomUUID(),
    kind: 'video',
    scene: null,
    price: POSTER_PRICE,
    createdAt,
    updatedAt: given.completedAt ?? completedAt ?? createdAt,
    completedAt,
    dueAt: null,
    clip: given.status === TASK_STATUS.completed ? CLIPS[0] : null,
    errorMsg: given.status === TASK_STATUS.failed ? FAILURE_REASONS[0] : null,
    imageUrl: null,
    prompt: null,
    ...given,
  }
}
