import { TASK_STATUS } from '#contract/video-tasks.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { timeZoneName } from '#web/format/time-zone.ts'
import type { PlotMark, PlotSpec } from '#web/insights/plots/plot-spec.ts'
import { type PeriodUnit, writeDay, middleOf, type Period } from '#web/format/calendar.ts'
import type { TaskFigures } from '#web/insights/reading/task-tally.ts'
import { STATUS_KINDS, type StatusKind } from '#web/task-list/search/status-kinds.ts'
import { m } from '#web/messages/generated/messages.js'
import { ExpandableText } from '#web/ui/expandable-text.tsx'
import { FailureShape, shapeName } from '#web/video-task/failure/failure-words.tsx'
import { joinSearch } from '#web/task-list/search/search-address.ts'
import { inQuotes } from '#web/task-list/search/search-readers.ts'
import { perLocale } from '#web/format/locale.ts'
import { formatDay, formatDuration } from '#web/format/time.ts'
import { anyStatusLabel, isTaskStatus } from '#web/video-task/labels.ts'

type Counts = TaskFigures['total']
type PeriodCounts = TaskFigures['periods'][number]
type Buckets = TaskFigures['elapsed']['buckets']

/** The plots of a scope, in the order of the screen. @param isFiltered all tasks have one status */
export function plotsOf(figures: TaskFigures, isFiltered: boolean): PlotSpec[] {
  return [
    tasksPlot(figures, isFiltered),
    // Among tasks of one status, the rate would be 0 % or 100 %.
    ...(isFiltered ? [] : [successPlot(figures)]),
    elapsedPlot(figures),
    pricePlot(figures),
    failuresPlot(figures),
  ]
}

/** The fill of each kind: the colour of its status, or an outline if the status is not known. */
const STATUS_FILLS: Readonly<Record<StatusKind, string>> = {
  completed: 'fill-completed',
  failed: 'fill-failed',
  processing: 'fill-processing',
  pending: 'fill-pending',
  open: 'fill-pending-soft stroke-pending',
  other: 'fill-hover stroke-edge',
}

/** Tasks by day of creation and status. @param isFiltered they are tasks of one status */
function tasksPlot(figures: TaskFigures, isFiltered: boolean): PlotSpec {
  const { periods, unit, total } = figures
  const kinds = kindsAmong(total)
  return {
    name: 'tasks',
    title: perUnit(unit, {
      day: m.insights_tasks_day,
      week: m.insights_tasks_week,
      month: m.insights_tasks_month,
      years: m.insights_tasks_years,
    }),
    summary: [
      joinSentences(spanInWords(figures), m.insights_zone({ zone: timeZoneName() })),
      total.byStatus.open > 0 && !isFiltered ? m.insights_open_note() : '',
    ],
    shape: 'columns',
    legend: kinds.map((kind) => ({
      name: kindLabel(kind),
      shown: formatNumber(total.byStatus[kind]),
      fill: STATUS_FILLS[kind],
    })),
    headings: [m.insights_period(), ...kinds.map(kindLabel), m.insights_all()],
    bars: periods.map((period) => {
      const { markPart, ...words } = ofPeriod(period, unit)
      const whole = markPart('', period.tasks)
      const ofKind = (kind: StatusKind) =>
        markPart(kindLabel(kind), period.byStatus[kind], (tasks) =>
          m.insights_bar_of({ ...tasks, status: kindLabel(kind) }),
        )
      const parts = kindsAmong(period).map((kind) => ({
        value: period.byStatus[kind],
        fill: STATUS_FILLS[kind],
        mark: ofKind(kind),
      }))
      return { ...words, whole, parts, cells: [...kinds.map(ofKind), whole] }
    }),
  }
}

/** The share of completed tasks among those that have completed or failed, by day of creation. */
function successPlot({ periods, unit, total }: TaskFigures): PlotSpec {
  const finished = finishedOf(total)
  const isEmpty = finished === 0
  return {
    name: 'success',
    title: m.insights_success(),
    summary: [
      isEmpty
        ? m.insights_success_none()
        : m.insights_success_sum({
            completed: formatNumber(total.byStatus.completed),
            finished: formatNumber(finished),
          }),
    ],
    shape: 'line',
    axis: { format: formatShare, hasFractions: true, top: 1 },
    headings: [
      m.insights_period(),
      m.insights_success(),
      kindLabel(TASK_STATUS.completed),
      m.insights_finished(),
    ],
    bars: (isEmpty ? [] : periods).map((period) => {
      const { markPart, ...words } = ofPeriod(period, unit)
      const { completed } = period.byStatus
      const ended = finishedOf(period)
      const rate = formatRate(period)
      const whole = markPart(m.search_ended(), ended, (tasks) =>
        m.insights_bar_success({ ...tasks, rate }),
      )
      return {
        ...words,
        whole,
        parts:
          ended === 0 ? [] : [{ value: completed / ended, fill: 'fill-completed', mark: whole }],
        cells: [rate, formatNumber(completed), whole],
      }
    }),
  }
}

/** Prices by day of creation. */
function pricePlot({ periods, unit, total }: TaskFigures): PlotSpec {
  const { priced } = total
  const missing = total.tasks - priced
  return {
    name: 'price',
    title: perUnit(unit, {
      day: m.insights_price_day,
      week: m.insights_price_week,
      month: m.insights_price_month,
      years: m.insights_price_years,
    }),
    summary: [
      priced === 0
        ? m.insights_price_none()
        : joinSentences(
            m.insights_price_sum({ price: formatNumber(total.price), ...counted(priced) }),
            missing > 0 ? m.insights_price_missing(counted(missing)) : '',
            m.insights_price_unit(),
          ),
    ],
    shape: 'columns',
    axis: { hasFractions: true },
    headings: [m.insights_period(), m.insights_price_label(), m.insights_with_price()],
    bars: (priced === 0 ? [] : periods).map((period) => {
      const { markPart, ...words } = ofPeriod(period, unit)
      const price = formatNumber(period.price)
      const whole = markPart(m.search_priced(), period.priced, (tasks) =>
        m.insights_bar_price({ ...tasks, price }),
      )
      return {
        ...words,
        whole,
        parts: [{ value: Number(period.price), fill: 'fill-focus', mark: whole }],
        cells: [period.priced === 0 ? '—' : price, whole],
      }
    }),
  }
}

/** The words of a period's bar, and how its marks are made. */
function ofPeriod(period: PeriodCounts, unit: PeriodUnit) {
  const { first, last } = period
  const days = first === last ? writeDay(first) : `${writeDay(first)}..${writeDay(last)}`
  const where = periodName(period, unit)
  return {
    isFar: period.isFar,
    below: periodTick(period, unit),
    heading: <time dateTime={writeDay(first)}>{where}</time>,
    /** @param part searches for a part of the period's tasks */
    markPart: (part: string, count: number, say?: Parameters<typeof markOf>[3]) =>
      markOf(joinSearch([days, part]), where, count, say),
  }
}

function spanInWords({ periods, unit }: TaskFigures): string {
  const drawn = periods.filter(({ isFar }) => !isFar)
  const [first, last] = [drawn[0], drawn.at(-1)]
  if (first === undefined || last === undefined) return m.insights_no_days()
  const tasks = counted(drawn.reduce((sum, period) => sum + period.tasks, 0))
  const [from, to] = [periodName(first, unit), periodName(last, unit)]
  return from === to
    ? m.insights_one_period({ ...tasks, period: from })
    : m.insights_span({ ...tasks, from, to })
}

/** How long tasks took from creation to completion. */
function elapsedPlot({ elapsed }: TaskFigures): PlotSpec {
  const { count, median, p95, buckets } = elapsed
  const isEmpty = median === null || p95 === null
  const lineAt = (at: number, say: (words: { time: string }) => string) => ({
    place: placeAmong(buckets, at),
    label: say({ time: formatElapsed(at) }),
  })
  return {
    name: 'elapsed',
    title: m.insights_elapsed(),
    summary: [
      isEmpty
        ? m.insights_elapsed_none()
        : m.insights_elapsed_sum({
            median: formatElapsed(median),
            p95: formatElapsed(p95),
            ...counted(count),
          }),
    ],
    shape: 'columns',
    lines: isEmpty ? [] : [lineAt(median, m.insights_median), lineAt(p95, m.insights_p95)],
    headings: [m.insights_elapsed_label(), m.nav_tasks()],
    bars: buckets.map(({ from, to, count: value }) => {
      const name =
        to === null
          ? m.insights_at_least({ from: formatDuration(from) })
          : m.insights_between({ from: formatDuration(from), to: formatDuration(to) })
      const whole = markOf(elapsedSearch(from, to), name, value)
      const parts = [{ value, fill: 'fill-edge', mark: whole }]
      return { below: name, heading: name, whole, parts, cells: [whole] }
    }),
  }
}

/** Finds the tasks of a bar. */
function elapsedSearch(from: number, to: number | null): string {
  const seconds = (ms: number) => m.search_seconds({ count: String(ms / 1_000) })
  const least = m.search_from({ value: seconds(from) })
  return m.search_took({
    time: to === null ? least : `${least} ${m.search_under({ value: seconds(to) })}`,
  })
}

/** Failed tasks, grouped by what their messages have in common. */
function failuresPlot({ total: { byStatus }, failures: { groups, other } }: TaskFigures): PlotSpec {
  return {
    name: 'failures',
    title: m.insights_failures(),
    summary: [
      byStatus.failed === 0
        ? m.insights_failures_none()
        : joinSentences(
            m.insights_failures_sum(counted(byStatus.failed)),
            m.insights_failures_folded(),
            other > 0 ? m.insights_failures_other(counted(other)) : '',
          ),
    ],
    shape: 'rows',
    atFirst: {
      bars: 10,
      more: m.insights_failures_more(counted(groups.length)),
      fewer: m.insights_failures_fewer(),
    },
    headings: [m.insights_failure_kind(), m.nav_tasks(), m.insights_failure_sample()],
    bars: groups.map(({ shape, count, sample }) => {
      const search =
        shape === '' ? m.search_failure_unsaid() : m.search_failure({ shape: inQuotes(shape) })
      const whole = markOf(search, shapeName(shape), count)
      const example = (
        <span className="block max-w-[48ch] min-w-40 wrap-anywhere">
          {sample === '' ? '—' : <ExpandableText text={sample} showAll={m.show_all()} />}
        </span>
      )
      return {
        below: '',
        heading: <FailureShape shape={shape} />,
        whole,
        parts: [{ value: count, fill: 'bg-failed', mark: whole }],
        cells: [whole, example],
      }
    }),
  }
}

// Days are numbers without a time zone, and UTC has no clock changes.
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

const shortDay = dateFormat({ day: 'numeric', month: 'short' })
const month = dateFormat({ month: 'short', year: 'numeric' })
const year = dateFormat({ year: 'numeric' })

/** The name of a period in a sentence. */
function periodName({ first, last }: Period, unit: PeriodUnit): string {
  if (unit === 'day') return formatDay(first)
  if (unit === 'week') return m.insights_week({ day: formatDay(first) })
  if (unit === 'month') return month().format(middleOf(first))
  const [from, to] = [first, last].map((day) => year().format(middleOf(day)))
  return unit.years === 1 ? (from ?? '') : `${from ?? ''}–${to ?? ''}`
}

/** The name of a period in short form, for below a bar. */
function periodTick(period: Period, unit: PeriodUnit): string {
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
function perUnit(
  unit: PeriodUnit,
  words: { day: () => string; week: () => string; month: () => string; years: () => string },
): string {
  return typeof unit === 'string' ? words[unit]() : words.years()
}

const percent = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)

/** A share of 1 in percent. */
function formatShare(share: number): string {
  return percent().format(share)
}

/** The number of tasks that have completed or failed. */
function finishedOf({ byStatus }: Counts): number {
  return byStatus.completed + byStatus.failed
}

/** The share of completed tasks among those that have completed or failed, in percent. */
export function formatRate(counts: Counts): string {
  const finished = finishedOf(counts)
  return finished === 0 ? '—' : formatShare(counts.byStatus.completed / finished)
}

/** The name of a kind on screen. */
function kindLabel(kind: StatusKind): string {
  if (kind === 'other') return m.search_other_status()
  return anyStatusLabel(isTaskStatus(kind) ? kind : null)
}

/** An elapsed time in milliseconds. A short one is not rounded to seconds, which would be too coarse. */
export function formatElapsed(elapsed: number): string {
  return elapsed < 1_500 && elapsed % 1_000 !== 0
    ? m.insights_milliseconds({ count: formatNumber(Math.round(elapsed)) })
    : formatDuration(elapsed)
}

/** The mark of a search. @param say makes its name from where its tasks are in the plot, and how many they are */
function markOf(
  search: string,
  where: string,
  count: number,
  say: (tasks: { where: string; count: number; shown: string }) => string = m.insights_bar,
): PlotMark {
  return {
    search,
    count,
    // Many marks are in tables that are not shown: only what is shown is put into words.
    get name() {
      return say({ where, ...counted(count) })
    },
  }
}

/** The kinds that at least one task has, from the bottom of a bar to its top. */
function kindsAmong({ byStatus }: Counts): StatusKind[] {
  return STATUS_KINDS.filter((kind) => byStatus[kind] > 0)
}

/** The place of an elapsed time among the bars: 1.5 is the middle of the second bar. */
export function placeAmong(buckets: Buckets, elapsed: number): number {
  const index = buckets.findIndex(({ to }) => to === null || elapsed < to)
  const bucket = buckets[index]
  if (bucket === undefined) return buckets.length
  const to = bucket.to ?? Math.max(elapsed, bucket.from) * 2
  return index + Math.min(Math.max((elapsed - bucket.from) / (to - bucket.from), 0), 1)
}
