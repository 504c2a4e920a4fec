import type { Selection } from '#web/insights/selection.ts'

/** Something in a plot or its table that a person can select: a bar, a part of a bar, a number in the table. */
export interface PlotMark {
  /** unique in its plot */
  id: string
  /** says which tasks it stands for, and how many */
  name: string
  /** of the tasks */
  count: number
  selection: Selection
}

/** The selection of a plot. */
export interface MarkSelection {
  selectedId: string | null
  /** selecting the selected mark clears the selection */
  onSelect: (mark: PlotMark) => void
}

/**
 * The mark that a key moves to, along the bars or within a bar.
 *
 * @param bars the IDs of the marks of each bar, the whole bar first
 * @param axis the direction in which the bars follow each other
 * @returns undefined if the key does not move between marks
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
