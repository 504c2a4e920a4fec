import { type Atom, createAtom } from '@tanstack/react-store'
import * as z from 'zod/mini'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { readUploadAddress } from '#contract/uploads.ts'
import { randomId } from '#web/api/random-id.ts'
import { type ApiSession, perSession } from '#web/api/session.tsx'
import { accountEntry } from '#web/api/tab-entries.ts'
import type { NewPoster, PosterRecord } from '#web/poster-records/record.ts'
import type { KeptPicture, PictureUpload } from '#web/posters/picture/picture-uploads.ts'
import { readPosterImage } from '#web/posters/picture/pictures.ts'
import type { ReviewedPoster } from '#web/posters/results/failed-posters.ts'
import { readChoice, writeChoice } from '#web/ui/kept-choices.ts'

/** What an address can fill in. */
export interface PosterFields {
  readonly imageUrl: string
  readonly scene: PosterScene | null
}

/** One of several images, as a tile. */
export interface ImageTile {
  readonly id: string
  /** its URL, as it was typed or pasted */
  readonly typed: string
}

/** What a person has typed and chosen. */
export interface PosterInput {
  /** what stands in the field: the only image, or one more */
  readonly imageUrl: string
  /** the others, if there are several */
  readonly images: readonly ImageTile[]
  /** the tile that was removed last, and where it was; null: it cannot be brought back */
  readonly removed: (ImageTile & { readonly index: number }) | null
  /** in the order on screen */
  readonly scenes: readonly PosterScene[]
  /** several scenes can be chosen */
  readonly isMultiScene: boolean
  /** the poster that the form was sent as; null: it was not sent, or has changed since */
  readonly sentId: string | null
  /** also create posters that were created before */
  readonly withCreated: boolean
  /** the form is shown, although there are results */
  readonly isFormFirst: boolean
  /** failed posters are reviewed, out of the log */
  readonly isReviewing: boolean
  /** how failed posters are to be created again, as far as that was said */
  readonly reviewed: readonly ReviewedPoster[]
  /** the pictures that were uploaded in this tab, the newest last */
  readonly pictures: readonly KeptPicture[]
  /** the names of pictures that were deleted in this tab */
  readonly deleted: readonly string[]
}

/** A form without an image and a scene. */
export const EMPTY_FIELDS = { imageUrl: '', images: [], scenes: [], sentId: null } as const

const EMPTY: PosterInput = {
  ...EMPTY_FIELDS,
  removed: null,
  isMultiScene: false,
  withCreated: false,
  isFormFirst: false,
  isReviewing: false,
  reviewed: [],
  pictures: [],
  deleted: [],
}

/** Whether no image and no scene is there. */
export function isEmpty({ imageUrl, images, scenes }: PosterInput): boolean {
  return imageUrl === '' && images.length + scenes.length === 0
}

const scene = z.enum(POSTER_SCENES)
const reviewed = z.object({ id: z.string(), imageUrl: z.string(), isLeftOut: z.boolean() })
const tileShape = { id: z.string(), typed: z.string() }
const keptPicture = z.object({
  url: z.string(),
  name: z.exactOptional(z.string()),
  before: z.number(),
  after: z.number(),
  thumbnail: z.string(),
  isLeft: z.exactOptional(z.literal(true)),
})
// What a tab has kept from before an update may lack a part.
const stored = z.object({
  imageUrl: z.string(),
  images: z.catch(z.array(z.object(tileShape)), []),
  removed: z.catch(z.nullable(z.object({ ...tileShape, index: z.number() })), null),
  scenes: z.catch(z.array(scene), []),
  isMultiScene: z.catch(z.boolean(), false),
  sentId: z.nullable(z.string()),
  withCreated: z.boolean(),
  isFormFirst: z.catch(z.boolean(), false),
  isReviewing: z.catch(z.boolean(), false),
  reviewed: z.catch(z.array(reviewed), []),
  pictures: z.catch(z.array(keptPicture), []),
  deleted: z.catch(z.array(z.string()), []),
  /** image URLs, one per line: where several once had a form of their own */
  text: z.catch(z.string(), ''),
})

/** The input of a session in this tab. It outlives the screen, a reload and a crash of the page. */
export const inputOf = perSession(({ profileId, signal }: ApiSession): Atom<PosterInput> => {
  const input = createAtom(loadInput(profileId))
  const { unsubscribe } = input.subscribe((now) => saveInput(profileId, now))
  signal.addEventListener('abort', unsubscribe)
  return input
})

/** A change of a part of the input: its new values, or a function from the present input to them. */
export type InputChange = Partial<PosterInput> | ((now: PosterInput) => Partial<PosterInput>)

/** Changes a part of the input. */
export function editInput(input: Atom<PosterInput>, change: InputChange): void {
  input.set((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }))
}

/** The input with more images: the only one stands in the field, several are tiles. @param added as they were typed */
export function withImages(added: readonly string[]) {
  return ({ images, imageUrl, deleted }: PosterInput): Partial<PosterInput> => {
    const typed = added.map((one) => one.trim()).filter((one) => one !== '')
    if (typed.length === 0) return {}
    const reading = readPosterImage(imageUrl, deleted)
    // Nothing brings back a picture that the host has deleted.
    const isNothing = !reading.ok && (reading.problem === 'empty' || reading.problem === 'gone')
    const before = isNothing ? [] : [imageUrl]
    const tiles = [...before, ...typed].map((one) => ({ id: randomId(), typed: one }))
    return withTiles([...images, ...tiles])
  }
}

/** The input with an empty field for one more image. */
export function withNextField({ images, imageUrl }: PosterInput): Partial<PosterInput> {
  const tile = { id: randomId(), typed: imageUrl }
  return { images: [...images, tile], imageUrl: '', removed: null, sentId: null }
}

/** The input with a tile in the field, to be corrected. What is there becomes a tile. */
export function withTileInField(id: string) {
  return ({ images, imageUrl }: PosterInput): Partial<PosterInput> => {
    const typed = images.find((one) => one.id === id)?.typed ?? ''
    const others = images.flatMap((one) => {
      if (one.id !== id) return [one]
      return imageUrl.trim() === '' ? [] : [{ id: randomId(), typed: imageUrl }]
    })
    return { images: others, imageUrl: typed, removed: null, sentId: null }
  }
}

/** The input with other images in place of a tile, as they were typed. */
export function withReplaced(id: string, typed: readonly string[]) {
  return ({ images }: PosterInput): Partial<PosterInput> => ({
    images: images.flatMap((one) =>
      one.id === id ? typed.map((text) => ({ id: randomId(), typed: text })) : [one],
    ),
    removed: null,
  })
}

/** The input with one image less. It can be brought back until the images change again. */
export function withoutImage(id: string) {
  return ({ images, imageUrl }: PosterInput): Partial<PosterInput> => {
    const index = images.findIndex((one) => one.id === id)
    const removed = images[index]
    if (removed === undefined) return {}
    const left = images.filter((one) => one !== removed)
    return {
      ...(imageUrl === '' ? withTiles(left) : { images: left }),
      removed: { ...removed, index },
    }
  }
}

/** The input with the image that was removed last, where it was. */
export function withRemoved({ images, imageUrl, removed }: PosterInput): Partial<PosterInput> {
  if (removed === null) return {}
  const { index, ...image } = removed
  // The only other one may have gone into the field.
  const others =
    images.length > 0 || imageUrl === '' ? images : [{ id: randomId(), typed: imageUrl }]
  return {
    images: others.toSpliced(index, 0, image),
    removed: null,
    ...(others !== images && { imageUrl: '' }),
  }
}

/** The input after it was sent: only images that cannot be used are left. @param names of pictures that were deleted */
export function withoutUsable(names: readonly string[]) {
  return ({ images, imageUrl }: PosterInput): Partial<PosterInput> => {
    const field = imageUrl.trim() === '' ? [] : [{ id: randomId(), typed: imageUrl }]
    return withTiles([...images, ...field].filter(({ typed }) => !readPosterImage(typed, names).ok))
  }
}

/** The only image stands in the field, several are tiles. */
function withTiles(images: readonly ImageTile[]) {
  const [only, second] = images
  const isOne = only !== undefined && second === undefined
  return {
    imageUrl: isOne ? only.typed : '',
    images: isOne ? [] : images,
    removed: null,
    sentId: null,
  }
}

/**
 * Marks the form as sent, with the URL as it was read from it, if it is what was sent, or if it was emptied
 * meanwhile.
 */
export function withSent(input: PosterInput, { id, request }: NewPoster): PosterInput {
  const image = readPosterImage(input.imageUrl)
  const isSameScene = input.scenes.length === 1 && input.scenes[0] === request.prompt
  const isSame = image.ok && image.url === request.image_url && isSameScene
  if (!isSame && !isEmpty(input)) return input
  return { ...input, imageUrl: request.image_url, scenes: [request.prompt], sentId: id }
}

/**
 * The input after a picture was uploaded: its address is added to the images, or takes the place that it was uploaded for, unless
 * that has another by now.
 *
 * @param upload undefined: its address goes nowhere
 */
export function withPicture(
  { url, ...rest }: KeptPicture,
  upload: Pick<PictureUpload, 'target' | 'field'> | undefined,
) {
  const { target, field } = upload ?? {}
  return (input: PosterInput): Partial<PosterInput> => ({
    pictures: withKept(input.pictures, [{ url, ...rest }]),
    ...(target === 'box' && withImages([url])(input)),
    ...(target === 'field' && input.imageUrl === field && { imageUrl: url, sentId: null }),
    ...(target?.startsWith('image ') === true && {
      images: input.images.map((one) =>
        `image ${one.id}` === target ? { ...one, typed: url } : one,
      ),
    }),
    ...(target?.startsWith('failed ') === true && {
      reviewed: input.reviewed.map((one) =>
        `failed ${one.id}` === target ? { ...one, imageUrl: url } : one,
      ),
    }),
  })
}

/** The most pictures of a tab that are remembered, and those of them that are remembered with a thumbnail. */
const MOST_KEPT = { all: 1000, withThumbnail: 100 }

/** Adds pictures to those that are remembered, or replaces them there. The storage of a tab has no room for all thumbnails. */
function withKept(
  known: readonly KeptPicture[],
  added: readonly KeptPicture[],
): readonly KeptPicture[] {
  const urls = new Set(added.map(({ url }) => url))
  const all = [...known.filter(({ url }) => !urls.has(url)), ...added].slice(-MOST_KEPT.all)
  const bare = all.length - MOST_KEPT.withThumbnail
  return all.map((one, index) => (index < bare ? { ...one, thumbnail: '' } : one))
}

/** The input after the host has deleted a picture. */
export function withDeleted(name: string) {
  const isIt = (url: string) => readUploadAddress(url)?.name === name
  return ({ pictures, deleted, imageUrl, images }: PosterInput): Partial<PosterInput> => ({
    pictures: pictures.filter(({ url }) => !isIt(url)),
    deleted: [...deleted, name].slice(-MOST_KEPT.all),
    ...(isIt(imageUrl) && { imageUrl: '', sentId: null }),
    images: images.filter(({ typed }) => !isIt(typed)),
  })
}

/** The input after a picture that nothing needs was not deleted. */
export function withLeft(url: string) {
  return ({ pictures }: PosterInput): Partial<PosterInput> => ({
    pictures: pictures.map((one) => (one.url === url ? { ...one, isLeft: true } : one)),
  })
}

/**
 * The input after records were removed from the log: it takes their pictures over, as nothing else has their addresses now.
 *
 * @param isNeeded whether a poster that is not over needs the picture at an address
 */
export function withCleared(records: readonly PosterRecord[], isNeeded: (url: string) => boolean) {
  return ({ pictures, deleted }: PosterInput): Partial<PosterInput> => {
    const taken = records.flatMap(({ request: { image_url: url }, thumbnail = '' }) => {
      const address = readUploadAddress(url)
      if (address === undefined || deleted.includes(address.name)) return []
      const known = pictures.find((one) => one.url === url)
      const { isLeft: _, ...picture } = known ?? { url, before: 0, after: 0, thumbnail }
      return isNeeded(url) ? { ...picture, isLeft: true as const } : picture
    })
    return { pictures: withKept(pictures, taken) }
  }
}

const entryOf = (profileId: string) => accountEntry('poster-form', profileId)

/** The input of an account that this tab has kept. */
export function loadInput(profileId: string): PosterInput {
  try {
    const text = readChoice(entryOf(profileId), 'sessionStorage')
    const kept = stored.safeParse(JSON.parse(text ?? 'null')).data
    if (kept === undefined) return EMPTY
    const { text: lines, ...input } = kept
    return { ...input, ...withImages(lines.split('\n'))(input) }
  } catch {
    return EMPTY
  }
}

/** Keeps the input until the tab is closed, unless it is empty. Without storage it lasts as long as the session. */
export function saveInput(profileId: string, input: PosterInput): void {
  const { removed, isFormFirst, isReviewing, pictures, deleted } = input
  const isShown = isFormFirst || isReviewing || removed !== null
  const isNothing = isEmpty(input) && !isShown && pictures.length + deleted.length === 0
  writeChoice(entryOf(profileId), isNothing ? null : JSON.stringify(input), 'sessionStorage')
}
