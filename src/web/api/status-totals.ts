import { TASK_STATUSES, type TaskStatus, type VideoTaskPage } from '#contract/video-tasks.ts'

/** A total and when it was read. */
export interface StatusTotal {
  total: number
  /** milliseconds since the epoch */
  asOf: number
}

/** Each filter's total; a filter is missing where the service gave no usable one. */
export type StatusTotals = ReadonlyMap<TaskStatus | undefined, StatusTotal>

/** The filters that have a total: every status, and undefined for no filtering. */
const FILTERS: readonly (TaskStatus | undefined)[] = [undefined, ...TASK_STATUSES]

/**
 * Reads the total of every filter. What came is kept, whatever became of the others: each says when
 * it was read.
 *
 * @param before the totals so far; one that cannot be read stays as it was
 * @param read asks for the smallest page there is of a filter
 * @param freshSince a total that was read after this moment is not asked for again
 * @returns the totals, and what each failed request threw
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
