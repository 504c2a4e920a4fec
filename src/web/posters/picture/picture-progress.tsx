import type { RefObject } from 'react'

import { describeFailure } from '#web/failures/describe-failure.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { PictureProblem } from '#web/posters/picture/clean-picture.ts'
import {
  mayBeRetried,
  type PictureFailure,
  type PictureTarget,
  type PictureUpload,
} from '#web/posters/picture/picture-uploads.ts'
import { isMoving } from '#web/posters/picture/pictures.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '#web/ui/effects.ts'
import { catchFocus } from '#web/ui/page-heading.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { usePosters } from '#web/posters/posters-context.ts'

/** How many pictures that failed are listed. */
const NAMED = 20

/** The pictures that are on their way to some places, and those that failed. It has no height while there are none. */
export function PictureProgress({
  targets,
  returnTo,
}: {
  targets: readonly PictureTarget[]
  /** gets the focus after a button that goes away */
  returnTo: RefObject<HTMLElement | null>
}) {
  const { list, retry, cancel } = usePosters().pictures
  const own = list.filter((one) => targets.includes(one.target))
  const failed = own.filter(({ state }) => state.kind === 'stopped')
  const moving = own.filter(isMoving)
  // What was uploaded is no longer on the list.
  const all = [...new Set(failed.map(({ together }) => together))].flat().length
  const uploaded = all - failed.length
  // The buttons below go away when they are pressed, or when the last upload ends.
  useChange(Math.min(moving.length, 1) + 2 * Math.min(failed.length, 1), () =>
    catchFocus(returnTo.current),
  )
  return (
    <div className="flex flex-col gap-2">
      {moving.length > 0 && <Moving moving={moving} onCancel={() => cancel(...targets)} />}
      {/* Not atomic: of several problems only the new one is read out. */}
      <div role="status" aria-atomic={false} className="flex flex-col gap-1 text-sm">
        <p className="sr-only">{moving.length > 0 && m.picture_uploading()}</p>
        {failed.slice(0, NAMED).map((one) => (
          <Failed key={one.id} upload={one} />
        ))}
        {uploaded > 0 && moving.length === 0 && (
          <p>{m.picture_some({ done: formatNumber(uploaded), all: formatNumber(all) })}</p>
        )}
        {failed.length > NAMED && (
          <p className="text-muted">
            {m.batch_more({ shown: formatNumber(failed.length - NAMED) })}
          </p>
        )}
      </div>
      {failed.length > 0 && moving.length === 0 && (
        <div className="flex flex-wrap gap-2">
          {failed.some(mayBeRetried) && (
            <Button onClick={() => retry(...targets)}>{m.picture_retry()}</Button>
          )}
          <Button onClick={() => cancel(...targets)}>{m.picture_dismiss()}</Button>
        </div>
      )}
    </div>
  )
}

/** The picture that is on its way, and how many come after it. */
function Moving({ moving, onCancel }: { moving: readonly PictureUpload[]; onCancel: () => void }) {
  const current = moving.find(({ state }) => state.kind !== 'waiting') ?? moving[0]
  if (current === undefined) return null
  const { file, state } = current
  const shown = showUntrusted(file.name, CELL_LENGTH)
  const isSending = state.kind === 'sending'
  const words = isSending
    ? m.picture_sending({ name: shown })
    : m.picture_preparing({ name: shown })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 basis-full truncate">
        <span>{words}</span>
        {moving.length > 1 && (
          <span className="text-muted">{` · ${m.picture_more(counted(moving.length - 1))}`}</span>
        )}
      </p>
      <ProgressBar
        aria-label={words}
        value={isSending ? Math.round(state.sent * 100) : undefined}
        max={100}
      />
      <Button onClick={onCancel}>{m.picture_cancel()}</Button>
    </div>
  )
}

function Failed({ upload: { file, state } }: { upload: PictureUpload }) {
  if (state.kind !== 'stopped') return null
  return (
    <p className="wrap-anywhere text-failed">
      <bdi lang="" className="font-medium">
        {showUntrusted(file.name, CELL_LENGTH)}
      </bdi>
      <span>{': '}</span>
      <span>{pictureFailureWords(state.why)}</span>
    </p>
  )
}

/** Why a file cannot be used, and what a person can do about it. */
const unusable: Record<PictureProblem, () => string> = {
  empty: m.picture_problem_empty,
  'not-a-picture': m.picture_problem_type,
  'too-large': m.picture_problem_too_large,
  'too-many-pixels': m.picture_problem_too_many_pixels,
  unreadable: m.picture_problem_unreadable,
  unsupported: m.picture_problem_unsupported,
  scrambled: m.picture_problem_scrambled,
  'not-loaded': m.app_not_loaded,
  cancelled: m.picture_cancelled,
}

/** Why the host did not get a picture, where the reason says all. */
const notUploaded = {
  'too-many': m.picture_problem_too_many,
  full: m.picture_problem_full,
  busy: m.picture_problem_busy,
  off: m.picture_problem_off,
  outdated: m.picture_problem_outdated,
  'not-taken': m.picture_problem_not_taken,
  cancelled: m.picture_cancelled,
}

/** Why a picture was not uploaded, and what a person can do about it. */
function pictureFailureWords(why: PictureFailure): string {
  if (why.kind === 'unusable') {
    const isHeic = why.problem === 'unreadable' && why.type === 'heic'
    return isHeic ? m.picture_problem_heic() : unusable[why.problem]()
  }
  const { failure } = why
  if (failure.kind === 'bucket') {
    const { status } = failure
    const what =
      status === undefined ? m.picture_problem_bucket_away() : m.picture_problem_bucket({ status })
    return joinSentences(what, m.error_host_advice())
  }
  if (failure.kind !== 'other') return notUploaded[failure.kind]()
  const { what, advice } = describeFailure(failure.failure)
  if (failure.failure.kind === 'offline') {
    return joinSentences(m.picture_problem_failed(), what, m.picture_offline())
  }
  if (failure.failure.kind !== 'front') {
    return joinSentences(m.picture_problem_failed(), what, advice)
  }
  const { status } = failure.failure
  if (status === 413) return m.picture_problem_front_size({ status })
  // After a 5xx, the host may have the picture.
  return joinSentences(status < 500 ? m.picture_problem_failed() : '', what, advice)
}
