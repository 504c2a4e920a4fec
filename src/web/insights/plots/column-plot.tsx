import { nice, sum, ticks } from 'd3-array'
import { useCallback, useState } from 'react'

import { perLocale } from '#web/format/locale.ts'
import { MarkList } from '#web/insights/plots/mark-list.tsx'
import type { PlotSpec, PlotView } from '#web/insights/plots/plot-spec.ts'

/** The height of a plot, that of `h-60`, and the room around its columns, in pixels. */
const HEIGHT = 240
const TOP = 24
const BOTTOM = 24
const LEFT = 52

/** About how many lines the value axis has: as many as give round values. */
const GRID_LINES = 4

/** The least width of a label below a column, and the width of one of its characters. */
const LEAST_LABEL = 76
const LABEL_LETTER = 7
/** The width that a label beside a line may need. */
const LINE_LABEL = 110

const compact = perLocale((locale) => new Intl.NumberFormat(locale, { notation: 'compact' }))

type ColumnLayout = ReturnType<typeof layOutColumns>

/** Where everything of a plot is, in pixels. Its columns share the width: the table of a plot has targets for fingers. */
export function layOutColumns(width: number, { bars, axis = {} }: Pick<PlotSpec, 'bars' | 'axis'>) {
  const { hasFractions, top } = axis
  const band = Math.max(width - LEFT, 0) / bars.length
  const gap = Math.min(band * 0.15, 8)
  const xOf = (place: number) => LEFT + band * place

  const sums = bars.map(({ parts }) => sum(parts, ({ value }) => value))
  const highest = Math.max(0, top ?? Math.max(...sums)) || 1
  const [low, high] = nice(Math.min(0, ...sums), highest, GRID_LINES)
  const pixelsPerUnit = (HEIGHT - BOTTOM - TOP) / (high - low)
  const yOf = (value: number) => HEIGHT - BOTTOM - (value - low) * pixelsPerUnit

  const labelWidth = Math.max(LEAST_LABEL, ...bars.map(({ below }) => below.length * LABEL_LETTER))
  const everyLabel = Math.ceil(labelWidth / band)
  const labelOf = (index: number) => {
    if (everyLabel === 1) return { x: xOf(index + 0.5), textAnchor: 'middle' } as const
    // The last column has its label, and each ends with its column.
    const right = xOf(index + 1) - gap
    const isInTurn = (bars.length - 1 - index) % everyLabel === 0
    return isInTurn && right >= labelWidth ? ({ x: right, textAnchor: 'end' } as const) : undefined
  }

  const columns = bars.map((bar, index) => {
    const box = { left: xOf(index), width: band, top: TOP, height: HEIGHT - TOP - BOTTOM }
    let ground = 0
    const parts = bar.parts.map((part) => {
      const [from, to] = [yOf(ground), yOf(ground + part.value)]
      ground += part.value
      return { part, box: { ...box, top: Math.min(from, to), height: Math.abs(from - to) } }
    })
    // The box of a column has the gaps beside it. Its parts stand one on top of the other.
    return { bar, box, parts, label: labelOf(index) }
  })
  const grid = ticks(low, high, GRID_LINES)
    .filter((value) => hasFractions === true || Number.isInteger(value))
    .map((value) => ({ value, y: yOf(value) }))
  // xOf gives the left edge of a column with its gap; of 1.5, the middle of the second column.
  return { width, band, gap, columns, grid, xOf }
}

/** Columns over a common axis, or a line through their values. A layer of marks over the drawing can be pressed. */
export function ColumnPlot({ spec, links }: PlotView) {
  /** in pixels; 0 until it is known; a frame that is hidden for a moment keeps it */
  const [width, setWidth] = useState(0)
  const observe = useCallback((frame: HTMLElement | null) => {
    if (frame === null) return undefined
    const observer = new ResizeObserver(() => setWidth((known) => frame.clientWidth || known))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [])
  const { legend } = spec
  const layout = layOutColumns(width, spec)
  const { columns } = layout
  const plot = (
    // The height is fixed, so that nothing moves when the width becomes known.
    <div ref={observe} className="relative h-60">
      {width > 0 && (
        <>
          <svg
            aria-hidden
            data-plot
            width={width}
            height={HEIGHT}
            className="absolute inset-0 text-xs tabular-nums"
          >
            {layout.grid.map(({ value, y }) => (
              <line key={value} x1={LEFT} x2={width} y1={y} y2={y} className="stroke-line" />
            ))}
            {layout.grid.map(({ value, y }) => (
              <text
                key={value}
                x={LEFT - 8}
                y={y}
                dy="0.32em"
                textAnchor="end"
                className="fill-muted"
              >
                {spec.axis?.format?.(value) ?? compact().format(value)}
              </text>
            ))}
            {columns.map(({ bar, label }) =>
              label === undefined ? null : (
                <text key={bar.whole.search} y={HEIGHT - 6} className="fill-muted" {...label}>
                  {bar.below}
                </text>
              ),
            )}
            {spec.shape === 'line' ? <ValueLine {...layout} /> : <Parts {...layout} />}
            <Lines lines={spec.lines ?? []} layout={layout} />
          </svg>
          <MarkList
            label={spec.title}
            axis="horizontal"
            bars={columns.map(({ bar, box, parts }) => {
              const marks = parts.map(({ part, box: style }) => ({ mark: part.mark, style }))
              const [first, second] = marks
              return first !== undefined && second === undefined
                ? [{ mark: first.mark, style: box }]
                : [{ mark: bar.whole, style: box }, ...marks]
            })}
            className="absolute inset-0"
            markClass="absolute rounded-inset focus-visible:z-10 focus-visible:-outline-offset-2"
            links={links}
          />
        </>
      )}
    </div>
  )
  return (
    <>
      {legend && <Legend entries={legend} />}
      {plot}
    </>
  )
}

/** What each colour stands for, with the number of tasks. */
function Legend({ entries }: { entries: NonNullable<PlotSpec['legend']> }) {
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

function Parts({ columns, gap }: ColumnLayout) {
  return columns.flatMap(({ parts }) =>
    parts.map(({ part, box: { left, width, top, height } }) =>
      height === 0 ? null : (
        <rect
          key={part.mark.search}
          x={left + gap}
          width={width - 2 * gap}
          y={top}
          height={Math.max(height - 1, 1)}
          className={part.fill}
        />
      ),
    ),
  )
}

/** A line through the values of the columns; it has a gap where a column is empty. */
function ValueLine({ columns, band, xOf }: ColumnLayout) {
  const points = columns.map(({ parts }, index) => ({ x: xOf(index + 0.5), y: parts[0]?.box.top }))
  const path = points.map(({ x, y }, index) =>
    y === undefined ? '' : `${points[index - 1]?.y === undefined ? 'M' : 'L'}${x},${y}`,
  )
  return (
    <>
      <path d={path.join('')} className="fill-none stroke-completed stroke-2" />
      {points.map(({ x, y }) =>
        y === undefined ? null : (
          <circle key={x} cx={x} cy={y} r={Math.min(band * 0.4, 4)} className="fill-completed" />
        ),
      )}
    </>
  )
}

/** Vertical lines with their labels, each label a little lower than the one before. */
function Lines({ lines, layout }: Required<Pick<PlotSpec, 'lines'>> & { layout: ColumnLayout }) {
  return lines.map(({ place, label }, index) => {
    const x = layout.xOf(place)
    const top = index * 12
    const [offset, textAnchor] =
      x + LINE_LABEL > layout.width ? ([-5, 'end'] as const) : ([5, 'start'] as const)
    return (
      <g key={label}>
        <line
          x1={x}
          x2={x}
          y1={top}
          y2={HEIGHT - BOTTOM}
          className="stroke-ink stroke-[1.5]"
          strokeDasharray="4 3"
        />
        <text x={x + offset} y={10 + top} textAnchor={textAnchor} className="fill-ink font-medium">
          {label}
        </text>
      </g>
    )
  })
}
