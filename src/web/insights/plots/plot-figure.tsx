import { type ReactNode, useId, useState } from 'react'

import { m } from '#web/messages/generated/messages.js'
import type { MarkSelection, PlotMark } from '#web/insights/plots/plot-mark.ts'
import type { TaskFigures } from '#web/insights/reading/task-tally.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { saveFile } from '#web/ui/save-file.ts'

/** A cell of a plot's table: text, a number whose tasks can be shown, or anything else. */
export type PlotCell = string | { text: string; mark: PlotMark } | { content: ReactNode }

/** The figures of a plot as a table. The first cell of a row is its heading. */
export interface PlotTable {
  columns: readonly { label: string; isFigure: boolean }[]
  rows: readonly { id: string; cells: readonly PlotCell[] }[]
}

/** What every plot gets. */
export interface PlotProps {
  figures: TaskFigures
  selection: MarkSelection
  /** the tasks of the selected mark, if the mark belongs to this plot */
  below: ReactNode
}

/** The names of the plots that are shown as tables, until the page is left. */
const tables = new Set<string>()

/** A plot with its heading and a summary. A button shows the same figures as a table. */
export function PlotFigure({
  name,
  title,
  summary,
  table,
  selection,
  isDrawn = true,
  children,
  below,
}: {
  /** the same in every language */
  name: string
  title: string
  summary: ReactNode
  /** null: there is nothing to plot, and the summary says so */
  table: PlotTable | null
  selection: MarkSelection
  /** the plot is a drawing, which can be saved */
  isDrawn?: boolean
  /** the plot */
  children: ReactNode
  /** the tasks of the selected mark */
  below: ReactNode
}) {
  const id = useId()
  const [isTable, setIsTable] = useState(() => tables.has(name))
  return (
    <figure
      aria-labelledby={id}
      className="flex min-w-0 break-inside-avoid flex-col gap-3 rounded-panel border border-line bg-surface p-4"
    >
      <figcaption className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 id={id} className="text-lg font-semibold">
            {title}
          </h3>
          {table !== null && (
            <span className="flex flex-wrap gap-2 print:hidden">
              <Button
                aria-label={
                  isTable
                    ? m.insights_plot_of({ plot: title })
                    : m.insights_table_of({ plot: title })
                }
                onClick={() => {
                  if (isTable) tables.delete(name)
                  else tables.add(name)
                  setIsTable(!isTable)
                }}
              >
                {isTable ? m.insights_as_plot() : m.insights_as_table()}
              </Button>
              {!isTable && isDrawn && (
                <Button
                  tone="quiet"
                  aria-label={m.insights_save_of({ plot: title })}
                  onClick={({ currentTarget }) => {
                    const figure = currentTarget.closest('figure')
                    const drawing = figure?.querySelector<SVGSVGElement>('svg[data-plot]') ?? null
                    if (figure === null || drawing === null) return
                    saveFile(`marquee-${name}.svg`, plotFile(drawing, figure, title))
                  }}
                >
                  {m.insights_save()}
                </Button>
              )}
            </span>
          )}
        </div>
        <div className="space-y-1 text-sm text-muted">{summary}</div>
      </figcaption>
      {table !== null &&
        (isTable ? <FiguresTable id={id} table={table} {...selection} /> : children)}
      {below}
    </figure>
  )
}

function FiguresTable({
  id,
  table: { columns, rows },
  selectedId,
  onSelect,
}: MarkSelection & { id: string; table: PlotTable }) {
  const align = (index: number) =>
    columns[index]?.isFigure === true ? 'text-right whitespace-nowrap' : 'text-left'
  return (
    // It may be wider than the screen. The focus lets the keyboard scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-labelledby={id} tabIndex={0} className="max-h-120 overflow-auto">
      <table aria-labelledby={id} className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr>
            {columns.map(({ label }, index) => (
              <th
                key={label}
                scope="col"
                className={classNames(
                  'border-b border-line px-2 py-1.5 font-medium whitespace-nowrap text-muted',
                  align(index),
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="align-top">
              {row.cells.map((cell, index) => {
                const key = columns[index]?.label
                const look = classNames('border-b border-line px-2 py-1', align(index))
                return index === 0 ? (
                  <th key={key} scope="row" className={classNames(look, 'font-normal')}>
                    {contentOf(cell)}
                  </th>
                ) : (
                  <td key={key} className={look}>
                    {contentOf(cell)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

  function contentOf(cell: PlotCell): ReactNode {
    if (typeof cell === 'string') return cell
    if ('content' in cell) return cell.content
    const { text, mark } = cell
    if (mark.count === 0) return text
    return (
      <button
        type="button"
        aria-label={mark.name}
        aria-pressed={mark.id === selectedId}
        onClick={() => {
          onSelect(mark)
        }}
        className="min-h-6 min-w-6 rounded-inset px-1 text-right underline decoration-edge underline-offset-4 hover:bg-hover aria-pressed:bg-hover aria-pressed:font-semibold"
      >
        {text}
      </button>
    )
  }
}

/** What a drawing gets from style sheets, as attributes of its elements. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
] as const

/**
 * The file of a plot: the drawing with the colours and fonts of the page, which it has no style sheet for.
 *
 * @param drawing a plot of the page
 * @param surface an element with the background of the plot
 * @param title names the drawing for people who do not see it
 */
function plotFile(drawing: SVGSVGElement, surface: Element, title: string): Blob {
  const copy = drawing.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('a copy of a drawing is a drawing')
  const elements = [...copy.querySelectorAll('*')]
  for (const [index, original] of [...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(original)
    const element = elements[index]
    element?.removeAttribute('class')
    for (const name of STYLES) element?.setAttribute(name, style.getPropertyValue(name))
  }
  copy.removeAttribute('class')
  copy.removeAttribute('aria-hidden')
  copy.setAttribute('role', 'img')
  const name = document.createElementNS(copy.namespaceURI, 'title')
  name.textContent = title
  const background = document.createElementNS(copy.namespaceURI, 'rect')
  background.setAttribute('width', '100%')
  background.setAttribute('height', '100%')
  background.setAttribute('fill', getComputedStyle(surface).backgroundColor)
  copy.prepend(name, background)
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' })
}
