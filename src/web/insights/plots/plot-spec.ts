import type { ReactElement, ReactNode } from 'react'

import { counted } from '#web/format/number.ts'
import type { Selection } from '#web/insights/selection.ts'
import { m } from '#web/messages/generated/messages.js'

/** A plot as data. `PlotFigure` draws it, makes a table of it, and lets people select its marks. */
export interface PlotSpec {
  /** the same in every language */
  name: 'tasks' | 'success' | 'elapsed' | 'price' | 'failures'
  title: string
  /** a figure in large print before the summary */
  lead?: string
  /** paragraphs; an empty one is left out */
  summary: readonly string[]
  /** columns over a common axis, a line through their values, or rows of a list */
  shape: 'columns' | 'line' | 'rows'
  axis?: ValueAxis
  /** a plot that is too wide begins with its newest bars */
  isOverTime?: boolean
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
  /** With one part, that part can be pressed; with more, the whole bar can be pressed too. */
  whole: PlotMark
  parts: readonly PlotPart[]
  /** the other cells of the row */
  cells: readonly PlotCell[]
}

/** A part of a bar, as long as its value. */
export interface PlotPart {
  value: number
  /** classes */
  fill: string
  mark: PlotMark
}

/** A cell of a table: a figure, the number of tasks of a mark, or anything else. */
export type PlotCell = string | PlotMark | ReactElement

/** Tasks that a person can select: by a bar, a part of a bar, a number in the table. */
export interface PlotMark {
  /** unique among all plots, and the same as long as the selection is */
  id: string
  /** says which tasks it stands for, and how many */
  name: string
  /** of the tasks */
  count: number
  selection: Selection
}

/** The selection, of one mark in all plots. */
export interface MarkSelection {
  selectedId: string | undefined
  /** selecting the selected mark clears the selection */
  onSelect: (mark: PlotMark) => void
}

/** What is drawn, and what is selected in it. */
export interface PlotView {
  spec: PlotSpec
  selection: MarkSelection
}

/** The mark of a selection. @param say makes its name from where its tasks are in the plot, and how many they are */
export function markOf(
  selection: Selection,
  where: string,
  count: number,
  say: (tasks: { where: string; count: number; shown: string }) => string = m.insights_bar,
): PlotMark {
  return {
    id: JSON.stringify(selection),
    name: say({ where, ...counted(count) }),
    count,
    selection,
  }
}

/** The mark with an ID. @returns undefined if there is none any more, for example because days have become weeks */
export function markFor(id: string | undefined, { bars }: PlotSpec): PlotMark | undefined {
  return bars
    .flatMap(({ whole, parts }) => [whole, ...parts.map(({ mark }) => mark)])
    .find((mark) => mark.id === id)
}
