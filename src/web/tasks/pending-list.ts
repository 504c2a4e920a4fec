import { createContext, type ReactNode } from 'react'

import { DEFAULT_LIST_REQUEST, type ListRequest } from '#contract/video-tasks.ts'
import type { SearchProps } from '#web/task-list/search/search-address.ts'
import type { ListView, TasksAddress } from '#web/task-list/tasks-address.ts'

/**
 * What the person has asked for last. While that is read, the screen shows the list before, and only what reads this is rendered
 * again: the rest takes several times as long.
 */
export const PendingList = createContext<Pick<TasksAddress, 'request' | 'search'>>({
  request: DEFAULT_LIST_REQUEST,
})

/** The navigation that the screen can request. */
export interface TasksNavigation {
  onRequestChange: (request: ListRequest) => void
  /** shows the list of a saved view */
  onSavedView: (address: string) => void
  onSearchChange: SearchProps['onSearchChange']
  /** isStep: replaces the open task in the history; no task: closes the details */
  onTaskChange: (task?: string, isStep?: boolean) => void
  /** looks for the open task in the whole account; undefined: the address does that */
  onTaskSearch: (() => void) | undefined
  onViewChange: (view: ListView) => Promise<void>
  /** a button that lends a view of the tasks with these names; it shows nothing where that cannot be */
  renderLendButton: (tasks: readonly string[]) => ReactNode
  onReplaceKey: () => void
  /** opens the dialog for another key automatically, with the reason */
  onKeyRefused: () => void
}
