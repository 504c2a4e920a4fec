import type { StatusTotals } from '#web/api/status-totals.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'

/** Updates the totals with the total of a newer page, if the page was read under the same scene. */
export function withTotalOfPage(
  totals: StatusTotals | undefined,
  { params, page, readAt }: VideoTaskListReply,
): StatusTotals | undefined {
  const { total } = page
  const known = totals?.get(params.status)
  if (known === undefined || total === null || known.asOf >= readAt) return totals
  return known.total === total
    ? totals
    : new Map(totals).set(params.status, { total, asOf: readAt })
}
