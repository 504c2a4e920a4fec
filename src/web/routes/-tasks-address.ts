import { type ListParamName, readListParams, withoutDefaults } from '#contract/video-tasks.ts'

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
