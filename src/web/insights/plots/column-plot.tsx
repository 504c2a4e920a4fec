import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import {
  Axes,
  MarkedPlaces,
  type PlotLine,
  StackedColumns,
  ValueLabels,
  ValueLine,
} from '#web/insights/plots/column-drawing.tsx'
import {
  BOTTOM,
  type ColumnLayout,
  HEIGHT,
  layOutColumns,
  LEFT,
  leftOf,
  type PlotColumn,
  stackParts,
  TOP,
  type ValueAxis,
} from '#web/insights/plots/column-layout.ts'
import { MarkList, type PlacedMark } from '#web/insights/plots/mark-list.tsx'
import type { MarkSelection } from '#web/insights/plots/plot-mark.ts'

const NO_LINES: readonly PlotLine[] = []

/** Columns over a common axis, or a line through their values. A layer of marks over the drawing can be pressed. */
export function ColumnPlot({
  label,
  shape,
  columns,
  values,
  lines = NO_LINES,
  isOverTime = false,
  selection,
}: {
  label: string
  shape: 'columns' | 'line'
  columns: readonly PlotColumn[]
  values: ValueAxis
  lines?: readonly PlotLine[]
  /** a plot that is too wide begins with its newest columns */
  isOverTime?: boolean
  selection: MarkSelection
}) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const layout = layOutColumns(columns, values, width)
  const { right } = layout
  const isShown = width > 0
  useLayoutEffect(() => {
    if (isOverTime && isShown && frame.current !== null) frame.current.scrollLeft = right
  }, [isOverTime, isShown, right])
  return (
    // The height is fixed, so that nothing moves when the width becomes known.
    <div ref={frame} className="h-65 overflow-x-auto overflow-y-hidden">
      {isShown && (
        <div className="relative" style={{ width: right, height: HEIGHT }}>
          <svg
            aria-hidden
            data-plot
            width={right}
            height={HEIGHT}
            className="absolute inset-0 text-xs tabular-nums"
          >
            <Axes layout={layout} columns={columns} formatValue={values.format} />
            {shape === 'columns' ? (
              <StackedColumns layout={layout} columns={columns} />
            ) : (
              <ValueLine layout={layout} columns={columns} />
            )}
            <MarkedPlaces layout={layout} lines={lines} />
          </svg>
          {right > width && (
            // Columns scroll below it.
            <svg
              aria-hidden
              width={LEFT}
              height={HEIGHT}
              className="sticky left-0 block bg-surface text-xs tabular-nums"
            >
              <ValueLabels layout={layout} formatValue={values.format} />
            </svg>
          )}
          <MarkList
            label={label}
            axis="horizontal"
            bars={columns.map((column, index) => placeMarks(layout, column, index))}
            className="absolute inset-0"
            markClass="absolute rounded-inset focus-visible:z-10 focus-visible:-outline-offset-2"
            {...selection}
          />
        </div>
      )}
    </div>
  )
}

/** What each colour stands for, with the number of tasks. */
export function Legend({
  entries,
}: {
  entries: readonly { name: string; shown: string; fill: string }[]
}) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {entries.map(({ name, shown, fill }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg aria-hidden width="12" height="12">
            <rect x="0.5" y="0.5" width="11" height="11" rx="2" className={fill} />
          </svg>
          <span>{name}</span>
          <span className="text-muted tabular-nums">{shown}</span>
        </li>
      ))}
    </ul>
  )
}

/** The mark of the whole column over the full height, then one for each of its parts. */
function placeMarks(layout: ColumnLayout, column: PlotColumn, index: number): PlacedMark[] {
  const { whole, parts } = column
  const place = { left: leftOf(layout, index), width: layout.band }
  const full = { ...place, top: TOP, height: HEIGHT - TOP - BOTTOM }
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return [{ mark: only.mark, style: full }]
  return [
    { mark: whole, style: full },
    ...stackParts(layout, column).map(({ part, top, height }) => ({
      mark: part.mark,
      style: { ...place, top, height },
    })),
  ]
}

/** The width of an element in pixels; 0 until it is known. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [frame])
  return width
}
