import { createContext, type ReactNode } from 'react'

/**
 * Makes a link to the list, to one page of it, or to the details of a task.
 *
 * @param className undefined: it looks like a button
 */
export type RenderTasksLink = (
  label: ReactNode,
  to?: { readonly page?: number; readonly task?: string; readonly className?: string },
) => ReactNode

/** The way from the posters screen to the tasks. The route gives it, as rooms know no routes. */
export const TasksLinkContext = createContext<RenderTasksLink>(() => null)
