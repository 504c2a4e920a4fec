import type { VideoTask, VideoTaskRow } from '#contract/video-tasks.ts'
import { matchTask, type TaskQuery } from '#web/tasks/find/task-query.ts'

/** So many are listed: whoever has more must say more of the ID. */
const MOST_LISTED = 20

/** The tasks that answer a query, as far as was read. */
export interface Found {
  /** index: its place among the rows that were looked at */
  tasks: readonly { task: VideoTask; index: number }[]
  /** of those that are not listed */
  more: number
  /** no other can answer it better */
  hasWhole: boolean
  /** rows that were looked at */
  looked: number
}

/** Before anything was looked at. */
export const NOTHING_FOUND: Found = { tasks: [], more: 0, hasWhole: false, looked: 0 }

/** The tasks among some rows that answer a query, added to those that were found before. */
export function findAmong(query: TaskQuery, rows: readonly VideoTaskRow[], before: Found): Found {
  let { more, hasWhole } = before
  const tasks = [...before.tasks]
  for (const [at, row] of rows.entries()) {
    const match = row.kind === 'task' ? matchTask(query, row.task) : undefined
    if (row.kind !== 'task' || match === undefined) continue
    const found = { task: row.task, index: before.looked + at }
    // The one that was meant is listed, wherever it comes.
    if (match === 'whole') tasks.unshift(found)
    else if (tasks.length < MOST_LISTED) tasks.push(found)
    else more += 1
    hasWhole ||= match === 'whole'
  }
  return { tasks, more, hasWhole, looked: before.looked + rows.length }
}
