import type { InvalidInput } from '#contract/invalid-input.ts'
import { type ListParamName, readListParams, withoutDefaults } from '#contract/video-tasks.ts'
import { MAX_NAME_LENGTH } from '#web/tasks/task-address.ts'

/**
 * The search of /tasks. An invalid value stays unchanged, so that the screen can say which one it ignores.
 * The app itself writes only valid values.
 */
export type TasksSearch = { [Name in ListParamName | 'task']?: unknown }

/** Keeps the four parameters, without default values, and the open task. */
export function readTasksAddress(search: Record<string, unknown>): TasksSearch {
  const { params, invalid } = readListParams(search)
  const { task } = search
  return {
    ...withoutDefaults(params),
    ...Object.fromEntries(invalid.map(({ name, value }) => [name, value])),
    ...(task !== undefined && { task }),
  }
}

/** The open task of an address: its uuid or number. Other values are reported as ignored. */
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
