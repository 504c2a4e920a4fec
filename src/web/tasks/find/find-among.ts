import type { VideoTask, VideoTaskRow } from '#contract/video-tasks.ts'
import { matchTask, type TaskQuery } from '#web/tasks/find/task-query.ts'

/** The maximum number of listed matches. To narrow them down, the person enters more of the ID. */
const MOST_LISTED = 20

/** The matches of a query so far. */
export interface Found {
  /** index: its position among the scanned rows */
  tasks: readonly { task: VideoTask; index: number }[]
  /** how many matches are not listed */
  more: number
  /** an exact match was found */
  hasWhole: boolean
  /** the number of scanned rows */
  looked: number
}

/** The result before the first row. */
export const NOTHING_FOUND: Found = { tasks: [], more: 0, hasWhole: false, looked: 0 }

/** Adds the matches among some rows to the earlier matches. */
export function findAmong(query: TaskQuery, rows: readonly VideoTaskRow[], before: Found): Found {
  let { more, hasWhole } = before
  const tasks = [...before.tasks]
  for (const [at, row] of rows.entries()) {
    const match = row.kind === 'task' ? matchTask(query, row.task) : undefined
    if (row.kind !== 'task' || match === undefined) continue
    const found = { task: row.task, index: before.looked + at }
    // An exact match is always listed, even if the list is full.
    if (match === 'whole') tasks.unshift(found)
    else if (tasks.length < MOST_LISTED) tasks.push(found)
    else more += 1
    hasWhole ||= match === 'whole'
  }
  return { tasks, more, hasWhole, looked: before.looked + rows.length }
}
