import type { ImageUrlReading } from '#contract/image-url.ts'
import type { PosterScene, PosterTaskRequest } from '#contract/poster-tasks.ts'
import type { PlannedPoster } from '#web/poster-records/queue.ts'
import { isOpen, type PosterRecord } from '#web/poster-records/record.ts'
import type { PosterInput } from '#web/posters/form/poster-input.ts'
import { readPosterImage } from '#web/posters/picture/pictures.ts'

/** The most posters in one batch. A person should check the results in between. */
export const MAX_POSTERS = 500

/** A poster that is in this account's log already. */
export interface KnownPoster {
  readonly request: PosterTaskRequest
  readonly state: 'created' | 'unknown'
  /** when it was sent last, milliseconds since the epoch */
  readonly at: number
}

/** What will be sent, and what will not and why. */
export interface PosterPlan {
  readonly posters: readonly PlannedPoster[]
  /** how many were entered more than once */
  readonly duplicates: number
  /** posters in the log; created ones are also in `posters` if the person wants them again */
  readonly known: readonly KnownPoster[]
}

/** A poster that a person wants. If it takes the place of failed ones, that they were created is no reason to ask. */
export type WantedPoster = Pick<PlannedPoster, 'request' | 'retryOf'>

/** What the form asks for: pictures × scenes = posters. */
export interface WantedPosters {
  /** how many images can be sent, each counted once */
  readonly images: number
  /** how many cannot, and how many are there once more */
  readonly unusable: number
  readonly duplicates: number
  readonly scenes: number
  readonly posters: number
  readonly pairs: readonly WantedPoster[]
}

/** Reads what the form asks for, the tiles before the field. @param deleted names of pictures, see readPosterImage */
export function wantedOf(
  { images, imageUrl, scenes }: Pick<PosterInput, 'images' | 'imageUrl' | 'scenes'>,
  deleted: readonly string[],
): WantedPosters {
  const typed = [...images.map((one) => one.typed), ...(imageUrl.trim() === '' ? [] : [imageUrl])]
  const urls: string[] = []
  for (const one of typed) {
    const reading: ImageUrlReading = readPosterImage(one, deleted)
    if (reading.ok) urls.push(reading.url)
  }
  const count = new Set(urls).size
  return {
    images: count,
    unusable: typed.length - urls.length,
    duplicates: urls.length - count,
    scenes: scenes.length,
    posters: count * scenes.length,
    pairs: pairsOf(urls, scenes),
  }
}

/** Every address with every scene, in the order of the addresses. */
export function pairsOf(urls: readonly string[], scenes: readonly PosterScene[]): WantedPoster[] {
  return urls.flatMap((image_url) => scenes.map((prompt) => ({ request: { image_url, prompt } })))
}

/**
 * Plans several posters. Each is in it once. A poster with an unknown outcome is left out: the form asks before it
 * sends that again, and a batch does not.
 *
 * @param recorded the posters in this account's log
 * @param withCreated also create posters that were created before
 */
export function planPosters(
  wanted: readonly WantedPoster[],
  recorded: readonly PosterRecord[],
  withCreated: boolean,
): PosterPlan {
  const unique = new Map<string, { request: PosterTaskRequest; retryOf: readonly string[] }>()
  for (const { request, retryOf = [] } of wanted) {
    const name = posterName(request)
    unique.set(name, { request, retryOf: [...(unique.get(name)?.retryOf ?? []), ...retryOf] })
  }
  const before = new Map<string, PosterRecord[]>()
  for (const record of recorded) {
    if (!isOpen(record) && record.state.kind !== 'created') continue
    const name = posterName(record.request)
    before.set(name, [...(before.get(name) ?? []), record])
  }
  const posters: PlannedPoster[] = []
  const known: KnownPoster[] = []
  for (const [name, { request, retryOf }] of unique) {
    const earlier = before.get(name) ?? []
    const last = earlier.find(isOpen) ?? earlier.at(-1)
    if (last !== undefined && !retryOf.includes(last.id)) {
      const state = isOpen(last) ? 'unknown' : 'created'
      known.push({ request, state, at: last.startedAt })
      if (state === 'unknown' || !withCreated) continue
    }
    const confirmed = earlier.map(({ id }) => ({ id, isCreated: true }))
    posters.push({ request, confirmed, ...(retryOf.length > 0 && { retryOf }) })
  }
  return { posters, duplicates: wanted.length - unique.size, known }
}

/** Two posters are the same where image and scene are. No address has a line break in it. */
export function posterName({ image_url, prompt }: PosterTaskRequest): string {
  return `${prompt}\n${image_url}`
}
