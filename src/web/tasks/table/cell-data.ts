import type { ComponentType } from 'react'

import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import type { TimeZone } from '#web/format/time-zone.ts'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import { taskName } from '#web/video-task/task-name.ts'

/** What cells depend on besides their row. */
export interface CellContext {
  /** the address of the list; links to details are made from it */
  address: string
  /** in milliseconds since the epoch; ages are relative to it */
  now: number
  /** the zone of times; the functions that format them read it by themselves */
  zone: TimeZone
  /** how the first frames of videos show; undefined: they do not */
  frames?: CellFrames | undefined
}

/** The first frames of videos, in the cells of the column Preview. */
export interface CellFrames {
  /** whether the frame of a video may load */
  isAllowed: (video: URL) => boolean
  /** fills its cell with the frame. Passed in, so that the screen before React does without its code */
  Frame: ComponentType<{ href: string }>
}

/** The data that a cell can show. */
export interface CellData extends TaskListRow, CellContext {
  /** the short name of the task */
  shortName: string
  /** the address of its video; undefined: it has none, or it is no safe link */
  video: URL | undefined
}

/** Makes the data for the cells of a row. */
export function cellData(row: TaskListRow, context: CellContext): CellData {
  const { task } = row
  return {
    ...row,
    ...context,
    shortName: taskName(task),
    video: safeHttpUrl(task.videoUrl ?? ''),
  }
}
