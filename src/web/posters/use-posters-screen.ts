import { type Atom, useSelector } from '@tanstack/react-store'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { readUploadAddress } from '#contract/uploads.ts'
import { caughtFailure } from '#web/api/api-error.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { deletePicture } from '#web/api/uploads.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  type Balance,
  lastBalance,
  type Outcome,
  outcomeOf,
  type PosterRecord,
} from '#web/poster-records/record.ts'
import { ownerOf } from '#web/poster-records/owner.ts'
import { posterRecordStore } from '#web/poster-records/record-store.ts'
import { type PosterSender, senderOf } from '#web/poster-records/sender.ts'
import { type PosterRecords, usePosterRecords } from '#web/poster-records/use-poster-records.ts'
import { reviewOf } from '#web/posters/batch/failed-posters.ts'
import { announceBatch } from '#web/posters/batch/batch-words.ts'
import { type FollowedTasks, useFollowedTasks } from '#web/posters/follow/use-followed-tasks.ts'
import {
  editInput,
  EMPTY_FIELDS,
  type InputChange,
  inputOf,
  isEmpty,
  type PosterFields,
  type PosterInput,
  withCleared,
  withDeleted,
  withLeft,
  withPicture,
  withSent,
} from '#web/posters/form/poster-input.ts'
import { isDrafted, pictureUses } from '#web/posters/picture/picture-use.ts'
import { type Pictures, usePictures } from '#web/posters/picture/pictures.ts'
import { pointsLimitOf } from '#web/posters/points-limit.tsx'
import { type ScenePictures, useScenePictures } from '#web/posters/scenes/scene-group.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

const NONE: readonly PosterRecord[] = []

/** What the address of the screen asks for. */
export interface AddressInput {
  /** fills in the form, never submits it */
  prefill: Partial<PosterFields>
  /** what the address asked for and cannot be used */
  ignored: readonly InvalidInput[]
  /** something was shared with the installed app, and nothing usable has arrived */
  isShareLost: boolean
  /** called when the form is filled in */
  onPrefilled: () => void
}

/** Everything that the posters screen shows and does. */
export interface PostersScreenModel {
  /** nothing can be created in this account */
  isReadOnly: boolean
  /** what is in the place of the form */
  view: 'batch' | 'created' | 'form'
  posters: PosterRecords
  sender: PosterSender
  /** the tasks of the created posters */
  followed: FollowedTasks
  /** what posters of the scenes look like */
  scenePictures: ScenePictures
  input: PosterInput
  edit: (change: InputChange) => void
  /** pictures from this device */
  pictures: Pictures
  /** the last poster of the form, while its outcome is shown */
  shown: ShownOutcome | null
  /** what the address asked for and cannot be used */
  ignored: readonly InvalidInput[]
  /** Switches between the form and the batch. */
  showBatch: (isOpen: boolean) => void
  /** Goes from the created poster back to the form. */
  createAnother: () => void
  /** Fills the form with an earlier poster. */
  repeat: (poster: Pick<PosterRecord, 'request'>) => void
  /** Opens the review of failed posters; undefined: it is open, a batch is not over, or nothing can be created. */
  review: ((failed: readonly PosterRecord[]) => void) | undefined
}

/** The outcome of the last poster of the form. */
export interface ShownOutcome {
  id: string
  request: PosterTaskRequest
  outcome: Outcome
  /** the outcome came with the reply to this tab; false: the log has learnt it later */
  isFromReply: boolean
  /** what was sent, if the form has another poster by now; else null */
  formerRequest: PosterTaskRequest | null
  /** the balance before this poster, if known */
  previousBalance: Balance | null
}

/** The state of the posters screen, and what a person can do on it. */
export function usePostersScreen({
  prefill,
  ignored,
  isShareLost,
  onPrefilled,
}: AddressInput): PostersScreenModel {
  const session = useApiSession()
  const { isReadOnly } = session
  const inputAtom = inputOf(session)
  const edit = (change: InputChange) => editInput(inputAtom, change)
  const sender = senderOf(session, {
    onBegun: (poster) => inputAtom.set((now) => withSent(now, poster)),
    onBatch: announceBatch,
    pointsLimit: () => pointsLimitOf(session.profileId),
    thumbnailOf: (url) =>
      inputAtom.get().pictures.find((one) => one.url === url && one.thumbnail !== '')?.thumbnail,
  })
  const initiallyIgnored = usePrefilled(
    { prefill, ignored, isShareLost, onPrefilled },
    (fields) => {
      // In a read-only account there is no form to fill in.
      if (!isReadOnly) edit({ ...fields, sentId: null })
    },
  )
  const input = useSelector(inputAtom)
  const posters = usePosterRecords(sender)
  const { log, own, latest } = posters
  const records = log?.records ?? NONE
  const followed = useFollowedTasks(records)
  const scenePictures = useScenePictures(records, followed.tasks)
  const pictures = useFormPictures(session, inputAtom, {
    posters,
    followed,
    onSeveral: () => showBatch(true),
  })

  const isIt = (id: string) => (record: PosterRecord) => record.id === id
  const known = (id: string) => own.find(isIt(id)) ?? log?.records.find(isIt(id))
  const isCreated = (id: string | undefined) => known(id ?? '')?.state.kind === 'created'
  // Empty the form once its poster is created: it must not be offered again, even if the log is cleared.
  const isDone = input.sentId !== null && isCreated(input.sentId)
  useEffect(() => {
    if (isDone) editInput(inputAtom, EMPTY_FIELDS)
  }, [isDone, inputAtom])
  // A poster that was created before the screen was opened is in the log. The screen starts with the form.
  const [dismissed, setDismissed] = useState(() => (isCreated(latest?.id) ? latest?.id : undefined))
  const record = latest === null || latest.id === dismissed ? undefined : known(latest.id)
  const shown = record === undefined ? null : shownOutcome(record, posters, input)
  // If the person has started another poster, the form stays.
  const isFree = isDone || isEmpty(input)
  const formOrCreated = shown?.outcome.kind === 'created' && isFree ? 'created' : 'form'

  function showBatch(isSeveral: boolean, rest: Partial<PosterInput> = {}) {
    // The button that was pressed goes away.
    focusPageHeading()
    edit({ isSeveral, ...rest })
  }
  const isFreeForBatch = posters.batch === null || posters.batch.phase.kind === 'over'
  const isReviewing = input.isSeveral && input.review !== null

  return {
    isReadOnly,
    view: input.isSeveral && !isReadOnly ? 'batch' : formOrCreated,
    posters,
    sender,
    followed,
    scenePictures,
    input,
    edit,
    pictures: {
      ...pictures,
      add(files, target) {
        // The form shows how far they are.
        if (target === 'one' && shown?.outcome.kind === 'created') setDismissed(latest?.id)
        pictures.add(files, target)
      },
    },
    shown,
    ignored: initiallyIgnored,
    showBatch,
    createAnother() {
      focusPageHeading()
      setDismissed(latest?.id)
    },
    review:
      !isReadOnly && isFreeForBatch && !isReviewing
        ? (failed) => {
            showBatch(true, { review: reviewOf(failed, input.review ?? []), withCreated: false })
            scrollTo({ top: 0 })
          }
        : undefined,
    repeat({ request }) {
      showBatch(false)
      if (shown?.outcome.kind === 'created') setDismissed(latest?.id)
      // A picture on its way must not replace it.
      pictures.cancel('one')
      edit({ imageUrl: request.image_url, scene: request.prompt, sentId: null })
      // On a phone the form is far above the log.
      scrollTo({ top: 0 })
      announce(m.submission_repeated())
    },
  }
}

/** A picture is deleted once nothing needs it for this time, in milliseconds: what was cut may be pasted elsewhere. */
const UNUSED_MS = 3_000

/** The pictures for the form: where their addresses go, and which are deleted. */
function useFormPictures(
  session: ApiSession,
  inputAtom: Atom<PosterInput>,
  screen: { posters: PosterRecords; followed: FollowedTasks; onSeveral: () => void },
): Pictures {
  const input = useSelector(inputAtom)
  const { log, own, isSending, toConfirm } = screen.posters
  const { tasks } = screen.followed
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
  const draft = {
    kept: input.pictures,
    deleted: input.deleted,
    findUse,
    fieldNow: () => inputAtom.get().imageUrl,
    onDeleted: (name: string) => editInput(inputAtom, withDeleted(name)),
    onCleared: (records: readonly PosterRecord[]) =>
      editInput(inputAtom, withCleared(records, findUse)),
  }
  return usePictures(
    session,
    draft,
    (picture, upload) => editInput(inputAtom, withPicture(picture, upload)),
    screen.onSeveral,
  )
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

function shownOutcome(
  record: PosterRecord,
  { log, latest }: PosterRecords,
  { sentId }: PosterInput,
): ShownOutcome | null {
  const outcome = outcomeOf(record)
  if (outcome === null) return null
  const { id, request } = record
  const all = log?.records ?? []
  const index = all.findIndex((one) => one.id === id)
  return {
    id,
    request,
    outcome,
    isFromReply: latest?.reply?.kind === outcome.kind,
    formerRequest: sentId === id ? null : request,
    previousBalance: lastBalance(index === -1 ? all : all.slice(0, index)),
  }
}

/**
 * Fills in the form from the address, and reports that once. From then on it is input like any other.
 *
 * @returns what the address asked for and cannot be used, also after the address has changed
 */
function usePrefilled(
  { prefill, ignored, isShareLost, onPrefilled }: AddressInput,
  fillIn: (fields: Partial<PosterFields>) => void,
): readonly InvalidInput[] {
  const isAsked = Object.keys(prefill).length > 0
  const initiallyIgnored = useRef(ignored)
  const [isFilledIn, setIsFilledIn] = useState(false)
  if (!isFilledIn) {
    // Before the form is drawn for the first time.
    setIsFilledIn(true)
    if (isAsked) fillIn(prefill)
  }
  useEffect(() => {
    if (isAsked || isShareLost || ignored.length > 0) onPrefilled()
    // oxlint-disable-next-line react/exhaustive-deps -- once, with what the screen was opened with
  }, [])
  return initiallyIgnored.current
}
