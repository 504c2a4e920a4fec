import { useSelector } from '@tanstack/react-store'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { lastBalance, outcomeOf, type PosterRecord } from '#web/poster-records/record.ts'
import { senderOf } from '#web/poster-records/sender.ts'
import { type PosterRecords, usePosterRecords } from '#web/poster-records/use-poster-records.ts'
import { announceBatch } from '#web/posters/batch/batch-words.ts'
import { reviewOf } from '#web/posters/batch/failed-posters.ts'
import { useFollowedTasks } from '#web/posters/follow/followed-tasks.ts'
import {
  editInput,
  EMPTY_FIELDS,
  type InputChange,
  inputOf,
  isEmpty,
  type PosterFields,
  type PosterInput,
  withSent,
} from '#web/posters/form/poster-input.ts'
import { usePictures } from '#web/posters/picture/use-pictures.ts'
import { pointsLimitOf } from '#web/posters/points-limit.tsx'
import { useScenePictures } from '#web/posters/scenes/scene-group.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

const NONE: readonly PosterRecord[] = []

/** What the posters screen is given: the input of its address, the account, and the ways out. */
export interface PostersScreenProps {
  /** fills in the form, never submits it */
  prefill: Partial<PosterFields>
  /** what the address asked for and cannot be used */
  ignored: readonly InvalidInput[]
  /** something was shared with the installed app, and nothing usable has arrived */
  isShareLost: boolean
  /** called when the form is filled in */
  onPrefilled: () => void
  /** the account that pays */
  account: { name: string; keyTail: string }
  onReplaceKey: () => void
  /** a link to where a read-only account can be changed */
  accountsLink: ReactNode
  /**
   * Makes a link to the list, to one page of it, to the details of a task there, or to a search for a task. The route provides it:
   * screens do not import routes.
   *
   * @param find the task to search for
   * @param className undefined: it looks like a button
   */
  renderTasksLink: (
    label: ReactNode,
    to?: {
      readonly page?: number
      readonly task?: string
      readonly find?: string
      readonly className?: string
    },
  ) => ReactNode
}

/** Everything that the parts of the posters screen show and do. */
export type PostersScreenModel = ReturnType<typeof usePostersScreen>

/** The state of the posters screen, and what a person can do on it. */
export function usePostersScreen({ prefill, onPrefilled, ...given }: PostersScreenProps) {
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
  const isAsked = Object.keys(prefill).length > 0
  // What the address asks for is filled in once, before the form is drawn. From then on it is input like any other.
  const initiallyIgnored = useRef<readonly InvalidInput[]>(undefined)
  if (initiallyIgnored.current === undefined) {
    initiallyIgnored.current = given.ignored
    // In a read-only account there is no form to fill in.
    if (isAsked && !isReadOnly) edit({ ...prefill, sentId: null })
  }
  useEffect(() => {
    if (isAsked || given.isShareLost || given.ignored.length > 0) onPrefilled()
    // oxlint-disable-next-line react/exhaustive-deps -- once, with what the screen was opened with
  }, [])
  const input = useSelector(inputAtom)
  const posters = usePosterRecords(sender)
  const { log, own, latest } = posters
  const records = log?.records ?? NONE
  const followed = useFollowedTasks(records)

  const isIt = (id: string) => (record: PosterRecord) => record.id === id
  const known = (id: string) => own.find(isIt(id)) ?? records.find(isIt(id))
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
  function showForm() {
    if (shown?.outcome.kind === 'created') setDismissed(latest?.id)
  }
  const pictures = usePictures(inputAtom, posters, followed, (target, isSeveral) => {
    if (target !== 'one') return
    // The form shows how far they are.
    showForm()
    if (isSeveral) showBatch(true)
  })
  const isFreeForBatch = posters.batch === null || posters.batch.phase.kind === 'over'
  const isReviewing = input.isSeveral && input.review !== null

  return {
    ...given,
    /** what the address asked for and cannot be used, also after the address has changed */
    ignored: initiallyIgnored.current,
    /** nothing can be created in this account */
    isReadOnly,
    /** what is in the place of the form */
    view: input.isSeveral && !isReadOnly ? 'batch' : formOrCreated,
    posters,
    sender,
    /** the tasks of the created posters */
    followed,
    /** what posters of the scenes look like */
    scenePictures: useScenePictures(records, followed.tasks),
    input,
    edit,
    /** pictures from this device */
    pictures,
    /** the last poster of the form, while its outcome is shown */
    shown,
    /** Switches between the form and the batch. */
    showBatch,
    /** Goes from the created poster back to the form. */
    createAnother: () => {
      focusPageHeading()
      showForm()
    },
    /** Opens the review of failed posters; undefined: it is open, a batch is not over, or nothing can be created. */
    review:
      !isReadOnly && isFreeForBatch && !isReviewing
        ? (failed: readonly PosterRecord[]) => {
            showBatch(true, { review: reviewOf(failed, input.review ?? []), withCreated: false })
            scrollTo({ top: 0 })
          }
        : undefined,
    /** Fills the form with an earlier poster. */
    repeat: ({ request }: Pick<PosterRecord, 'request'>) => {
      showBatch(false)
      showForm()
      // A picture on its way must not replace it.
      pictures.cancel('one')
      edit({ imageUrl: request.image_url, scene: request.prompt, sentId: null })
      // On a phone the form is far above the log.
      scrollTo({ top: 0 })
      announce(m.submission_repeated())
    },
  } as const
}

/** The outcome of the last poster of the form; null: none yet. */
function shownOutcome(
  record: PosterRecord,
  { log, latest }: PosterRecords,
  { sentId }: PosterInput,
) {
  const outcome = outcomeOf(record)
  if (outcome === null) return null
  const all = log?.records ?? []
  const index = all.findIndex((one) => one.id === record.id)
  return {
    record,
    outcome,
    /** the outcome came with the reply to this tab; false: the log has learnt it later */
    isFromReply: latest?.reply?.kind === outcome.kind,
    /** what was sent, if the form has another poster by now; else null */
    formerRequest: sentId === record.id ? null : record.request,
    /** the balance before this poster, if known */
    previousBalance: lastBalance(index === -1 ? all : all.slice(0, index)),
  }
}
