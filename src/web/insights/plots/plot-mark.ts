import type { Selection } from '#web/insights/selection.ts'

/** What can be pressed in a plot and in its table: a bar, a part of one, a row. */
export interface PlotMark {
  /** unique in its plot */
  id: string
  /** which tasks these are, and how many */
  name: string
  /** of the tasks */
  count: number
  selection: Selection
}

/** What is selected, if anything, and how to select. */
export interface MarkSelection {
  selectedId: string | null
  /** the same one again: nothing is selected */
  onSelect: (mark: PlotMark) => void
}

/**
 * Where a key leads among marks: along the bars, and within one. undefined: the key is not for that.
 *
 * @param bars each with its marks by ID, the whole bar first
 * @param axis how the bars stand beside one another
 */
export function nextMark(
  bars: readonly (readonly string[])[],
  current: string,
  key: string,
  axis: 'horizontal' | 'vertical' = 'horizontal',
): string | undefined {
  const bar = Math.max(
    bars.findIndex((marks) => marks.includes(current)),
    0,
  )
  const part = Math.max(bars[bar]?.indexOf(current) ?? 0, 0)
  const along = axis === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  const within = axis === 'horizontal' ? ['ArrowDown', 'ArrowUp'] : ['ArrowLeft', 'ArrowRight']
  const inBar = (index: number) => {
    const marks = bars[Math.min(Math.max(index, 0), bars.length - 1)] ?? []
    return marks[Math.min(part, marks.length - 1)]
  }
  const step = along.indexOf(key)
  if (step !== -1) return inBar(bar + step * 2 - 1)
  if (key === 'Home') return inBar(0)
  if (key === 'End') return inBar(bars.length - 1)
  const rise = within.indexOf(key)
  const marks = bars[bar] ?? []
  if (rise === -1 || marks.length < 2) return undefined
  return marks[Math.min(Math.max(part + rise * 2 - 1, 0), marks.length - 1)]
}
