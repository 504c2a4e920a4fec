import type { MouseEvent, ReactElement, ReactNode } from 'react'

import { opensElsewhere } from '#web/ui/key-press.ts'

/** A plot as data. `PlotFigure` draws it, and makes a table of it. Its marks are links. */
export interface PlotSpec {
  /** the same in every language */
  name: 'tasks' | 'success' | 'elapsed' | 'price' | 'failures'
  title: string
  /** paragraphs; an empty one is left out */
  summary: readonly string[]
  /** columns over a common axis, a line through their values, or rows of a list */
  shape: 'columns' | 'line' | 'rows'
  axis?: ValueAxis
  /** what each colour stands for, with the number of tasks */
  legend?: readonly { name: string; shown: string; fill: string }[]
  /** values to which a line is drawn, at a place among the bars: 1.5 is the middle of the second */
  lines?: readonly { place: number; label: string }[]
  /** only so many bars are shown until a person asks for the others, in these words */
  atFirst?: { bars: number; more: string; fewer: string }
  /** the headings of the table's columns */
  headings: readonly string[]
  /** empty: there is nothing to plot, and the summary says so */
  bars: readonly PlotBar[]
}

/** How the vertical axis shows values. */
interface ValueAxis {
  /** by default in short form, such as 1.2K */
  format?: (value: number) => string
  /** there are values between whole numbers */
  hasFractions?: boolean
  /** the highest value; by default that of the highest bar */
  top?: number
}

/** A bar of a plot, and its row of the table. */
export interface PlotBar {
  /** stands below the bar */
  below: string
  /** heads the row */
  heading: ReactNode
  /** With one part, that part is a link; with more, the whole bar is one too. */
  whole: PlotMark
  parts: readonly PlotPart[]
  /** the other cells of the row */
  cells: readonly PlotCell[]
  /** it is in the table only */
  isFar?: boolean
}

/** A part of a bar, as long as its value. */
export interface PlotPart {
  value: number
  /** classes */
  fill: string
  mark: PlotMark
}

/** A cell of a table: a figure, the number of tasks of a mark, or anything else. */
type PlotCell = string | PlotMark | ReactElement

/** Tasks that a bar, a part of a bar, or a number in the table stands for. It links to them. */
export interface PlotMark {
  /** says which tasks it stands for, and how many */
  name: string
  /** of the tasks */
  count: number
  /** finds its tasks among those of the scope; unique among all plots */
  search: string
}

/** Links to the tasks of marks. */
export interface MarkLinks {
  /** @returns the address of the tasks */
  hrefOf: (mark: PlotMark) => string
  /** opens such an address in this window */
  onOpen: (href: string) => void
}

/** What is drawn, and where its marks lead. */
export interface PlotView {
  spec: PlotSpec
  links: MarkLinks
}

/** Opens the tasks of a mark in this window, unless the browser opens them elsewhere. */
export function openMark(event: MouseEvent, mark: PlotMark, { hrefOf, onOpen }: MarkLinks): void {
  if (opensElsewhere(event)) return
  event.preventDefault()
  onOpen(hrefOf(mark))
}
