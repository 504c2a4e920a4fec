import { describeFailure } from '#web/failures/describe-failure.ts'
import type { UploadsInfo } from '#contract/uploads.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import type { PictureFailure } from '#web/posters/picture/picture-uploads.ts'

const MEGABYTE = 1_000_000

/** A size of a file: "3.1 MB", "240 KB". */
export function formatBytes(bytes: number): string {
  return bytes < MEGABYTE
    ? m.picture_kilobytes({ shown: formatNumber(Math.ceil(bytes / 1000)) })
    : m.picture_megabytes({ shown: formatNumber(Math.round(bytes / 100_000) / 10) })
}

/** Why a picture was not uploaded, and what a person can do about it. */
export function pictureFailureWords(why: PictureFailure): string {
  if (why.kind === 'unusable') {
    switch (why.problem) {
      case 'empty':
        return m.picture_problem_empty()
      case 'not-a-picture':
        return m.picture_problem_type()
      case 'too-large':
        return m.picture_problem_too_large()
      case 'too-many-pixels':
        return m.picture_problem_too_many_pixels()
      case 'unreadable':
        return why.type === 'heic' ? m.picture_problem_heic() : m.picture_problem_unreadable()
      case 'unsupported':
        return m.picture_problem_unsupported()
      case 'scrambled':
        return m.picture_problem_scrambled()
      case 'not-loaded':
        return m.app_not_loaded()
      case 'cancelled':
        return m.picture_cancelled()
    }
  }
  const { failure } = why
  switch (failure.kind) {
    case 'too-many':
      return m.picture_problem_too_many()
    case 'full':
      return m.picture_problem_full()
    case 'busy':
      return m.picture_problem_busy()
    case 'off':
      return m.picture_problem_off()
    case 'outdated':
      return m.picture_problem_outdated()
    case 'not-taken':
      return m.picture_problem_not_taken()
    case 'bucket':
      return joinSentences(
        failure.status === undefined
          ? m.picture_problem_bucket_away()
          : m.picture_problem_bucket({ status: failure.status }),
        m.error_host_advice(),
      )
    case 'cancelled':
      return m.picture_cancelled()
    case 'other': {
      const { what, advice } = describeFailure(failure.failure)
      if (failure.failure.kind === 'offline') {
        return joinSentences(m.picture_problem_failed(), what, m.picture_offline())
      }
      if (failure.failure.kind !== 'front')
        return joinSentences(m.picture_problem_failed(), what, advice)
      const { status } = failure.failure
      if (status === 413) return m.picture_problem_front_size({ status })
      // After a 5xx, the host may have the picture.
      return joinSentences(status < 500 ? m.picture_problem_failed() : '', what, advice)
    }
  }
}

/** Where pictures are kept, and until when. */
export function pictureWhere({ keepHours, bucket = location.origin }: UploadsInfo): string {
  return m.picture_where({ host: bucket.replace(/^\w+:\/\//, ''), ...counted(keepHours) })
}
