import { createContext, useContext } from 'react'

import type { PosterRecord } from '#web/poster-records/record.ts'
import { type FollowedTask, taskOf } from '#web/posters/follow/followed-tasks.ts'
import type { PostersScreenModel } from '#web/posters/use-posters-screen.ts'

/** Gives the parts of the posters screen what they share. */
export const PostersContext = createContext<PostersScreenModel | null>(null)

/** What the parts of the posters screen share. Throws outside of that screen. */
export function usePosters(): PostersScreenModel {
  const shared = useContext(PostersContext)
  if (shared === null) throw new Error('usePosters: no PostersContext above this component')
  return shared
}

/** What the list says about the task of a poster; undefined: none was created, or nothing is said yet. */
export function useFollowedTask(poster: PosterRecord | undefined): FollowedTask | undefined {
  const { tasks } = usePosters().followed
  return poster && taskOf(poster, tasks)
}
