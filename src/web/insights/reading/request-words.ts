import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'

/**
 * Says how many tasks a scan would read, and in how many requests.
 *
 * @param asOf when the total was read, in milliseconds since the epoch
 */
export function requestWords(total: number, asOf: number, requests: number): string {
  return joinSentences(
    m.insights_will_read_known({
      count: total,
      shown: formatNumber(total),
      time: formatClock(asOf),
    }),
    m.insights_requests({ count: requests, shown: formatNumber(requests) }),
  )
}
