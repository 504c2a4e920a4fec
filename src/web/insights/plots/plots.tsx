import { useId, useState } from 'react'

import { counted } from '#web/format/number.ts'
import { ColumnPlot } from '#web/insights/plots/column-plot.tsx'
import { MarkList } from '#web/insights/plots/mark-list.tsx'
import {
  openMark,
  type MarkLinks,
  type PlotMark,
  type PlotView,
} from '#web/insights/plots/plot-spec.ts'
import { plotsOf } from '#web/insights/plots/plot-specs.tsx'
import type { TaskFigures } from '#web/insights/reading/task-tally.ts'
import { type InsightsScope, tasksHref } from '#web/insights/reading/scope.ts'
import { joinSearch } from '#web/task-list/search/search-address.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { saveDrawing } from '#web/ui/save-drawing.ts'

type PlotCell = PlotView['spec']['bars'][number]['cells'][number]

/** All plots. Each mark links to its tasks. */
export function Plots({
  figures,
  scope,
  onOpen,
}: {
  figures: TaskFigures
  scope: InsightsScope
  onOpen: MarkLinks['onOpen']
}) {
  const links = {
    hrefOf: ({ search }: PlotMark) =>
      tasksHref({ ...scope, text: joinSearch([scope.text, search]) }),
    onOpen,
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 xl:[&>figure:last-child]:col-span-full">
      <p className="text-sm text-muted xl:col-span-full print:hidden">{m.insights_hint()}</p>
      {plotsOf(figures, scope.status !== undefined).map((spec) => (
        <PlotFigure key={spec.name} spec={spec} links={links} />
      ))}
    </div>
  )
}

/** The names of the plots that are shown as tables, until the page is left. */
const tables = new Set<string>()

/** A plot with its heading and a summary. A button shows the same figures as a table. */
export function PlotFigure({ spec, links }: PlotView) {
  const { name, title, summary, shape, atFirst, bars } = spec
  const id = useId()
  const [isTable, setIsTable] = useState(() => tables.has(name))
  const [areAllShown, setAreAllShown] = useState(false)
  const Drawing = shape === 'rows' ? RowPlot : ColumnPlot
  const shown = { ...spec, bars: areAllShown ? bars : bars.slice(0, atFirst?.bars) }
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
          {bars.length > 0 && (
            <span className="flex flex-wrap gap-2 print:hidden">
              <Button
                aria-label={(isTable ? m.insights_plot_of : m.insights_table_of)({ plot: title })}
                onClick={() => {
                  if (isTable) tables.delete(name)
                  else tables.add(name)
                  setIsTable(!isTable)
                }}
              >
                {isTable ? m.insights_as_plot() : m.insights_as_table()}
              </Button>
              {!isTable && shape !== 'rows' && (
                <Button
                  tone="quiet"
                  aria-label={m.insights_save_of({ plot: title })}
                  onClick={({ currentTarget }) =>
                    saveDrawing(`marquee-${name}.svg`, currentTarget, title)
                  }
                >
                  {m.insights_save()}
                </Button>
              )}
            </span>
          )}
        </div>
        <div className="flex flex-col gap-1 text-sm text-muted">
          {summary.map((words) => words !== '' && <p key={words}>{words}</p>)}
        </div>
      </figcaption>
      {bars.length > 0 &&
        (isTable ? (
          <FiguresTable id={id} spec={shown} links={links} />
        ) : (
          <Drawing
            spec={{ ...shown, bars: shown.bars.filter(({ isFar }) => isFar !== true) }}
            links={links}
          />
        ))}
      {atFirst !== undefined && bars.length > atFirst.bars && (
        <div>
          <Button aria-expanded={areAllShown} onClick={() => setAreAllShown(!areAllShown)}>
            {areAllShown ? atFirst.fewer : atFirst.more}
          </Button>
        </div>
      )}
    </figure>
  )
}

/** The bars of a plot as rows of a list. */
function RowPlot({ spec: { title, bars }, links }: PlotView) {
  const largest = Math.max(...bars.map(({ whole }) => whole.count))
  return (
    <MarkList
      label={title}
      axis="vertical"
      bars={bars.map(({ heading, whole, parts }) => [
        {
          mark: whole,
          children: (
            <div className="flex flex-col gap-1 text-sm">
              <div className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">{heading}</span>
                <span className="shrink-0 font-medium tabular-nums">
                  {m.insights_count(counted(whole.count))}
                </span>
              </div>
              <div
                className={`h-2 min-w-1 rounded-inset ${parts[0]?.fill ?? ''} forced-color-adjust-none`}
                style={{ width: `${String((whole.count / largest) * 100)}%` }}
              />
            </div>
          ),
        },
      ])}
      className="flex flex-col gap-1"
      markClass="rounded-control px-2 py-1.5"
      links={links}
    />
  )
}

/** The figures of a plot as a table, a row for each bar. */
function FiguresTable({ id, spec, links }: PlotView & { id: string }) {
  const { headings, bars } = spec
  return (
    // It may be wider than the screen. The focus lets the keyboard scroll it.
    <div
      role="region"
      aria-labelledby={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-120 overflow-auto max-lg:fade-sides"
    >
      <table aria-labelledby={id} className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr>
            {headings.map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={`border-b border-line px-2 py-1.5 font-medium whitespace-nowrap text-muted ${align(bars[0]?.cells[index - 1])}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ whole, heading, cells }) => (
            <tr key={whole.search} className="align-top">
              <th scope="row" className="border-b border-line px-2 py-1 text-left font-normal">
                {heading}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={headings[index + 1]}
                  className={`border-b border-line px-2 py-1 ${align(cell)}`}
                >
                  {isMark(cell) ? <FigureLink mark={cell} links={links} /> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The number of tasks of a mark, which links to them. */
function FigureLink({ mark, links }: { mark: PlotMark; links: MarkLinks }) {
  const { shown } = counted(mark.count)
  // Browsers that translate replace texts: React must not hold one beside others (decision 55).
  if (mark.count === 0) return <span>{shown}</span>
  return (
    <a
      aria-label={mark.name}
      href={links.hrefOf(mark)}
      onClick={(event) => openMark(event, mark, links)}
      className="inline-block min-h-6 min-w-6 rounded-inset px-1 text-right underline decoration-edge underline-offset-4 hover:bg-hover"
    >
      {shown}
    </a>
  )
}

/** Figures stand on the right, and headings of rows and other content on the left. */
function align(cell?: PlotCell): string {
  return typeof cell === 'string' || isMark(cell) ? 'text-right whitespace-nowrap' : 'text-left'
}

function isMark(cell?: PlotCell): cell is PlotMark {
  return typeof cell === 'object' && 'search' in cell
}
