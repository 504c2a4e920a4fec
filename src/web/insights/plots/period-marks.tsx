import { formatNumber } from '#web/format/number.ts'
import { perLocale } from '#web/format/locale.ts'
import type { PlotCell } from '#web/insights/plots/plot-figure.tsx'
import { type Period, type PeriodUnit, writeDay } from '#web/insights/reading/calendar.ts'
import { periodName } from '#web/insights/reading/period-words.ts'
import type { PlotMark } from '#web/insights/plots/plot-mark.ts'
import type { Selection } from '#web/insights/selection.ts'
import { kindLabel } from '#web/insights/plots/status-looks.ts'
import type { StatusKind } from '#web/insights/reading/task-facts.ts'
import type { Counts, PeriodCounts, TaskFigures } from '#web/insights/reading/task-tally.ts'
import { m } from '#web/messages/generated/messages.js'

const percent = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)
const compact = perLocale((locale) => new Intl.NumberFormat(locale, { notation: 'compact' }))

/** A number in short form, as an axis shows it. */
export function formatTick(value: number): string {
  return compact().format(value)
}

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

/** The part of a period's tasks that a mark stands for. */
type PartOfPeriod = Pick<Extract<Selection, { by: 'period' }>, 'only' | 'kind'>

/** A period's tasks, or those of one kind. */
export function tasksMark(figures: TaskFigures, period: PeriodCounts, kind?: StatusKind): PlotMark {
  return kind === undefined
    ? periodMark(figures, period, { count: period.tasks, say: (words) => m.insights_bar(words) })
    : periodMark(figures, period, {
        count: period.byStatus[kind],
        say: (words) => m.insights_bar_of({ ...words, status: kindLabel(kind) }),
        part: { kind },
      })
}

/** A period's tasks with a price. */
export function priceMark(figures: TaskFigures, period: PeriodCounts): PlotMark {
  return periodMark(figures, period, {
    count: period.priced,
    say: (words) => m.insights_bar_price({ ...words, price: formatNumber(period.price) }),
    part: { only: 'priced' },
  })
}

/** A period's tasks that have completed or failed. */
export function successMark(figures: TaskFigures, period: PeriodCounts): PlotMark {
  return periodMark(figures, period, {
    count: finishedOf(period),
    say: (words) => m.insights_bar_success({ ...words, rate: formatRate(period) }),
    part: { only: 'finished' },
  })
}

/**
 * Makes a mark of a plot by period.
 *
 * @param count of the tasks that it stands for
 * @param say makes its name
 */
function periodMark(
  { unit }: TaskFigures,
  period: PeriodCounts,
  {
    count,
    say,
    part = {},
  }: {
    count: number
    say: (words: { where: string; count: number; shown: string }) => string
    part?: PartOfPeriod
  },
): PlotMark {
  const { first, last } = period
  return {
    id: [first, part.kind ?? part.only ?? ''].join(' '),
    name: say({ where: periodName(period, unit), count, shown: formatNumber(count) }),
    count,
    selection: { by: 'period', first, last, ...part },
  }
}

/** The table cell with the number of tasks of a mark. */
export function markCell(mark: PlotMark): PlotCell {
  return { text: formatNumber(mark.count), mark }
}

/** The table cell with the name of a period. */
export function periodCell(period: Period, unit: PeriodUnit): PlotCell {
  return { content: <time dateTime={writeDay(period.first)}>{periodName(period, unit)}</time> }
}
