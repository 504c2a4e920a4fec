import { createContext, useContext } from 'react'

import type { FollowedTask } from '#web/posters/follow/followed-tasks.ts'
import type { PostersScreenModel } from '#web/posters/use-posters-screen.ts'

/** Gives the parts of the posters screen what they share. */
export const PostersContext = createContext<PostersScreenModel | null>(null)

/** What the parts of the posters screen share. Throws outside of that screen. */
export function usePosters(): PostersScreenModel {
  const shared = useContext(PostersContext)
  if (shared === null) throw new Error('usePosters: no PostersContext above this component')
  return shared
}

/** What the list says about a task; undefined: nothing yet. */
export function useFollowedTask(uuid: string | undefined): FollowedTask | undefined {
  return usePosters().followed.tasks.get(uuid ?? '')
}
