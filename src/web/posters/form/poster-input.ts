import { type Atom, createAtom } from '@tanstack/react-store'
import * as z from 'zod/mini'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { readUploadAddress } from '#contract/uploads.ts'
import { type ApiSession, perSession } from '#web/api/session.tsx'
import { accountEntry } from '#web/api/tab-entries.ts'
import type { NewPoster, PosterRecord } from '#web/poster-records/record.ts'
import { withLines } from '#web/posters/batch/batch-input.ts'
import { failedTarget, type ReviewedPoster } from '#web/posters/batch/failed-posters.ts'
import type { KeptPicture, PictureUpload } from '#web/posters/picture/picture-uploads.ts'
import { readPosterImage } from '#web/posters/picture/pictures.ts'
import { readChoice, writeChoice } from '#web/ui/kept-choices.ts'

/** The values of the form for one poster. */
export interface PosterFields {
  readonly imageUrl: string
  readonly scene: PosterScene | null
}

/** What a person has typed and chosen, for one poster and for several. */
export interface PosterInput extends PosterFields {
  /** the poster that the form was sent as; null: it was not sent, or has changed since */
  readonly sentId: string | null
  /** the form for several posters is shown */
  readonly isSeveral: boolean
  /** image URLs as they were typed, one per line */
  readonly text: string
  readonly scenes: readonly PosterScene[]
  /** also create posters that were created before */
  readonly withCreated: boolean
  /** the failed posters that are reviewed, to be created again; null: none are */
  readonly review: readonly ReviewedPoster[] | null
  /** the pictures that were uploaded in this tab, the newest last */
  readonly pictures: readonly KeptPicture[]
  /** the names of pictures that were deleted in this tab */
  readonly deleted: readonly string[]
}

/** An empty form for one poster. */
export const EMPTY_FIELDS = { imageUrl: '', scene: null, sentId: null } as const

const EMPTY: PosterInput = {
  ...EMPTY_FIELDS,
  isSeveral: false,
  text: '',
  scenes: [],
  withCreated: false,
  review: null,
  pictures: [],
  deleted: [],
}

/** Whether nothing is typed or chosen for one poster. */
export function isEmpty({ imageUrl, scene }: PosterFields): boolean {
  return imageUrl === '' && scene === null
}

const scene = z.enum(POSTER_SCENES)
const reviewed = z.object({ id: z.string(), imageUrl: z.string(), isLeftOut: z.boolean() })
const keptPicture = z.object({
  url: z.string(),
  before: z.number(),
  after: z.number(),
  thumbnail: z.string(),
  isLeft: z.exactOptional(z.literal(true)),
})
const stored = z.object({
  imageUrl: z.string(),
  scene: z.catch(z.nullable(scene), null),
  sentId: z.nullable(z.string()),
  isSeveral: z.boolean(),
  text: z.string(),
  scenes: z.catch(z.array(scene), []),
  withCreated: z.boolean(),
  review: z.catch(z.nullable(z.array(reviewed)), null),
  pictures: z.catch(z.array(keptPicture), []),
  deleted: z.catch(z.array(z.string()), []),
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

/**
 * Marks the form as sent, with the URL as it was read from it, if it is what was sent, or if it was emptied
 * meanwhile.
 */
export function withSent(input: PosterInput, { id, request }: NewPoster): PosterInput {
  const image = readPosterImage(input.imageUrl)
  const isSame = image.ok && image.url === request.image_url && input.scene === request.prompt
  if (!isSame && !isEmpty(input)) return input
  return { ...input, imageUrl: request.image_url, scene: request.prompt, sentId: id }
}

/**
 * The input after a picture was uploaded: its address goes into the form, unless that has another by now, to the lines of a batch, or
 * to a failed poster.
 *
 * @param upload undefined: its address goes nowhere
 */
export function withPicture(picture: KeptPicture, upload: PictureUpload | undefined) {
  const { target, field } = upload ?? {}
  return ({ pictures, text, imageUrl, review }: PosterInput): Partial<PosterInput> => ({
    pictures: withKept(pictures, [picture]),
    ...(target === 'several' && { text: withLines(text, [picture.url]) }),
    ...(target === 'one' && imageUrl === field && { imageUrl: picture.url, sentId: null }),
    review:
      review?.map((one) =>
        failedTarget(one) === target ? { ...one, imageUrl: picture.url } : one,
      ) ?? null,
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
  return ({ pictures, deleted, imageUrl, text }: PosterInput): Partial<PosterInput> => ({
    pictures: pictures.filter(({ url }) => !isIt(url)),
    deleted: [...deleted, name].slice(-MOST_KEPT.all),
    ...(isIt(imageUrl) && { imageUrl: '', sentId: null }),
    text: text
      .split('\n')
      .filter((line) => !isIt(line.trim()))
      .join('\n'),
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
    return stored.safeParse(JSON.parse(text ?? 'null')).data ?? EMPTY
  } catch {
    return EMPTY
  }
}

/** Keeps the input until the tab is closed, unless it is empty. Without storage it lasts as long as the session. */
export function saveInput(profileId: string, input: PosterInput): void {
  const { text, scenes, review, pictures, deleted } = input
  const isUntyped = isEmpty(input) && text === '' && scenes.length === 0
  const isNothing = isUntyped && review === null && pictures.length + deleted.length === 0
  writeChoice(entryOf(profileId), isNothing ? null : JSON.stringify(input), 'sessionStorage')
}
