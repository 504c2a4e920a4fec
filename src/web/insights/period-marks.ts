import { formatNumber } from '#web/format/number.ts'
import { perLocale } from '#web/format/locale.ts'
import { periodName } from '#web/insights/period-words.ts'
import type { PlotMark } from '#web/insights/plot-mark.ts'
import type { Selection } from '#web/insights/selection.ts'
import type { PeriodCounts, TaskFigures } from '#web/insights/task-tally.ts'

const compact = perLocale((locale) => new Intl.NumberFormat(locale, { notation: 'compact' }))

/** A figure in as few letters as stand beside an axis. */
export function formatTick(value: number): string {
  return compact().format(value)
}

/** Which tasks of a period a mark stands for. */
type PartOfPeriod = Pick<Extract<Selection, { by: 'period' }>, 'only' | 'kind'>

/**
 * Makes the marks of a plot by period.
 *
 * @param count of the tasks of a period that it stands for
 * @param say its name
 */
export function periodMark(
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

/** A mark's figure as a table has it. */
export function cellOf(mark: PlotMark) {
  return { text: formatNumber(mark.count), mark }
}
