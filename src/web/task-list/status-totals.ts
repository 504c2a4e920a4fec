import {
  TASK_STATUSES,
  type TaskStatus,
  type ListRequest,
  type ReceivedList,
} from '#contract/video-tasks.ts'

/** A total and when it was read. */
export interface StatusTotal {
  total: number
  /** milliseconds since the epoch */
  asOf: number
}

/** The total of each filter. A filter is missing if the service sent no usable total. */
export type StatusTotals = ReadonlyMap<TaskStatus | undefined, StatusTotal>

/** The filters that have a total: every status, and undefined for no filtering. */
const FILTERS: readonly (TaskStatus | undefined)[] = [undefined, ...TASK_STATUSES]

/** The part of a page's reply that says how many tasks its filter has. */
interface CountedPage extends Pick<ReceivedList, 'total' | 'disprovedTotal'> {
  request: Pick<ListRequest, 'status'>
  readAt: number
}

/** Updates the totals with the total of a page, if the page is newer. A total that the page proves wrong is removed. */
export function withTotalOfPage(
  totals: StatusTotals | undefined,
  { request: { status }, total, disprovedTotal, readAt }: CountedPage,
): StatusTotals | undefined {
  const known = totals?.get(status)
  if (known?.total === (total ?? undefined) || (known?.asOf ?? 0) >= readAt) return totals
  const updated = new Map(totals)
  if (total !== null) return updated.set(status, { total, asOf: readAt })
  if (disprovedTotal === undefined) return totals
  updated.delete(status)
  return updated
}

/**
 * Reads the total of every filter, except for that of the page on screen, whose reply has it. If some requests fail,
 * the other totals are kept. Each total has the time when it was read.
 *
 * @param shown the page on screen; undefined: none that is up to date
 * @param before the totals so far; a total that cannot be read stays as it was
 * @param read requests the smallest possible page of a filter
 * @param freshSince totals that were read after this time are not requested again
 * @returns the totals, and the errors of the failed requests
 */
export async function readStatusTotals(
  shown: CountedPage | undefined,
  before: StatusTotals | undefined,
  read: (status: TaskStatus | undefined) => Promise<Pick<CountedPage, 'total' | 'readAt'>>,
  freshSince = Infinity,
): Promise<{ totals: StatusTotals; failures: unknown[] }> {
  const totals = new Map(shown === undefined ? before : withTotalOfPage(before, shown))
  const failures: unknown[] = []
  const isTold = (status: TaskStatus | undefined) =>
    shown !== undefined &&
    (shown.total !== null || shown.disprovedTotal !== undefined) &&
    status === shown.request.status
  await Promise.all(
    FILTERS.map(async (status) => {
      if (isTold(status) || (before?.get(status)?.asOf ?? -Infinity) > freshSince) return
      try {
        const { total, readAt } = await read(status)
        if (total === null) totals.delete(status)
        else totals.set(status, { total, asOf: readAt })
      } catch (error) {
        failures.push(error)
      }
    }),
  )
  return { totals, failures }
}
