import { createContext } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import type { MarkNotice } from '#web/task-list/task-marks.ts'

/** Changes the marks of tasks. The route provides it, as screens know no accounts. */
export interface TaskMarking {
  /** whether marks are kept on this device, encrypted; otherwise until the tab is closed */
  isOnDevice: boolean
  news: MarkNotice | undefined
  /** Sets a mark of some tasks, or takes it back if all of them have it. */
  toggle: (tasks: readonly VideoTask[], mark: 'isStarred' | 'isHidden') => void
  /** Changes the note of a task. @returns false: it was refused, and nothing has changed */
  setNote: (task: VideoTask, note: string) => Promise<boolean>
  /** Removes the news. */
  dismiss: () => void
}

/** Undefined on a screen without accounts. */
export const TaskMarkingContext = createContext<TaskMarking | undefined>(undefined)
