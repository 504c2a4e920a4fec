import { type Atom, createAtom, type ReadonlyAtom } from '@tanstack/react-store'

import { randomId } from '#web/api/random-id.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { sendPicture, type UploadFailure } from '#web/api/uploads.ts'
import type { PictureResult, PreparedPicture } from '#web/posters/picture/clean-picture.ts'
import { preparePicture } from '#web/posters/picture/prepare-picture.ts'

/** Where the address of a picture goes: the form for one poster, or the lines of a batch. */
export type PictureTarget = 'one' | 'several'

/** A picture that was uploaded. Its address says until when the host keeps it. */
export interface KeptPicture {
  readonly url: string
  /** bytes of the file, and of what was uploaded of it */
  readonly before: number
  readonly after: number
  /** a small JPEG, as base64 */
  readonly thumbnail: string
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
  readonly state:
    | { kind: 'waiting' | 'preparing' }
    /** sent: from 0 to 1 */
    | { kind: 'sending'; sent: number }
    | { kind: 'stopped'; why: PictureFailure }
}

/** The pictures of a session that are on their way. They go on while the person looks at other screens. */
export interface PictureUploads {
  readonly list: ReadonlyAtom<readonly PictureUpload[]>
  /** Uploads files, one after the other. In the form for one poster, a picture takes the place of the one before. */
  readonly add: (files: readonly File[], target: PictureTarget) => void
  /** Tries again what failed and may succeed now. */
  readonly retry: () => void
  /** Cancels what is on its way, and forgets what has failed. */
  readonly cancel: (target: PictureTarget) => void
}

/** Is told which pictures are kept now. */
type OnKept = (picture: KeptPicture, target: PictureTarget) => void

const uploadsOf = new WeakMap<ApiSession, PictureUploads>()

/** The uploads of a session. */
export function pictureUploadsOf(session: ApiSession, onKept: OnKept): PictureUploads {
  const known = uploadsOf.get(session)
  if (known !== undefined) return known
  const uploads = createUploads(session, onKept)
  uploadsOf.set(session, uploads)
  return uploads
}

/** Whether the same file may be uploaded later. */
export function mayBeRetried({ state }: PictureUpload): boolean {
  if (state.kind !== 'stopped' || state.why.kind !== 'not-uploaded') return false
  const { kind } = state.why.failure
  return kind !== 'off' && kind !== 'not-taken'
}

function createUploads(session: ApiSession, onKept: OnKept): PictureUploads {
  const list: Atom<readonly PictureUpload[]> = createAtom<readonly PictureUpload[]>([])
  /** the picture that is on its way, and how to cancel it */
  let current: { id: string; cancelling: AbortController } | undefined

  function put(id: string, state: PictureUpload['state']) {
    list.set((now) => now.map((one) => (one.id === id ? { ...one, state } : one)))
  }

  async function upload({ id, file, target }: PictureUpload, cancel: AbortSignal) {
    put(id, { kind: 'preparing' })
    const prepared = await preparePicture(file, cancel)
    if (!prepared.ok) {
      put(id, { kind: 'stopped', why: { ...prepared, kind: 'unusable' } })
      return
    }
    const { picture } = prepared
    put(id, { kind: 'sending', sent: 0 })
    const caller = { apiKey: session.apiKey, signal: cancel }
    const sent = await sendPicture(caller, picture.blob, (part) => {
      put(id, { kind: 'sending', sent: part })
    })
    if (!sent.ok) {
      put(id, { kind: 'stopped', why: { kind: 'not-uploaded', failure: sent.failure } })
      return
    }
    // It may have been cancelled at the very end.
    if (!list.get().some((one) => one.id === id)) return
    list.set((now) => now.filter((one) => one.id !== id))
    onKept(keptOf(picture, sent.url), target)
  }

  async function run() {
    if (current !== undefined) return
    const next = list.get().find(({ state }) => state.kind === 'waiting')
    if (next === undefined || session.signal.aborted) return
    const cancelling = new AbortController()
    current = { id: next.id, cancelling }
    await upload(next, AbortSignal.any([session.signal, cancelling.signal]))
    current = undefined
    await run()
  }

  function drop(isDropped: (one: PictureUpload) => boolean) {
    const dropped = list.get().filter(isDropped)
    list.set((now) => now.filter((one) => !isDropped(one)))
    if (dropped.some(({ id }) => id === current?.id)) current?.cancelling.abort()
  }

  function retry() {
    list.set((now) =>
      now.map((one) => (mayBeRetried(one) ? { ...one, state: { kind: 'waiting' } } : one)),
    )
    void run()
  }

  const online = () => {
    const isLost = ({ state }: PictureUpload) =>
      state.kind === 'stopped' &&
      state.why.kind === 'not-uploaded' &&
      state.why.failure.kind === 'other' &&
      state.why.failure.isLost
    if (list.get().some(isLost)) retry()
  }
  window.addEventListener('online', online, { signal: session.signal })

  return {
    list,
    retry,
    add(files, target) {
      if (target === 'one') drop((one) => one.target === 'one')
      else drop((one) => one.state.kind === 'stopped' && !mayBeRetried(one))
      const added = files.map((file): PictureUpload => {
        return { id: randomId(), file, target, state: { kind: 'waiting' } }
      })
      list.set((now) => [...now, ...added])
      void run()
    },
    cancel: (target) => drop((one) => one.target === target),
  }
}

function keptOf({ before, blob, thumbnail }: PreparedPicture, url: string): KeptPicture {
  return { url, before, after: blob.size, thumbnail }
}
