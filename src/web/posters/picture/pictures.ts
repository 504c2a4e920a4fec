import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'

import { checkImageUrl, type ImageUrlReading } from '#contract/image-url.ts'
import { readImageUrl } from '#contract/read-image-url.ts'
import {
  checkNearImageUrl,
  isAboutToEnd,
  readUploadAddress,
  type UploadsInfo,
} from '#contract/uploads.ts'
import { useUploadsInfo } from '#web/api/host-info.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'
import type { PictureUse } from '#web/posters/picture/picture-use.ts'
import { hostTime } from '#web/api/exchange.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { announce } from '#web/ui/live-region.tsx'
import {
  type KeptPicture,
  type OriginalPicture,
  type PictureTarget,
  type PictureUpload,
  type PictureUploads,
  pictureUploadsOf,
} from '#web/posters/picture/picture-uploads.ts'

/** What the posters screen knows of pictures from this device, and does with them. */
export interface Pictures {
  /** how the host takes them; undefined: it takes none */
  readonly info: UploadsInfo | undefined
  /** those that were uploaded in this tab */
  readonly kept: readonly KeptPicture[]
  /** those that are on their way */
  readonly list: readonly PictureUpload[]
  /** the names of those that were deleted in this tab */
  readonly deleted: readonly string[]
  readonly add: (files: readonly File[], target: PictureTarget) => void
  readonly retry: (target: PictureTarget) => void
  readonly cancel: PictureUploads['cancel']
  readonly onDeleted: (name: string) => void
  /** what the picture at an address is needed for */
  readonly findUse: (url: string) => PictureUse
  /** takes over the pictures of records that were removed from the log */
  readonly onCleared: (records: readonly PosterRecord[]) => void
  /** what the last picture for the form was made of, while this tab has it */
  readonly original: OriginalPicture | undefined
  /** where the focus goes after the dialog that crops it; undefined: the dialog is closed */
  readonly cropping: (() => HTMLElement | undefined) | undefined
  readonly setCropping: (returnTo: Pictures['cropping']) => void
  readonly crop: PictureUploads['crop']
}

/** The most pictures of a tab that are remembered, and those of them that are remembered with a thumbnail. */
export const MOST_KEPT = { all: 1000, withThumbnail: 100 }

/** What the draft of a session remembers of pictures. */
export interface PicturesInDraft extends Pick<
  Pictures,
  'kept' | 'deleted' | 'onDeleted' | 'findUse' | 'onCleared'
> {
  /** what the form for one poster has now */
  fieldNow: () => string
}

/**
 * The pictures of a session.
 *
 * @param onKept is called when a picture was uploaded
 * @param onSeveral is called when several pictures were added to the form for one poster
 */
export function usePictures(
  session: ApiSession,
  { fieldNow, ...draft }: PicturesInDraft,
  onKept: (picture: KeptPicture, upload: PictureUpload | undefined) => void,
  onSeveral: () => void,
): Pictures {
  const info = useUploadsInfo()
  const uploads = pictureUploadsOf(session, (picture, upload) => {
    onKept(picture, upload)
    // What else there is to say of them is read out where they are listed.
    if (upload !== undefined && uploads.list.get().length === 0) announce(m.picture_ready())
  })
  const list = useSelector(uploads.list)
  const original = useSelector(uploads.original)
  const [cropping, setCropping] = useState<Pictures['cropping']>()
  return {
    ...draft,
    info,
    list,
    retry: (target) => uploads.retry(target, fieldNow()),
    cancel: uploads.cancel,
    original,
    cropping,
    setCropping: (returnTo) => setCropping(() => returnTo),
    crop: uploads.crop,
    add(files, target) {
      if (files.length === 0) return
      const isSeveral = files.length > 1
      if (isSeveral && target === 'one') onSeveral()
      uploads.add(files, {
        target: isSeveral ? 'several' : target,
        field: fieldNow(),
        inBucket: info?.bucket !== undefined,
      })
    },
  }
}

/** Whether a picture is on its way to the host. */
export function isMoving({ state }: PictureUpload): boolean {
  return state.kind !== 'stopped'
}

/** Whether a file is meant as a picture. If it is none, that is said when it is read. */
export function isPicture({ type, name }: File): boolean {
  return (
    type.startsWith('image/') || /\.(?:avif|bmp|gif|heic|heif|jfif|jpe?g|png|webp)$/i.test(name)
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
