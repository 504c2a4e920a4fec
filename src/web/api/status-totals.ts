import { TASK_STATUSES, type TaskStatus, type VideoTaskPage } from '#contract/video-tasks.ts'

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

/**
 * Reads the total of every filter. If some requests fail, the other totals are kept. Each total has the time
 * when it was read.
 *
 * @param before the totals so far; a total that cannot be read stays as it was
 * @param read requests the smallest possible page of a filter
 * @param freshSince totals that were read after this time are not requested again
 * @returns the totals, and the errors of the failed requests
 */
export async function readStatusTotals(
  before: StatusTotals | undefined,
  read: (
    status: TaskStatus | undefined,
  ) => Promise<{ page: Pick<VideoTaskPage, 'total'>; readAt: number }>,
  freshSince = Infinity,
): Promise<{ totals: StatusTotals; failures: unknown[] }> {
  const totals = new Map(before)
  const failures: unknown[] = []
  await Promise.all(
    FILTERS.map(async (status) => {
      if ((before?.get(status)?.asOf ?? -Infinity) > freshSince) return
      try {
        const { page, readAt } = await read(status)
        if (page.total === null) totals.delete(status)
        else totals.set(status, { total: page.total, asOf: readAt })
      } catch (error) {
        failures.push(error)
      }
    }),
  )
  return { totals, failures }
}
