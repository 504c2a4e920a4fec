import { type ListParamName, readListParams, withoutDefaults } from '#contract/video-tasks.ts'

/**
 * The search of /tasks. A value that is not possible stays in it as it came, so that the screen can
 * say which one it ignores; whatever is written by the app is possible.
 */
export type TasksSearch = { [Name in ListParamName]?: unknown }

/** Keeps the four parameters, without those that are at their default. */
export function readTasksAddress(search: Record<string, unknown>): TasksSearch {
  const { params, invalid } = readListParams(search)
  return {
    ...withoutDefaults(params),
    ...Object.fromEntries(invalid.map(({ name, value }) => [name, value])),
  }
}
