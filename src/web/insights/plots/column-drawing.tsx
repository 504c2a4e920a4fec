import {
  BOTTOM,
  type ColumnLayout,
  HEIGHT,
  LEFT,
  leftOf,
  placeTick,
  type PlotColumn,
  stackParts,
} from '#web/insights/plots/column-layout.ts'

/** A value to which a line is drawn, at a place among the columns: 1.5 is the middle of the second. */
export interface PlotLine {
  place: number
  label: string
}

/** The width that a label beside a line may need, in pixels. */
const LABEL_WIDTH = 110

/** The labels of both axes, with a line for each value. */
export function Axes({
  layout,
  columns,
  formatValue,
}: {
  layout: ColumnLayout
  columns: readonly PlotColumn[]
  formatValue: (value: number) => string
}) {
  const { right, gridValues, everyTick, y } = layout
  return (
    <>
      {gridValues.map((value) => (
        <line
          key={value}
          x1={LEFT}
          x2={right}
          y1={y(value)}
          y2={y(value)}
          className="stroke-line"
        />
      ))}
      <ValueLabels layout={layout} formatValue={formatValue} />
      {columns.map(({ whole, tick }, index) =>
        index % everyTick === 0 ? (
          <text key={whole.id} y={HEIGHT - 6} className="fill-muted" {...placeTick(layout, index)}>
            {tick}
          </text>
        ) : null,
      )}
    </>
  )
}

/** The labels of the value axis. */
export function ValueLabels({
  layout: { gridValues, y },
  formatValue,
}: {
  layout: ColumnLayout
  formatValue: (value: number) => string
}) {
  return gridValues.map((value) => (
    <text key={value} x={LEFT - 8} y={y(value)} dy="0.32em" textAnchor="end" className="fill-muted">
      {formatValue(value)}
    </text>
  ))
}

/** The parts of each column, one on top of the other. */
export function StackedColumns({
  layout,
  columns,
}: {
  layout: ColumnLayout
  columns: readonly PlotColumn[]
}) {
  const { band, gap } = layout
  return columns.map((column, index) =>
    stackParts(layout, column).map(({ part, top, height }) =>
      height === 0 ? null : (
        <rect
          key={part.mark.id}
          x={leftOf(layout, index) + gap}
          width={band - 2 * gap}
          y={top}
          height={Math.max(height - 1, 1)}
          className={part.fill}
        />
      ),
    ),
  )
}

/** A line through the values of the columns; it has a gap where a column is empty. */
export function ValueLine({
  layout,
  columns,
}: {
  layout: ColumnLayout
  columns: readonly PlotColumn[]
}) {
  const points = columns.map(({ parts }, index) => ({
    x: leftOf(layout, index + 0.5),
    value: parts[0]?.value,
  }))
  return (
    <>
      <path d={pathThrough(layout, points)} className="fill-none stroke-completed stroke-2" />
      {points.map(({ x, value }) =>
        value === undefined ? null : (
          <circle key={x} cx={x} cy={layout.y(value)} r={4} className="fill-completed" />
        ),
      )}
    </>
  )
}

/** The data of an SVG path through points; it starts anew after each point without a value. */
function pathThrough(
  { y }: ColumnLayout,
  points: readonly { x: number; value: number | undefined }[],
): string {
  let command = 'M'
  return points
    .map(({ x, value }) => {
      const step = value === undefined ? '' : `${command}${x},${y(value)}`
      command = value === undefined ? 'M' : 'L'
      return step
    })
    .join('')
}

/** Vertical lines with their labels, each label a little lower than the one before. */
export function MarkedPlaces({
  layout,
  lines,
}: {
  layout: ColumnLayout
  lines: readonly PlotLine[]
}) {
  return lines.map(({ place, label }, index) => {
    const x = leftOf(layout, place)
    const isLabelLeft = x + LABEL_WIDTH > layout.right
    return (
      <g key={label}>
        <line
          x1={x}
          x2={x}
          y1={index * 12}
          y2={HEIGHT - BOTTOM}
          className="stroke-ink stroke-[1.5]"
          strokeDasharray="4 3"
        />
        <text
          x={isLabelLeft ? x - 5 : x + 5}
          y={10 + index * 12}
          textAnchor={isLabelLeft ? 'end' : 'start'}
          className="fill-ink font-medium"
        >
          {label}
        </text>
      </g>
    )
  })
}
