import { type Atom, createAtom, type ReadonlyAtom } from '@tanstack/react-store'

import type { PixelSize } from '#contract/jpeg.ts'
import { randomId } from '#web/api/random-id.ts'
import { caughtFailure } from '#web/api/api-error.ts'
import { type ApiSession, perSession } from '#web/api/session.tsx'
import { sendPicture, type UploadFailure } from '#web/api/uploads.ts'
import type { PictureResult } from '#web/posters/picture/clean-picture.ts'
import { partWithin, type PicturePart, WHOLE } from '#web/posters/picture/picture-part.ts'
import { preparePicture } from '#web/posters/picture/prepare-picture.ts'

/**
 * Where the address of a picture goes: to the images of the form, in place of what is in the field, in place of a tile, or to a failed
 * poster, by its record.
 */
export type PictureTarget = 'box' | 'field' | `image ${string}` | `failed ${string}`

/** A picture that was uploaded. Its address says until when the host keeps it. */
export interface KeptPicture {
  readonly url: string
  /** bytes of the file, and of what was uploaded of it */
  readonly before: number
  readonly after: number
  /** of the file; undefined: it is not known */
  readonly name?: string
  /** a small JPEG, as base64 */
  readonly thumbnail: string
  /** it is deleted on request only: a poster that the log no longer has may need it, or the host did not delete it when it was asked */
  readonly isLeft?: true
}

/** What a picture of the form was made of. A reload forgets it. */
export interface OriginalPicture {
  readonly file: File
  /** what was taken of the file */
  readonly part: PicturePart
  /** pixels of that part */
  readonly size: PixelSize
  /** where the picture is */
  readonly url: string
  readonly inBucket: boolean
}

/** Why a picture was not uploaded: it cannot be used, or the host did not get it. */
export type PictureFailure =
  | (Extract<PictureResult, { ok: false }> & { kind: 'unusable' })
  | { kind: 'not-uploaded'; failure: UploadFailure }

/** A picture on its way to the host. */
export interface PictureUpload {
  readonly id: string
  readonly target: PictureTarget
  readonly file: File
  /** the files that were added together, with this one */
  readonly together: readonly File[]
  /** what to take of the file; undefined: all of it */
  readonly part?: PicturePart
  /** what the field had when it was added: it takes the place of nothing else there */
  readonly field: string
  /** whether it goes into a bucket of the host */
  readonly inBucket: boolean
  readonly state:
    | { kind: 'waiting' | 'preparing' }
    /** sent: from 0 to 1 */
    | { kind: 'sending'; sent: number }
    | { kind: 'stopped'; why: PictureFailure }
}

/** The pictures of a session that are on their way. They go on while the person looks at other screens. */
export interface PictureUploads {
  readonly list: ReadonlyAtom<readonly PictureUpload[]>
  /** Uploads files, one after the other. Those that take the place of something else are one each. */
  readonly add: (
    files: readonly File[],
    how: Pick<PictureUpload, 'target' | 'field' | 'inBucket'>,
  ) => void
  /** by the addresses of the pictures */
  readonly originals: ReadonlyAtom<ReadonlyMap<string, OriginalPicture>>
  /** Uploads a part of a picture, to take its place. */
  readonly crop: (original: OriginalPicture, part: PicturePart, target: PictureTarget) => void
  /** Tries again what failed and may succeed now. */
  readonly retry: (targets: readonly PictureTarget[], field: string) => void
  /** Cancels what is on its way, and forgets what has failed. */
  readonly cancel: (...targets: readonly PictureTarget[]) => void
}

/** Is told which pictures are kept now. @param upload undefined: it was cancelled at the very end */
type OnKept = (picture: KeptPicture, upload: PictureUpload | undefined) => void

/** The uploads of a session. */
export const pictureUploadsOf = perSession(createUploads)

/** Whether the same file may be uploaded later. */
export function mayBeRetried({ state }: PictureUpload): boolean {
  if (state.kind !== 'stopped') return false
  if (state.why.kind === 'unusable') return state.why.problem === 'not-loaded'
  const { failure } = state.why
  if (failure.kind === 'other' && failure.failure.kind === 'front') {
    return ![411, 413].includes(failure.failure.status)
  }
  return !['off', 'not-taken', 'outdated'].includes(failure.kind)
}

/** Whether no answer came, so that it is tried again by itself. */
function isLost({ state }: PictureUpload): boolean {
  if (state.kind !== 'stopped') return false
  if (state.why.kind === 'unusable') return state.why.problem === 'not-loaded'
  const { failure } = state.why
  if (failure.kind === 'bucket') return failure.status === undefined
  return failure.kind === 'other' && failure.isLost
}

/** What becomes of an upload by a defect of ours: the next one still has its turn. */
function failedBy(error: unknown): PictureUpload['state'] {
  const failure = { kind: 'other', failure: caughtFailure(error), isLost: false } as const
  return { kind: 'stopped', why: { kind: 'not-uploaded', failure } }
}

function createUploads(session: ApiSession, onKept: OnKept): PictureUploads {
  const list: Atom<readonly PictureUpload[]> = createAtom<readonly PictureUpload[]>([])
  const originals: Atom<ReadonlyMap<string, OriginalPicture>> = createAtom<
    ReadonlyMap<string, OriginalPicture>
  >(new Map())
  /** the picture that is on its way, and how to cancel it */
  let current: { id: string; cancelling: AbortController } | undefined

  function put(id: string, state: PictureUpload['state']) {
    list.set((now) => now.map((one) => (one.id === id ? { ...one, state } : one)))
  }

  async function upload(picture: PictureUpload, cancel: AbortSignal) {
    const { id, file, part = WHOLE, inBucket } = picture
    put(id, { kind: 'preparing' })
    const prepared = await preparePicture(file, cancel, part)
    if (!prepared.ok) {
      put(id, { kind: 'stopped', why: { ...prepared, kind: 'unusable' } })
      return
    }
    const { blob, full: size, before, thumbnail } = prepared.picture
    put(id, { kind: 'sending', sent: 0 })
    const caller = { apiKey: session.apiKey, signal: cancel }
    const sent = await sendPicture(caller, blob, inBucket, (sentPart) => {
      put(id, { kind: 'sending', sent: sentPart })
    })
    if (!sent.ok) {
      put(id, { kind: 'stopped', why: { kind: 'not-uploaded', failure: sent.failure } })
      return
    }
    const isWanted = list.get().some((one) => one.id === id)
    list.set((now) => now.filter((one) => one.id !== id))
    const { url } = sent
    originals.set((now) => new Map(now).set(url, { file, part, size, url, inBucket }))
    onKept(
      { url, name: file.name, before, after: blob.size, thumbnail },
      isWanted ? picture : undefined,
    )
  }

  async function run() {
    if (current !== undefined) return
    const next = list.get().find(({ state }) => state.kind === 'waiting')
    if (next === undefined || session.signal.aborted) return
    const cancelling = new AbortController()
    current = { id: next.id, cancelling }
    const signal = AbortSignal.any([session.signal, cancelling.signal])
    await upload(next, signal).catch((error: unknown) => put(next.id, failedBy(error)))
    current = undefined
    await run()
  }

  function drop(isDropped: (one: PictureUpload) => boolean) {
    const dropped = list.get().filter(isDropped)
    list.set((now) => now.filter((one) => !isDropped(one)))
    if (dropped.some(({ id }) => id === current?.id)) current?.cancelling.abort()
  }

  function retry(isRetried: (one: PictureUpload) => boolean, change: { field?: string } = {}) {
    list.set((now) =>
      now.map((one) => (isRetried(one) ? { ...one, ...change, state: { kind: 'waiting' } } : one)),
    )
    void run()
  }

  window.addEventListener('online', () => retry(isLost), { signal: session.signal })

  function add(target: PictureTarget, pictures: readonly Omit<PictureUpload, 'id' | 'state'>[]) {
    const isPassed = (one: PictureUpload) => one.state.kind === 'stopped' && !mayBeRetried(one)
    drop((one) => one.target === target && (target !== 'box' || isPassed(one)))
    const added = pictures.map((one): PictureUpload => {
      return { ...one, id: randomId(), state: { kind: 'waiting' } }
    })
    list.set((now) => [...now, ...added])
    void run()
  }

  return {
    list,
    originals,
    retry: (targets, field) =>
      retry((one) => targets.includes(one.target) && mayBeRetried(one), { field }),
    add(files, how) {
      const pictures = files.map((file) => ({ ...how, file, together: files }))
      add(how.target, pictures)
    },
    crop({ file, url: field, inBucket, part: whole }, inner, target) {
      const part = partWithin(whole, inner)
      add(target, [{ file, together: [file], part, target, field, inBucket }])
    },
    cancel: (...targets) => drop((one) => targets.includes(one.target)),
  }
}
