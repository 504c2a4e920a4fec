import { useId, useRef } from 'react'

import type { PosterRecord } from '#web/poster-records/record.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  type FailureCause,
  failedPosters,
  failedTarget,
  groupByReason,
  type ReviewedPoster,
} from '#web/posters/batch/failed-posters.ts'
import { imageNoteWords, imageProblemWords } from '#web/posters/form/image-url-words.ts'
import type { InputChange, PosterInput } from '#web/posters/form/poster-input.ts'
import { sceneName, shortAddress } from '#web/posters/poster-words.tsx'
import { shapeOf } from '#web/task-list/failure-shape.ts'
import { Checkbox } from '#web/ui/boxes.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AdviceText } from '#web/video-task/failure/advice-text.tsx'
import { FailureShape } from '#web/video-task/failure/failure-words.tsx'
import { KeptPicture } from '#web/posters/picture/kept-picture.tsx'
import { ChooseButton, pictureWhere } from '#web/posters/picture/picture-field.tsx'
import { PictureProgress } from '#web/posters/picture/picture-progress.tsx'
import type { PictureTarget, PictureUpload } from '#web/posters/picture/picture-uploads.ts'
import { isMoving, readPosterImage } from '#web/posters/picture/pictures.ts'
import { usePosters } from '#web/posters/posters-context.ts'

/**
 * What a plan is made of while failed posters are reviewed; undefined: none are.
 *
 * @param records the log, undefined until it is read
 */
export function useFailedReview(
  { review }: PosterInput,
  edit: (change: InputChange) => void,
  records: readonly PosterRecord[] | undefined,
) {
  const { tasks } = usePosters().followed
  const { deleted, list, info } = usePosters().pictures
  if (review === null) return undefined
  const rows = failedPosters(records ?? [], tasks).flatMap((poster) => {
    const reviewed = review.find(({ id }) => id === poster.record.id)
    return reviewed === undefined ? [] : [{ ...poster, reviewed }]
  })
  const readings = rows
    .filter(({ reviewed }) => !reviewed.isLeftOut)
    .map(({ record, reviewed }) => ({
      record,
      reading: readPosterImage(reviewed.imageUrl, deleted),
    }))
  const change = (changed: ReviewedPoster) =>
    edit(({ review: now }) => ({
      review: now?.map((one) => (one.id === changed.id ? changed : one)) ?? null,
    }))
  const isAwaited = readings.some(({ record }) => isOnItsWay(failedTarget(record), list))
  return {
    wanted: readings.flatMap(({ record: { id, request }, reading }) =>
      reading.ok
        ? [{ request: { image_url: reading.url, prompt: request.prompt }, retryOf: [id] }]
        : [],
    ),
    recorded: records,
    /** every image that is wanted can be read */
    isReady: !isAwaited && readings.every(({ reading }) => reading.ok),
    /** the posters by their reasons, each with its image */
    lines: (
      <>
        {info !== undefined && (
          <p className="text-sm text-muted">
            <span className="font-medium">{m.picture_group()}</span>
            <span>{' · '}</span>
            <span>{pictureWhere(info)}</span>
          </p>
        )}
        {Array.from(groupByReason(rows), ([reason, posters]) => (
          <section
            key={reason}
            className="flex flex-col gap-3 rounded-panel border border-line px-4 py-3"
          >
            {posters.slice(0, 1).map(({ cause }) => (
              <Reason key={reason} cause={cause} count={posters.length} />
            ))}
            {posters.map(({ record, cause, reviewed }) => (
              <ReviewRow key={record.id} {...{ record, cause, reviewed }} onChange={change} />
            ))}
          </section>
        ))}
        <p role="status" className="text-sm">
          {isAwaited && m.picture_wait_several()}
        </p>
      </>
    ),
  }
}

/** Why the posters of a group failed, and what a person can do about it. */
function Reason({ cause, count }: { cause: FailureCause; count: number }) {
  const refusal = cause.kind === 'refused' ? describeFailure(cause.failure) : undefined
  const message = cause.kind === 'not-sent' ? '' : cause.message
  return (
    <div className="space-y-1 wrap-anywhere">
      <h4 className="font-medium">
        {refusal !== undefined && <span>{refusal.what}</span>}
        {cause.kind === 'list' && <FailureShape shape={shapeOf(message)} />}
        {cause.kind === 'not-sent' && <span>{m.submission_not_sent_text()}</span>}
        <span className="text-muted tabular-nums">{` · ${formatNumber(count)}`}</span>
      </h4>
      {refusal !== undefined && message !== '' && (
        <p className="text-sm">
          <FailureShape shape={shapeOf(message)} />
        </p>
      )}
      {refusal !== undefined && <p className="text-sm text-muted">{refusal.advice}</p>}
      <AdviceText message={message} />
    </div>
  )
}

/** A poster that failed: whether it is created again, and with which image. */
function ReviewRow({
  record: { request, startedAt },
  cause,
  reviewed,
  onChange,
}: {
  record: PosterRecord
  cause: FailureCause
  reviewed: ReviewedPoster
  onChange: (changed: ReviewedPoster) => void
}) {
  const { imageUrl, isLeftOut } = reviewed
  const { deleted, list, info, add, cancel } = usePosters().pictures
  const chooser = useRef<HTMLInputElement>(null)
  const target = failedTarget(reviewed)
  const reading = readPosterImage(imageUrl, deleted)
  const nameId = useId()
  const name = (
    <span id={nameId}>
      <span>{sceneName(request.prompt)}</span>
      <span>{' · '}</span>
      <bdi lang="">{shortAddress(request.image_url)}</bdi>
    </span>
  )
  function change(changed: Partial<ReviewedPoster>) {
    // An upload that was lost goes on by itself, and would take the place of what was typed.
    cancel(target)
    onChange({ ...reviewed, ...changed })
  }
  return (
    <div
      role="group"
      aria-labelledby={nameId}
      className="flex flex-col gap-2 border-t border-line pt-3"
    >
      <Checkbox
        label={name}
        help={saidWords(cause, startedAt)}
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
            readOnly={isOnItsWay(target, list)}
            onChange={(event) => change({ imageUrl: event.target.value })}
            problem={reading.ok ? undefined : imageProblemWords(reading, imageUrl)}
            note={reading.ok ? imageNoteWords(reading) : undefined}
          />
          {reading.ok && <KeptPicture url={reading.url} describedBy={nameId} />}
          {info !== undefined && (
            <div className="flex flex-col items-start gap-2">
              <ChooseButton input={chooser} onChoose={(files) => add(files, target)} />
              <PictureProgress target={target} returnTo={chooser} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

function isOnItsWay(target: PictureTarget, list: readonly PictureUpload[]): boolean {
  return list.some((one) => one.target === target && isMoving(one))
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
