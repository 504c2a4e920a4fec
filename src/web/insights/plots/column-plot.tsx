import { scaleBand, scaleLinear } from '@visx/scale'
import { BarStack, LinePath } from '@visx/shape'
import { useEffect, useRef, useState } from 'react'

import { MarkList, type PlacedMark } from '#web/insights/plots/mark-list.tsx'
import type { MarkSelection, PlotMark } from '#web/insights/plots/plot-mark.ts'
import { classNames } from '#web/ui/class-names.ts'

/** A part of a column, as high as its value. */
export interface PlotPart {
  /** the same for all parts of a kind */
  kind: string
  value: number
  /** classes */
  fill: string
  mark: PlotMark
}

/** A column of a plot. One part: that is what can be pressed; more: the whole column, too. */
export interface PlotColumn {
  tick: string
  whole: PlotMark
  parts: readonly PlotPart[]
}

/** A value to which a line is drawn, at a place among the columns: 1.5 is the middle of the second. */
export interface PlotLine {
  place: number
  label: string
}

const NO_LINES: readonly PlotLine[] = []

const HEIGHT = 240
const TOP = 24
const BOTTOM = 24
const LEFT = 52
/** A finger hits it. */
const LEAST_COLUMN = 24
const LEAST_TICK = 76
const LABEL_WIDTH = 110

/** Columns over a common ground, or a line through their tops. */
export function ColumnPlot({
  label,
  shape,
  columns,
  top,
  lines = NO_LINES,
  formatValue,
  isWhole,
  ...selection
}: MarkSelection & {
  label: string
  shape: 'columns' | 'line'
  columns: readonly PlotColumn[]
  /** the highest value of the axis; left out: of the columns */
  top?: number
  lines?: readonly PlotLine[]
  formatValue: (value: number) => string
  /** between two whole values there is none */
  isWhole: boolean
}) {
  const [frame, width] = useWidth()
  const band = Math.max((width - LEFT) / columns.length, LEAST_COLUMN)
  const right = LEFT + band * columns.length
  const sums = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const x = scaleBand({ domain: columns.map(({ whole }) => whole.id), range: [LEFT, right] })
  const y = scaleLinear({
    domain: [Math.min(0, ...sums), Math.max(0, top ?? Math.max(...sums)) || 1],
    range: [HEIGHT - BOTTOM, TOP],
    nice: true,
  })
  const ticks = y.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick))
  const everyTick = Math.ceil(LEAST_TICK / band)
  const kinds = [...new Set(columns.flatMap(({ parts }) => parts.map(({ kind }) => kind)))]
  const fills = new Map(columns.flatMap(({ parts }) => parts.map(({ kind, fill }) => [kind, fill])))
  const padding = Math.min(band * 0.15, 8)
  const middle = (index: number) => LEFT + band * (index + 0.5)
  const points = columns.map(({ parts }, index) => ({ x: middle(index), value: parts[0]?.value }))
  return (
    // Its height is kept before its width is known.
    <div ref={frame} className="h-65 overflow-x-auto overflow-y-hidden">
      {width > 0 && (
        <div className="relative" style={{ width: right, height: HEIGHT }}>
          <svg
            aria-hidden
            width={right}
            height={HEIGHT}
            className="absolute inset-0 text-xs tabular-nums"
          >
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={LEFT} x2={right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
                <text x={LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted">
                  {formatValue(tick)}
                </text>
              </g>
            ))}
            {columns.map(({ whole, tick }, index) =>
              index % everyTick === 0 ? (
                <text key={whole.id} y={HEIGHT - 6} className="fill-muted" {...tickPlace(index)}>
                  {tick}
                </text>
              ) : null,
            )}
            {shape === 'columns' && (
              <BarStack
                data={[...columns]}
                keys={kinds}
                x={({ whole }) => whole.id}
                value={({ parts }, kind) => parts.find((part) => part.kind === kind)?.value ?? 0}
                xScale={x}
                yScale={y}
                color={() => ''}
              >
                {(stacks) =>
                  stacks.map(({ key, bars }) =>
                    bars.map(({ bar, x: left, index }) => {
                      const [low, high] = [y(bar[0]), y(bar[1])]
                      const height = Math.abs(low - high)
                      return height === 0 ? null : (
                        <rect
                          key={`${key} ${String(index)}`}
                          x={left + padding}
                          width={band - 2 * padding}
                          y={Math.min(low, high)}
                          height={Math.max(height - 1, 1)}
                          className={fills.get(key)}
                        />
                      )
                    }),
                  )
                }
              </BarStack>
            )}
            {shape === 'line' && (
              <>
                <LinePath
                  data={points}
                  x={(point) => point.x}
                  y={({ value }) => y(value ?? 0)}
                  defined={({ value }) => value !== undefined}
                  className="fill-none stroke-completed stroke-2"
                />
                {points.map(({ x: left, value }) =>
                  value === undefined ? null : (
                    <circle key={left} cx={left} cy={y(value)} r={4} className="fill-completed" />
                  ),
                )}
              </>
            )}
            {lines.map(({ place, label: name }, index) => {
              const left = LEFT + band * place
              const isLate = left + LABEL_WIDTH > right
              return (
                <g key={name}>
                  <line
                    x1={left}
                    x2={left}
                    y1={index * 12}
                    y2={HEIGHT - BOTTOM}
                    className="stroke-ink stroke-[1.5]"
                    strokeDasharray="4 3"
                  />
                  <text
                    x={isLate ? left - 5 : left + 5}
                    y={10 + index * 12}
                    textAnchor={isLate ? 'end' : 'start'}
                    className="fill-ink font-medium"
                  >
                    {name}
                  </text>
                </g>
              )
            })}
          </svg>
          <MarkList
            label={label}
            axis="horizontal"
            bars={columns.map((column, index) => placed(column, index))}
            className="absolute inset-0"
            markClass="absolute rounded-inset focus-visible:z-10 focus-visible:-outline-offset-2"
            {...selection}
          />
        </div>
      )}
    </div>
  )

  /** A label is wider than its column: the last one ends with the plot. */
  function tickPlace(index: number): { x: number; textAnchor: 'start' | 'middle' | 'end' } {
    if (everyTick === 1) return { x: middle(index), textAnchor: 'middle' }
    const left = LEFT + band * index + padding
    return left + LEAST_TICK > right
      ? { x: right, textAnchor: 'end' }
      : { x: left, textAnchor: 'start' }
  }

  function placed({ whole, parts }: PlotColumn, index: number): PlacedMark[] {
    const column = { left: LEFT + band * index, width: band }
    const full = { ...column, top: TOP, height: HEIGHT - TOP - BOTTOM }
    const [only] = parts
    if (parts.length === 1 && only !== undefined) return [{ mark: only.mark, style: full }]
    let ground = 0
    return [
      { mark: whole, style: full },
      ...parts.map(({ mark, value }) => {
        const [low, high] = [y(ground), y(ground + value)]
        ground += value
        return {
          mark,
          style: { ...column, top: Math.min(low, high), height: Math.abs(low - high) },
        }
      }),
    ]
  }
}

/** What the colours of a plot mean, with how many each has. */
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
            <rect x="0.5" y="0.5" width="11" height="11" rx="2" className={classNames(fill)} />
          </svg>
          <span>{name}</span>
          <span className="text-muted tabular-nums">{shown}</span>
        </li>
      ))}
    </ul>
  )
}

/** The width of an element, in pixels; 0 until it is known. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
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
  }, [])
  return [frame, width] as const
}
