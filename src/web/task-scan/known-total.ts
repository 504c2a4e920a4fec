import type { ApiSession } from '#web/api/session.tsx'
import type { StatusTotal, StatusTotals } from '#web/api/status-totals.ts'
import { statusTotalsKey } from '#web/api/video-tasks.ts'
import type { ListFilter } from '#web/task-scan/task-scan.ts'

/** How many tasks a filter has, where that was read before: nothing is asked for. */
export function knownTotal(
  session: ApiSession,
  { status, scene }: ListFilter,
): StatusTotal | undefined {
  return session.queryClient
    .getQueryData<StatusTotals>(statusTotalsKey(session, scene))
    ?.get(status)
}
