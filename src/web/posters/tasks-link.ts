import { createContext, type ReactNode } from 'react'

/**
 * Makes a link to the list, to one page of it, to the details of a task there, or to a search for a task.
 *
 * @param find the task to search for
 * @param className undefined: it looks like a button
 */
export type RenderTasksLink = (
  label: ReactNode,
  to?: {
    readonly page?: number
    readonly task?: string
    readonly find?: string
    readonly className?: string
  },
) => ReactNode

/** The way from the posters screen to the tasks. The route provides this link: screens do not import routes. */
export const TasksLinkContext = createContext<RenderTasksLink>(() => null)
