import { type ComponentProps, memo, useId, useRef } from 'react'

import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { formatClock } from '#web/format/time.ts'
import { CELL_LENGTH, DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { PosterRecord } from '#web/poster-records/record.ts'
import { useOutcomeCheck } from '#web/poster-records/use-poster-records.ts'
import type { FollowedTask } from '#web/posters/follow/followed-tasks.ts'
import { allowedImage } from '#web/posters/form/image-preview.tsx'
import { imageNoteWords, imageProblemWords } from '#web/posters/form/image-url-words.ts'
import { KeptPicture } from '#web/posters/picture/kept-picture.tsx'
import { ChooseButton } from '#web/posters/picture/picture-field.tsx'
import { PictureProgress } from '#web/posters/picture/picture-progress.tsx'
import { isMoving, readPosterImage } from '#web/posters/picture/pictures.ts'
import {
  SceneWords,
  ServiceMessage,
  shortAddress,
  type ShownState,
  stateWords,
} from '#web/posters/poster-words.tsx'
import { usePosters } from '#web/posters/posters-context.ts'
import {
  type FailureCause,
  failedTarget,
  type ReviewedPoster,
} from '#web/posters/results/failed-posters.ts'
import { FollowedLine, SentOutcome } from '#web/posters/results/sent-poster.tsx'
import { Checkbox } from '#web/ui/boxes.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AdviceText } from '#web/video-task/failure/advice-text.tsx'
import { SheetFrame } from '#web/video-task/preview/video-sheet.tsx'
import { Price } from '#web/video-task/price.tsx'
import { taskName } from '#web/video-task/task-name.ts'

interface ResultTileProps extends Pick<
  ComponentProps<typeof SheetFrame>['play'],
  'joinRounds' | 'isAllowed'
> {
  record: PosterRecord
  state: ShownState
  /** what the list says of its task; undefined: it has none, or nothing is said yet */
  followed: FollowedTask | undefined
  /** why it failed; undefined: it did not */
  cause: FailureCause | undefined
  /** how it is to be created again; undefined: it is not */
  reviewed: ReviewedPoster | undefined
  /** its task is selected */
  isSelected: boolean
  select: (uuid: string, isSelected: boolean) => void
  bucket: string | undefined
}

/** A poster, and the id of what names it. */
interface Named {
  record: PosterRecord
  nameId: string
}

/** One poster: its picture or its video, how far it is, and why it failed. Drawn again only if one of these changes. */
export const ResultTile = memo(
  ({
    record,
    state,
    followed,
    cause,
    reviewed,
    isSelected,
    select,
    bucket,
    ...play
  }: ResultTileProps) => {
    const { image_url, prompt } = record.request
    const { word, icon: Icon, tint } = stateWords[state]
    const task = followed?.kind === 'seen' ? followed.task : undefined
    const detail = detailOf(record)
    const nameId = useId()
    return (
      <li
        // An address is corrected in a field that shows it.
        className={`flex min-w-0 flex-col gap-1 rounded-panel border border-line bg-surface p-2 [contain-intrinsic-size:auto_18rem] [content-visibility:auto] ${reviewed === undefined ? '' : 'max-sm:col-span-full'}`}
      >
        <p className="flex min-h-6 flex-wrap items-center gap-x-1.5">
          <Icon aria-hidden className={`size-4 shrink-0 ${tint}`} />
          <span className="font-medium">{word()}</span>
          {task !== undefined && (
            <>
              <span className="ml-auto">
                <Price price={task.price} />
              </span>
              <input
                type="checkbox"
                aria-label={m.select_task({ task: taskName(task) })}
                checked={isSelected}
                onChange={({ target }) => select(task.uuid ?? '', target.checked)}
                className="size-6 accent-focus"
              />
            </>
          )}
        </p>
        <p id={nameId}>
          <SceneWords scene={prompt} />
          <bdi
            lang=""
            title={showUntrusted(image_url, DETAIL_LENGTH)}
            className="block truncate text-muted"
          >
            {shortAddress(image_url)}
          </bdi>
        </p>
        {/* It has its height in advance, so that the tiles below do not move. */}
        <div className="min-h-16 min-w-0">
          {followed !== undefined && state !== 'task-failed' && (
            <FollowedLine sentAt={record.startedAt} followed={followed} />
          )}
          {detail !== '' && (
            <p className="truncate text-xs text-muted" title={detail}>
              <bdi lang="">{detail}</bdi>
            </p>
          )}
        </div>
        {state === 'unknown' && <Unknown {...{ record, nameId }} />}
        {cause !== undefined && <Reason {...{ record, cause, nameId }} />}
        {reviewed !== undefined && <Correction {...{ record, reviewed, nameId }} />}
        <SheetFrame
          url={safeHttpUrl(task?.videoUrl ?? '')}
          play={play}
          frame={`order-first aspect-square w-full ${reviewed === undefined ? '' : 'max-sm:aspect-video'}`}
        >
          {safeHttpUrl(task?.videoUrl ?? '') === undefined && (
            <Source address={allowedImage(image_url, bucket)} />
          )}
          {followed?.kind === 'seen' && <OpenTask followed={followed} />}
        </SheetFrame>
      </li>
    )
  },
)
ResultTile.displayName = 'ResultTile'

/** The picture that was sent, loaded when it is near. */
function Source({ address }: { address: URL | undefined }) {
  if (address === undefined) return null
  return (
    <img
      src={address.href}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={({ currentTarget }) => {
        currentTarget.hidden = true
      }}
      className="absolute inset-0 size-full object-contain opacity-60"
    />
  )
}

/** A link to the details of a task, over its picture. */
function OpenTask({ followed }: { followed: Extract<FollowedTask, { kind: 'seen' }> }) {
  const { renderTasksLink } = usePosters()
  const { task, page } = followed
  return renderTasksLink(
    <span className="sr-only">{m.detail_open({ task: taskName(task) })}</span>,
    {
      page,
      task: task.uuid ?? '',
      className: 'absolute inset-0 rounded-control -outline-offset-2',
    },
  )
}

/** The reply of the service in one line; '': nothing. The log has all of it. */
function detailOf({ state }: PosterRecord): string {
  if (state.kind === 'skipped') return m.batch_left_out_text()
  return state.kind === 'created' ? showUntrusted(state.created.uuid, CELL_LENGTH) : ''
}

/** Asks the host about a poster whose outcome is unknown, and says why it is. */
function Unknown({ record, nameId }: Named) {
  return (
    <div className="flex flex-col gap-1.5 text-xs">
      <SentOutcome record={record} asking={useOutcomeCheck(record, false)} describedBy={nameId} />
    </div>
  )
}

/** Why a poster failed, when and who said so, and what a person can do about it. */
function Reason({ record, cause, nameId }: Named & { cause: FailureCause }) {
  const message = cause.kind === 'not-sent' ? '' : cause.message
  return (
    <div className="flex flex-col gap-1 text-xs wrap-anywhere">
      {cause.kind === 'list' ? (
        <ServiceMessage text={message} />
      ) : (
        <SentOutcome record={record} describedBy={nameId} />
      )}
      <AdviceText message={message} />
      <p className="text-muted">{saidWords(cause, record.startedAt)}</p>
    </div>
  )
}

/** Whether a poster that failed is created again, and with which image. */
function Correction({ record, reviewed, nameId }: Named & { reviewed: ReviewedPoster }) {
  const { imageUrl, isLeftOut } = reviewed
  const { edit, pictures } = usePosters()
  const { deleted, list, info, add, cancel } = pictures
  const chooser = useRef<HTMLInputElement>(null)
  const target = failedTarget(record)
  const reading = readPosterImage(imageUrl, deleted)
  function change(changed: Partial<ReviewedPoster>) {
    // An upload that was lost goes on by itself, and would take the place of what was typed.
    cancel(target)
    const next = { ...reviewed, ...changed }
    edit((now) => ({ reviewed: [...now.reviewed.filter(({ id }) => id !== next.id), next] }))
  }
  return (
    <div
      role="group"
      aria-labelledby={nameId}
      className="flex flex-col gap-2 border-t border-line pt-2"
    >
      <Checkbox
        label={m.results_again_one()}
        checked={!isLeftOut}
        onChange={(isWanted) => change({ isLeftOut: !isWanted })}
      />
      {!isLeftOut && (
        <>
          <TextField
            label={m.review_image()}
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={imageUrl}
            // The picture takes the place of what is there.
            readOnly={list.some((one) => one.target === target && isMoving(one))}
            onChange={(event) => change({ imageUrl: event.target.value })}
            problem={reading.ok ? undefined : imageProblemWords(reading, imageUrl)}
            note={reading.ok ? imageNoteWords(reading) : undefined}
          />
          {reading.ok && <KeptPicture url={reading.url} describedBy={nameId} />}
          {info !== undefined && (
            <div className="flex flex-col items-start gap-2">
              <ChooseButton
                input={chooser}
                onChoose={(files) => {
                  // The address of the picture goes there.
                  change({})
                  add(files, target)
                }}
              />
              <PictureProgress targets={[target]} returnTo={chooser} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** When a poster failed, and who said so. @param sentAt milliseconds since the epoch */
function saidWords(cause: FailureCause, sentAt: number): string {
  switch (cause.kind) {
    case 'list':
      return cause.isExact
        ? m.review_failed_at({ time: formatClock(cause.at) })
        : m.review_failed({ time: formatClock(cause.at) })
    case 'refused':
      return m.review_refused({ time: formatClock(sentAt) })
    case 'not-sent':
      return m.review_not_sent({ time: formatClock(sentAt) })
  }
}
