import { isOpen, type PosterRecord } from '#web/poster-records/record.ts'
import { type FollowedTask, isFollowed } from '#web/posters/follow/followed-tasks.ts'

/**
 * What a kept picture is needed for. poster: one that waits, is on its way, or whose task is not over; log: to show it, and to repeat its
 * poster; draft: a field has its address; none: nobody can find it any more.
 */
export type PictureUse = 'poster' | 'log' | 'draft' | 'none'

/** All that may have the address of a picture. */
interface PictureUsers {
  /** what is typed */
  input: { imageUrl: string; text: string; review: readonly { imageUrl: string }[] | null }
  /** all records of this tab */
  own: readonly PosterRecord[]
  logged: readonly PosterRecord[]
  /** uuid → what the list says of the task */
  tasks: ReadonlyMap<string, FollowedTask>
}

/** Says what a picture is needed for, by its address: the one owner that decides whether it is deleted. */
export function pictureUses({ input, own, logged, tasks }: PictureUsers) {
  const uses = new Map<string, PictureUse>(logged.map((one) => [one.request.image_url, 'log']))
  for (const { request, state } of [...own, ...logged]) {
    const isNeeded =
      state.kind === 'created'
        ? isFollowed(tasks.get(state.created.uuid))
        : state.kind === 'queued' || isOpen({ state })
    if (isNeeded) uses.set(request.image_url, 'poster')
  }
  return (url: string): PictureUse => uses.get(url) ?? (isDrafted(input, url) ? 'draft' : 'none')
}

/** Whether a field has the address of a picture. */
export function isDrafted({ imageUrl, text, review }: PictureUsers['input'], url: string): boolean {
  const typed = [imageUrl, text, ...(review ?? []).map((one) => one.imageUrl)]
  return typed.some((part) => part.includes(url))
}
