import { createContext, type ReactNode, useContext } from 'react'

import type { FollowedTask } from '#web/posters/follow/followed-tasks.ts'
import type { FollowedTasks } from '#web/posters/follow/use-followed-tasks.ts'
import type { Pictures } from '#web/posters/picture/pictures.ts'
import type { ScenePictures } from '#web/posters/scenes/scene-group.tsx'

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

/** What the parts of the posters screen share. */
interface PostersShared {
  /** pictures from this device */
  pictures: Pictures
  /** the tasks of the created posters */
  followed: FollowedTasks
  /** what posters of the scenes look like */
  scenePictures: ScenePictures
  /** the way to the tasks. The route provides this link: screens do not import routes */
  renderTasksLink: RenderTasksLink
}

/** Gives the parts of the posters screen what they share. */
export const PostersContext = createContext<PostersShared | null>(null)

/** What the parts of the posters screen share. Throws outside of that screen. */
export function usePosters(): PostersShared {
  const shared = useContext(PostersContext)
  if (shared === null) throw new Error('usePosters: no PostersContext above this component')
  return shared
}

/** What the list says about a task; undefined: nothing yet. */
export function useFollowedTask(uuid: string | undefined): FollowedTask | undefined {
  return usePosters().followed.tasks.get(uuid ?? '')
}
