import { type Period, type PeriodUnit, writeDay } from '#web/insights/reading/calendar.ts'
import { periodName } from '#web/insights/reading/period-words.ts'

/** A period as a table names it. */
export function PeriodTime({ period, unit }: { period: Period; unit: PeriodUnit }) {
  return <time dateTime={writeDay(period.first)}>{periodName(period, unit)}</time>
}
