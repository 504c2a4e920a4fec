import { createContext } from 'react'

import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import type { TaskSearch } from '#web/task-list/search/search-address.ts'

export { NO_SEARCH } from '#web/task-list/search/search-address.ts'
export { prefetchFoundTasks } from '#web/task-list/scan/scan-queries.ts'

/**
 * What the person has asked for last. While that is read, the screen shows the list before, and only what reads this is rendered
 * again: the rest takes several times as long.
 */
export const AskedRequest = createContext(DEFAULT_LIST_REQUEST)
/** The search of it. */
export const AskedSearch = createContext<TaskSearch | undefined>(undefined)
