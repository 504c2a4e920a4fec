import { type ListParamName, readListRequest, listParams } from '#contract/video-tasks.ts'

/**
 * The search of /tasks. An invalid value stays unchanged, so that the screen can say which one it ignores.
 * The app itself writes only valid values.
 */
export type TasksSearch = { [Name in ListParamName | 'task' | 'view']?: unknown }

/** Keeps the four parameters, without default values, the open task and the view. */
export function readTasksAddress(search: Record<string, unknown>): TasksSearch {
  const { request, invalid } = readListRequest(search)
  const { task, view } = search
  return {
    ...listParams(request),
    ...Object.fromEntries(invalid.map(({ name, value }) => [name, value])),
    ...(task !== undefined && { task }),
    ...(view !== undefined && { view }),
  }
}
