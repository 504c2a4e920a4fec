import type { ReactNode } from 'react'

/** Makes a link to the list, to one page of it, or to the details of a task. */
export type RenderTasksLink = (
  label: string,
  to?: { readonly page?: number; readonly task?: string },
) => ReactNode
