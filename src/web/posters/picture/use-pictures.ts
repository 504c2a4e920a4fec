import { type Atom, useSelector } from '@tanstack/react-store'
import { useEffect, useEffectEvent, useState } from 'react'

import { readUploadAddress } from '#contract/uploads.ts'
import { caughtFailure } from '#web/api/api-error.ts'
import { useUploadsInfo } from '#web/api/host-info.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { deletePicture } from '#web/api/uploads.ts'
import { m } from '#web/messages/generated/messages.js'
import { ownerOf } from '#web/poster-records/owner.ts'
import { posterRecordStore } from '#web/poster-records/record-store.ts'
import { isOpen, type PosterRecord } from '#web/poster-records/record.ts'
import type { PosterRecords } from '#web/poster-records/use-poster-records.ts'
import { type FollowedTasks, isFollowed } from '#web/posters/follow/followed-tasks.ts'
import {
  editInput,
  type InputChange,
  type PosterInput,
  withCleared,
  withDeleted,
  withLeft,
  withPicture,
} from '#web/posters/form/poster-input.ts'
import { type PictureTarget, pictureUploadsOf } from '#web/posters/picture/picture-uploads.ts'
import { announce } from '#web/ui/live-region.tsx'

/** A picture is deleted once nothing needs it for this time, in milliseconds: what was cut may be pasted elsewhere. */
const UNUSED_MS = 3_000

/**
 * What the posters screen knows of pictures from this device, and does with them: where their addresses go, and which are deleted.
 *
 * @param onAdd is called before pictures are added to the form
 */
export function usePictures(
  inputAtom: Atom<PosterInput>,
  { log, own, isSending, toConfirm }: PosterRecords,
  { tasks }: FollowedTasks,
  onAdd: () => void,
) {
  const session = useApiSession()
  const info = useUploadsInfo()
  const input = useSelector(inputAtom)
  const edit = (change: InputChange) => editInput(inputAtom, change)
  const uploads = pictureUploadsOf(session, (picture, upload) => {
    edit(withPicture(picture, upload))
    // What else there is to say of them is read out where they are listed.
    if (upload !== undefined && uploads.list.get().length === 0) announce(m.picture_ready())
  })
  const [cropping, setCropping] = useState<Cropping>()
  const findUse = pictureUses({ input, own, logged: log?.records ?? [], tasks })
  // A poster that is being sent may have no record yet.
  const isKnown = log !== undefined && !isSending && toConfirm === null && !session.isReadOnly
  const unused = input.pictures.filter(
    ({ url, isLeft }) => isKnown && isLeft === undefined && findUse(url) === 'none',
  )
  const names = unused.map(({ url }) => url).join('\n')
  const deleteAll = useEffectEvent(async () => {
    for (const { url } of unused) await deleteUnused(url, session, inputAtom)
  })
  useEffect(() => {
    if (names === '') return undefined
    const timer = setTimeout(() => void deleteAll(), UNUSED_MS)
    return () => clearTimeout(timer)
  }, [names])
  return {
    /** how the host takes them; undefined: it takes none */
    info,
    /** those that were uploaded in this tab */
    kept: input.pictures,
    /** those that are on their way */
    list: useSelector(uploads.list),
    /** the names of those that were deleted in this tab */
    deleted: input.deleted,
    add: (files: readonly File[], target: PictureTarget) => {
      if (files.length === 0) return
      if (target === 'box') onAdd()
      uploads.add(files, {
        target,
        field: inputAtom.get().imageUrl,
        inBucket: info?.bucket !== undefined,
      })
    },
    retry: (...targets: readonly PictureTarget[]) =>
      uploads.retry(targets, inputAtom.get().imageUrl),
    cancel: uploads.cancel,
    onDeleted: (name: string) => edit(withDeleted(name)),
    /** what the picture at an address is needed for */
    findUse,
    /** takes over the pictures of records that were removed from the log */
    onCleared: (records: readonly PosterRecord[]) =>
      edit(withCleared(records, (url) => findUse(url) === 'poster')),
    /** what pictures of the form were made of, by their addresses, while this tab has it */
    originals: useSelector(uploads.originals),
    /** undefined: the dialog that crops is closed */
    cropping,
    setCropping,
    crop: uploads.crop,
  }
}

/** A picture that is being cropped. */
export interface Cropping {
  url: string
  /** what the part takes the place of */
  target: PictureTarget
  /** where the focus goes afterwards */
  returnTo: () => HTMLElement | undefined
}

/** Deletes a picture that nothing needs. If the host does not, there is a button for it. */
async function deleteUnused(url: string, session: ApiSession, input: Atom<PosterInput>) {
  const { records } = await posterRecordStore.read(await ownerOf(session))
  // Meanwhile it may have been pasted, or another tab may have sent one.
  const isSent = records.some(({ request }) => request.image_url === url)
  if (isSent || isDrafted(input.get(), url)) return
  const name = readUploadAddress(url)?.name ?? ''
  const deletion = await deletePicture(session, name).catch(caughtFailure)
  const isGone = deletion === 'deleted' || deletion === 'absent'
  editInput(input, isGone ? withDeleted(name) : withLeft(url))
}

/**
 * What a kept picture is needed for. poster: one that waits, is on its way, or whose task is not over; log: to show it, and to repeat its
 * poster; draft: a field has its address; none: nobody can find it any more.
 */
type PictureUse = 'poster' | 'log' | 'draft' | 'none'

/** All that may have the address of a picture. */
interface PictureUsers {
  /** what is typed */
  input: Pick<PosterInput, 'imageUrl' | 'images' | 'removed' | 'reviewed'>
  /** all records of this tab */
  own: readonly PosterRecord[]
  logged: readonly PosterRecord[]
  /** uuid → what the list says of the task */
  tasks: FollowedTasks['tasks']
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
function isDrafted(
  { imageUrl, images, removed, reviewed }: PictureUsers['input'],
  url: string,
): boolean {
  const typed = [imageUrl, ...images.map((one) => one.typed), removed?.typed ?? '']
  return [...typed, ...reviewed.map((one) => one.imageUrl)].some((part) => part.includes(url))
}
