import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import type { Found } from '#web/tasks/find/find-among.ts'

/** How many tasks were found, as a sentence. */
export function foundWords({ tasks, more }: Pick<Found, 'tasks' | 'more'>): string {
  const count = tasks.length + more
  return count === 0 ? m.find_none() : m.find_found({ count, shown: formatNumber(count) })
}
