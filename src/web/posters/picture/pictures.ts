import { checkImageUrl, type ImageUrlReading } from '#contract/image-url.ts'
import { readImageUrl } from '#contract/read-image-url.ts'
import { checkNearImageUrl, isAboutToEnd, readUploadAddress } from '#contract/uploads.ts'
import { hostTime } from '#web/api/exchange.ts'
import type { PictureUpload } from '#web/posters/picture/picture-uploads.ts'

/** Whether a picture is on its way to the host. */
export function isMoving({ state }: PictureUpload): boolean {
  return state.kind !== 'stopped'
}

/** Whether a file is meant as a picture. If it is none, that is said when it is read. */
export function isPicture({ type, name }: File): boolean {
  return (
    type.startsWith('image/') ||
    /\.(?:avif|bmp|gif|hei[cf]|jfif|jpe?g|png|svg|tiff?|webp)$/i.test(name)
  )
}

/**
 * Reads an image URL, or the address of a picture that this host keeps: with the local API, neither the host nor its bucket need a
 * public name. A picture that is no longer kept, or not for long, by the clock of the host, cannot be used.
 *
 * @param deleted the names of those that were deleted before their time
 */
export function readPosterImage(typed: string, deleted: readonly string[] = []): ImageUrlReading {
  const near = checkNearImageUrl(typed, () => {
    const here = checkImageUrl(location.href)
    return !here.ok && here.problem === 'private-host'
  })
  const upload = near.ok ? readUploadAddress(near.url) : undefined
  if (!near.ok || upload === undefined) return readImageUrl(typed)
  const isGone = isAboutToEnd(upload, hostTime(Date.now())) || deleted.includes(upload.name)
  if (isGone) return { ok: false, problem: 'gone' }
  return { ok: true, url: near.url, putRight: [] }
}
