import { createAtom, useSelector } from '@tanstack/react-store'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { lastBalance, outcomeOf, type PosterRecord } from '#web/poster-records/record.ts'
import { senderOf } from '#web/poster-records/sender.ts'
import { type PosterRecords, usePosterRecords } from '#web/poster-records/use-poster-records.ts'
import type { WantedPoster } from '#web/posters/form/plan.ts'
import { useFollowedTasks, usualTimesOf } from '#web/posters/follow/followed-tasks.ts'
import {
  editInput,
  EMPTY_FIELDS,
  type InputChange,
  inputOf,
  isEmpty,
  type PosterFields,
  type PosterInput,
  withImages,
  withSent,
} from '#web/posters/form/poster-input.ts'
import { useIntake } from '#web/posters/picture/transfers.ts'
import { usePictures } from '#web/posters/picture/use-pictures.ts'
import { pointsLimitOf } from '#web/posters/price.tsx'
import { announceBatch } from '#web/posters/results/batch-words.ts'
import { failedPosters, reviewOf } from '#web/posters/results/failed-posters.ts'
import { useScenePictures } from '#web/posters/scenes/scene-group.tsx'
import type { NamedTasks } from '#web/task-list/list-page.ts'
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
  /** Makes the actions for selected tasks. The route provides it, as it provides links. */
  renderSelection: (selection: {
    readonly tasks: NamedTasks
    readonly here: NamedTasks
    readonly added: undefined
    readonly selectPage: () => void
    readonly clear: () => void
  }) => ReactNode
}

/** Several posters that a person is asked about. They do not change while they are read. */
export interface AskedPosters {
  readonly wanted: readonly WantedPoster[]
  /** the log as of then; undefined: it was not read yet */
  readonly recorded: readonly PosterRecord[] | undefined
  /** they are what the form asks for; unusable: how many of its images cannot be sent */
  readonly ofForm: { readonly unusable: number } | undefined
}

/** Everything that the parts of the posters screen show and do. */
export type PostersScreenModel = ReturnType<typeof usePostersScreen>

/** The state of the posters screen, and what a person can do on it. */
export function usePostersScreen({ prefill, onPrefilled, ...given }: PostersScreenProps) {
  const session = useApiSession()
  const { isReadOnly } = session
  const inputAtom = inputOf(session)
  const edit = useCallback((change: InputChange) => editInput(inputAtom, change), [inputAtom])
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
    if (isAsked && !isReadOnly) edit({ ...filledIn(prefill), isFormFirst: true })
  }
  useEffect(() => {
    if (isAsked || given.isShareLost || given.ignored.length > 0) onPrefilled()
    // oxlint-disable-next-line react/exhaustive-deps -- once, with what the screen was opened with
  }, [])
  const input = useSelector(inputAtom)
  const posters = usePosterRecords(sender)
  const { log, own, latest, batch } = posters
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
  const hasResults = input.isReviewing || (batch !== null && !input.isFormFirst)
  // Not a state: with two hundred images, the form would be drawn again before the question is.
  const asked = useMemo(() => createAtom<AskedPosters | null>(null), [])
  /** Shows the results or the form. */
  function show(part: 'results' | 'form', rest: Partial<PosterInput> = {}) {
    // The button that was pressed goes away, and may be far below.
    focusPageHeading()
    scrollTo({ top: 0 })
    if (part === 'form' && shown?.outcome.kind === 'created') setDismissed(latest?.id)
    edit({ isFormFirst: part === 'form', isReviewing: false, ...rest })
  }
  /** What arrives is shown in the form. */
  function showForm() {
    if (hasResults || formOrCreated === 'created') show('form')
  }
  const pictures = usePictures(inputAtom, posters, followed, showForm)
  const intake = useIntake(isReadOnly ? undefined : pictures, (typed) => {
    showForm()
    edit(withImages(typed))
  })
  const isBatchOver = batch === null || batch.phase.kind === 'over'

  return {
    ...given,
    /** what the address asked for and cannot be used, also after the address has changed */
    ignored: initiallyIgnored.current,
    /** nothing can be created in this account */
    isReadOnly,
    /** what is on top */
    view: hasResults && !isReadOnly ? 'results' : formOrCreated,
    posters,
    sender,
    /** the tasks of the created posters */
    followed,
    /** how long posters of the scenes take, as far as it is known */
    usualTimes: useMemo(() => usualTimesOf(records, followed.tasks), [records, followed.tasks]),
    /** what posters of the scenes look like */
    scenePictures: useScenePictures(records, followed.tasks),
    input,
    edit,
    /** pictures from this device */
    pictures,
    /** the last poster of the form, while its outcome is shown */
    shown,
    show,
    /** several posters wait or are being sent: no others can start */
    isBusy: !isBatchOver,
    /** what a person is asked about; null: nothing */
    asked,
    /** Asks about several posters before they are sent. @param ofForm see AskedPosters */
    ask: (wanted: readonly WantedPoster[], ofForm?: AskedPosters['ofForm']) => {
      asked.set({ wanted, recorded: log?.records, ofForm })
    },
    /** what is dropped, pasted or chosen */
    intake,
    /** Opens the review of failed posters; undefined: it is open, several are on their way, or nothing can be created. */
    review:
      !isReadOnly && isBatchOver && !input.isReviewing
        ? () => {
            const failed = failedPosters(records, followed.tasks).map((one) => one.record)
            show('results', { isReviewing: true, reviewed: reviewOf(failed, input.reviewed) })
          }
        : undefined,
    /** Fills the form with an earlier poster. */
    repeat: ({ request }: Pick<PosterRecord, 'request'>) => {
      // A part of a picture that is on its way must not replace it.
      pictures.cancel('field')
      show('form', filledIn({ imageUrl: request.image_url, scene: request.prompt }))
      announce(m.submission_repeated())
    },
  } as const
}

/** The form with one poster. Tiles that are there stay: what is filled in is one more image. */
function filledIn({ imageUrl, scene }: Partial<PosterFields>): Partial<PosterInput> {
  return {
    ...(imageUrl !== undefined && { imageUrl }),
    ...(scene !== undefined && { scenes: scene === null ? [] : [scene], isMultiScene: false }),
    sentId: null,
  }
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
