import { TASK_STATUS, type TaskStatus } from '#contract/video-tasks.ts'
import { outcomeOf, type Outcome, type TaskToDo } from '#local-api/outcomes.ts'
import type { Store, TaskRow, TaskState } from '#local-api/store.ts'

/** Tasks per transaction, so that reads and other writers do not wait long. */
const BATCH = 50

/**
 * The state of a task right after its creation (spec: "States and transitions"; transitions: not
 * shown). Ours are pending → processing → completed | failed.
 */
export function initialState(task: TaskToDo & Pick<TaskRow, 'createdAt'>): TaskState {
  const { createdAt } = task
  return {
    status: TASK_STATUS.pending,
    updatedAt: createdAt,
    completedAt: null,
    dueAt: createdAt + outcomeOf(task).waiting,
    clip: null,
    errorMsg: null,
  }
}

/** The state of a task at a time, from its last known state. */
export function stateAt(
  task: TaskToDo,
  known: Pick<TaskState, 'status' | 'dueAt'>,
  now: number,
): TaskState | undefined {
  const outcome = outcomeOf(task)
  let state: TaskState | undefined
  let { status, dueAt } = known
  // After a long downtime more than one change can be due.
  while (dueAt !== null && dueAt <= now) {
    state =
      status === TASK_STATUS.pending ? processingState(outcome, dueAt) : finalState(outcome, dueAt)
    ;({ status, dueAt } = state)
  }
  return state
}

function processingState(outcome: Outcome, at: number): TaskState {
  return {
    status: TASK_STATUS.processing,
    updatedAt: at,
    completedAt: null,
    dueAt: at + outcome.working,
    clip: null,
    errorMsg: null,
  }
}

function finalState({ clip, errorMsg }: Outcome, at: number): TaskState {
  return {
    status: errorMsg === null ? TASK_STATUS.completed : TASK_STATUS.failed,
    updatedAt: at,
    completedAt: errorMsg === null ? at : null,
    dueAt: null,
    clip,
    errorMsg,
  }
}

/**
 * Makes the status changes that have been due for longest. The database holds what changes and when, and each
 * change is read and written under the write lock. So no task changes twice, even with two processes or after
 * kill -9.
 *
 * @param now milliseconds since 1970
 * @returns the number of tasks changed; 0: nothing is due
 */
export function advanceSome(store: Store, now: number): number {
  // Look without the lock first: mostly nothing is due, and other writers should not wait.
  if (selectDueTasks(store, now, 1).length === 0) return 0
  return store.database.writeTransaction(() => {
    const due = selectDueTasks(store, now, BATCH)
    for (const task of due) {
      const state = stateAt(task, task, now)
      if (state !== undefined) updateTaskState(store, task.id, state)
    }
    return due.length
  })
}

/** A task whose status has to change. */
type DueTask = TaskToDo & { id: number; status: TaskStatus; dueAt: number }

/** The tasks that were due at a time, the longest due first. */
function selectDueTasks(store: Store, now: number, limit: number): DueTask[] {
  return store.database
    .query<DueTask>(
      `SELECT id, uuid, status, due_at AS dueAt, image_url AS imageUrl, prompt
       FROM tasks WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
    )
    .all(now, limit)
}

/** Writes the new state of a task. */
export function updateTaskState(store: Store, id: number, state: TaskState): void {
  store.database
    .query(
      `UPDATE tasks SET status = ?, updated_at = ?, completed_at = ?, due_at = ?, clip = ?,
         error_msg = ? WHERE id = ?`,
    )
    .run(
      state.status,
      state.updatedAt,
      state.completedAt,
      state.dueAt,
      state.clip,
      state.errorMsg,
      id,
    )
}
