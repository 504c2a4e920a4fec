import type { ApiFailure } from '#web/api/api-error.ts'
import { isSent, type PosterRecord } from '#web/poster-records/record.ts'
import { posterName } from '#web/posters/form/plan.ts'
import { type FollowedTasks, hasFailed, taskOf } from '#web/posters/follow/followed-tasks.ts'
import type { PictureTarget } from '#web/posters/picture/picture-uploads.ts'

/** Why a poster has no video, as it is known for certain. An outcome that is unknown is never one of them. */
export type FailureCause =
  /** the list says that its task has failed; at: when it failed, or when the list was read, in milliseconds since the epoch */
  | { kind: 'list'; message: string; at: number; isExact: boolean }
  | { kind: 'refused'; failure: ApiFailure; message: string }
  | { kind: 'not-sent' }

/** A poster that has failed. */
export interface FailedPoster {
  readonly record: PosterRecord
  readonly cause: FailureCause
}

/** How a failed poster is to be created again. */
export interface ReviewedPoster {
  /** of its record */
  readonly id: string
  /** as it was typed */
  readonly imageUrl: string
  readonly isLeftOut: boolean
}

/** Where a picture for a failed poster goes. */
export function failedTarget({ id }: Pick<ReviewedPoster, 'id'>): PictureTarget {
  return `failed ${id}`
}

/** A review of failed posters, each with its own image. @param before what was typed in a review that was left */
export function reviewOf(
  records: readonly PosterRecord[],
  before: readonly ReviewedPoster[] = [],
): ReviewedPoster[] {
  return records.map(
    ({ id, request }) =>
      before.find((one) => one.id === id) ?? { id, imageUrl: request.image_url, isLeftOut: false },
  )
}

/**
 * The posters that failed and that nothing else has taken the place of, newest first: of each image and scene only the last
 * counts.
 *
 * @param records posters of the account, the oldest first
 * @param tasks what the list says of them
 */
export function failedPosters(
  records: readonly PosterRecord[],
  tasks: FollowedTasks['tasks'],
): FailedPoster[] {
  const sent = records.filter(isSent)
  const retried = new Set(sent.flatMap(({ retryOf = [] }) => retryOf))
  const seen = new Set<string>()
  return sent.toReversed().flatMap((record) => {
    const name = posterName(record.request)
    const isLast = !seen.has(name)
    seen.add(name)
    const cause = isLast && !retried.has(record.id) ? causeOf(record, tasks) : undefined
    return cause === undefined ? [] : [{ record, cause }]
  })
}

function causeOf(record: PosterRecord, tasks: FollowedTasks['tasks']): FailureCause | undefined {
  const { state } = record
  switch (state.kind) {
    case 'created': {
      const followed = taskOf(record, tasks)
      if (followed?.kind !== 'seen') return undefined
      if (!hasFailed(followed)) return undefined
      const { errorMsg, completedAt } = followed.task
      const { asOf } = followed.evidence
      const endedAt = Date.parse(completedAt ?? '')
      const isExact = Number.isFinite(endedAt)
      return { kind: 'list', message: errorMsg ?? '', at: isExact ? endedAt : asOf, isExact }
    }
    case 'refused': {
      const { failure } = state
      return {
        kind: 'refused',
        failure,
        message: 'message' in failure ? (failure.message ?? '') : '',
      }
    }
    case 'not-sent':
      return { kind: 'not-sent' }
    case 'queued':
    case 'sending':
    case 'skipped':
    case 'unknown':
      return undefined
  }
}
