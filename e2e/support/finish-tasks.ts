import { CLIPS } from '#local-api/outcomes.ts'
import { updateTaskState } from '#local-api/lifecycle.ts'
import type { Store } from '#local-api/store.ts'

/** Lets a task end, as the service's own worker would. */
export function finish(
  store: Store,
  task: { id: number; prompt?: string | null } | undefined,
  isSuccess: boolean,
  now = Date.now(),
): void {
  updateTaskState(store, task?.id ?? 0, {
    status: isSuccess ? 'completed' : 'failed',
    updatedAt: now,
    completedAt: isSuccess ? now : null,
    dueAt: null,
    clip: isSuccess ? (task?.prompt ?? CLIPS[0]) : null,
    errorMsg: isSuccess ? null : 'No face found in the image.',
  })
}

/** Ends the tasks that an account has created, and none that a test has inserted. If there are several, the last one fails. */
export function finishTasks(store: Store, accountId: number): void {
  const tasks = store.database
    .query<{ id: number; prompt: string | null }>(
      'SELECT id, prompt FROM tasks WHERE account_id = ? AND due_at IS NOT NULL ORDER BY id',
    )
    .all(accountId)
  for (const [index, task] of tasks.entries()) {
    finish(store, task, index === 0 || index < tasks.length - 1)
  }
}
