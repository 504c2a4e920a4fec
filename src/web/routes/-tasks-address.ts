import type { InvalidInput } from '#contract/invalid-input.ts'
import { type ListParamName, readListParams, withoutDefaults } from '#contract/video-tasks.ts'
import { MAX_NAME_LENGTH } from '#web/tasks/task-address.ts'

/**
 * The search of /tasks. A value that is not possible stays in it as it came, so that the screen can
 * say which one it ignores; whatever is written by the app is possible.
 */
export type TasksSearch = { [Name in ListParamName | 'task']?: unknown }

/** Keeps the four parameters, without those that are at their default, and which task is open. */
export function readTasksAddress(search: Record<string, unknown>): TasksSearch {
  const { params, invalid } = readListParams(search)
  const { task } = search
  return {
    ...withoutDefaults(params),
    ...Object.fromEntries(invalid.map(({ name, value }) => [name, value])),
    ...(task !== undefined && { task }),
  }
}

/** The task that an address has open, by its uuid or its number; a value that can be neither is reported. */
export function readOpenTask({ task: value }: TasksSearch): {
  task?: string
  invalid: InvalidInput<'task'>[]
} {
  const task = typeof value === 'number' ? String(value) : value
  if (typeof task === 'string' && task !== '' && task.length <= MAX_NAME_LENGTH) {
    return { task, invalid: [] }
  }
  const rule = { type: 'task-id' } as const
  return { invalid: value === undefined ? [] : [{ name: 'task', value, rule }] }
}
