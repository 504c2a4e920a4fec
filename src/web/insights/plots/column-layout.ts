import { nice, ticks } from 'd3-array'

import type { PlotMark } from '#web/insights/plots/plot-mark.ts'

/** A part of a column, as high as its value. */
export interface PlotPart {
  value: number
  /** classes */
  fill: string
  mark: PlotMark
}

/** A column of a plot. With one part, that part can be pressed; with more, the whole column can be pressed too. */
export interface PlotColumn {
  tick: string
  whole: PlotMark
  parts: readonly PlotPart[]
}

/** How the vertical axis shows values. */
export interface ValueAxis {
  format: (value: number) => string
  /** there are no values between whole numbers */
  isWhole: boolean
  /** the highest value; by default that of the highest column */
  top?: number
}

/** A label below a column. */
export interface TickPlace {
  x: number
  textAnchor: 'start' | 'middle' | 'end'
}

/** The height of a plot, and the room around its columns, in pixels. */
export const HEIGHT = 240
export const TOP = 24
export const BOTTOM = 24
export const LEFT = 52

/** About how many lines the value axis has: as many as give round values. */
const GRID_LINES = 4

/** The least width of a column, so that a finger can hit it. */
const LEAST_COLUMN = 24
/** The least width of a label below a column, and the width of one of its characters. */
const LEAST_TICK = 76
const TICK_CHARACTER = 7

/** Where the columns of a plot are, in pixels. */
export interface ColumnLayout {
  /** the right edge of the last column */
  right: number
  /** the width of a column with the gaps beside it */
  band: number
  /** the gap on either side of a column */
  gap: number
  /** every how many columns there is a label */
  everyTick: number
  /** the width that each label may need */
  tickWidth: number
  /** the values at which the axis has a line */
  gridValues: readonly number[]
  /** where a value is */
  y: (value: number) => number
}

/** Places columns in a plot. It is as wide as the given width, or wider where the columns need more. */
export function layOutColumns(
  columns: readonly PlotColumn[],
  { isWhole, top }: ValueAxis,
  width: number,
): ColumnLayout {
  const band = Math.max((width - LEFT) / columns.length, LEAST_COLUMN)
  const longestTick = columns.reduce((most, { tick }) => Math.max(most, tick.length), 0)
  const tickWidth = Math.max(LEAST_TICK, longestTick * TICK_CHARACTER)
  const sums = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const highest = Math.max(0, top ?? Math.max(...sums)) || 1
  const [low, high] = nice(Math.min(0, ...sums), highest, GRID_LINES)
  const pixelsPerUnit = (HEIGHT - BOTTOM - TOP) / (high - low)
  return {
    right: LEFT + band * columns.length,
    band,
    gap: Math.min(band * 0.15, 8),
    everyTick: Math.ceil(tickWidth / band),
    tickWidth,
    gridValues: ticks(low, high, GRID_LINES).filter((value) => !isWhole || Number.isInteger(value)),
    y: (value) => HEIGHT - BOTTOM - (value - low) * pixelsPerUnit,
  }
}

/** The left edge of a column with its gap; of 1.5, the middle of the second column. */
export function leftOf({ band }: ColumnLayout, place: number): number {
  return LEFT + band * place
}

/** The parts of a column, one on top of the other. */
export function stackParts(
  { y }: ColumnLayout,
  { parts }: PlotColumn,
): { part: PlotPart; top: number; height: number }[] {
  let ground = 0
  return parts.map((part) => {
    const [low, high] = [y(ground), y(ground + part.value)]
    ground += part.value
    return { part, top: Math.min(low, high), height: Math.abs(low - high) }
  })
}

/** Where the label of a column is. A label that is wider than its column and would leave the plot ends with it. */
export function placeTick(layout: ColumnLayout, index: number): TickPlace {
  if (layout.everyTick === 1) return { x: leftOf(layout, index + 0.5), textAnchor: 'middle' }
  const left = leftOf(layout, index) + layout.gap
  return left + layout.tickWidth > layout.right
    ? { x: layout.right, textAnchor: 'end' }
    : { x: left, textAnchor: 'start' }
}
