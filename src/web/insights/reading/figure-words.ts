import { perLocale } from '#web/format/locale.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { formatDay, formatDuration } from '#web/format/time.ts'
import { middleOf, type Period, type PeriodUnit } from '#web/format/calendar.ts'
import type { ElapsedBucket } from '#web/insights/reading/elapsed-tally.ts'
import type { StatusKind } from '#web/task-list/search/status-kinds.ts'
import type { Counts, TaskFigures } from '#web/insights/reading/task-tally.ts'
import { m } from '#web/messages/generated/messages.js'
import { anyStatusLabel, isTaskStatus } from '#web/video-task/labels.ts'

// Days are numbers without a time zone, and UTC has no clock changes.
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

const shortDay = dateFormat({ day: 'numeric', month: 'short' })
const month = dateFormat({ month: 'short', year: 'numeric' })
const year = dateFormat({ year: 'numeric' })

/** The name of a period in a sentence. */
export function periodName({ first, last }: Period, unit: PeriodUnit): string {
  if (unit === 'day') return formatDay(first)
  if (unit === 'week') return m.insights_week({ day: formatDay(first) })
  if (unit === 'month') return month().format(middleOf(first))
  const [from, to] = [first, last].map((day) => year().format(middleOf(day)))
  return unit.years === 1 ? (from ?? '') : `${from ?? ''}–${to ?? ''}`
}

/** The name of a period in short form, for below a bar. */
export function periodTick(period: Period, unit: PeriodUnit): string {
  const isShort = unit === 'day' || unit === 'week'
  return isShort ? shortDay().format(middleOf(period.first)) : periodName(period, unit)
}

const list = perLocale((locale) => new Intl.ListFormat(locale))

/** The most periods that a sentence names. */
const MOST_NAMED = 3

/** Says which tasks the charts by day leave out. '': none */
export function farInWords({ periods, unit }: Pick<TaskFigures, 'periods' | 'unit'>): string {
  const far = periods.filter(({ isFar }) => isFar)
  const names = far.slice(0, MOST_NAMED).map((period) => periodName(period, unit))
  const days = list().format(far.length > MOST_NAMED ? [...names, '…'] : names)
  const tasks = far.reduce((sum, period) => sum + period.tasks, 0)
  return tasks === 0 ? '' : m.insights_far({ ...counted(tasks), days })
}

/** The message for a unit, such as "per day". */
export function perUnit(
  unit: PeriodUnit,
  words: { day: () => string; week: () => string; month: () => string; years: () => string },
): string {
  return typeof unit === 'string' ? words[unit]() : words.years()
}

const percent = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)

/** A share of 1 in percent. */
export function formatShare(share: number): string {
  return percent().format(share)
}

/** The number of tasks that have completed or failed. */
export function finishedOf({ byStatus }: Counts): number {
  return byStatus.completed + byStatus.failed
}

/** The share of completed tasks among those that have completed or failed, in percent. */
export function formatRate(counts: Counts): string {
  const finished = finishedOf(counts)
  return finished === 0 ? '—' : formatShare(counts.byStatus.completed / finished)
}

/** The name of a kind on screen. */
export function kindLabel(kind: StatusKind): string {
  if (kind === 'other') return m.search_other_status()
  return anyStatusLabel(isTaskStatus(kind) ? kind : null)
}

/** An elapsed time in milliseconds. A short one is not rounded to seconds, which would be too coarse. */
export function formatElapsed(elapsed: number): string {
  return elapsed < 1_500 && elapsed % 1_000 !== 0
    ? m.insights_milliseconds({ count: formatNumber(Math.round(elapsed)) })
    : formatDuration(elapsed)
}

/** A range of elapsed times in words. */
export function elapsedRange({ from, to }: Pick<ElapsedBucket, 'from' | 'to'>): string {
  return to === null
    ? m.insights_at_least({ from: formatDuration(from) })
    : m.insights_between({ from: formatDuration(from), to: formatDuration(to) })
}
