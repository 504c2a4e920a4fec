import { formatNumber } from '#web/format/number.ts'
import { formatDuration } from '#web/format/time.ts'
import type { ElapsedBucket } from '#web/insights/reading/elapsed-tally.ts'
import type { PlotMark } from '#web/insights/plots/plot-mark.ts'
import { m } from '#web/messages/generated/messages.js'

/** From how long to how long. */
export function bucketName({ from, to }: ElapsedBucket): string {
  return to === null
    ? m.insights_at_least({ from: formatDuration(from) })
    : m.insights_between({ from: formatDuration(from), to: formatDuration(to) })
}

/** The tasks that took so long. */
export function elapsedMark(bucket: ElapsedBucket): PlotMark {
  const { from, to, count } = bucket
  return {
    id: String(from),
    name: m.insights_bar({ where: bucketName(bucket), count, shown: formatNumber(count) }),
    count,
    selection: { by: 'elapsed', from, to },
  }
}
