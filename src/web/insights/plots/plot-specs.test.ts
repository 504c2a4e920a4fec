import { beforeEach, expect, test, vi } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { markFor, type PlotMark, type PlotSpec } from '#web/insights/plots/plot-spec.ts'
import { plotsOf } from '#web/insights/plots/plot-specs.tsx'
import { TaskTally } from '#web/insights/reading/task-tally.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})

const DAY = 86_400_000
// A Monday: the first day of its week, too.
const MONDAY = new Date(2026, 10, 16, 12).getTime()
const iso = (at: number) => new Date(at).toISOString()

/** A task that has failed after 41 seconds. */
const failed = (at: number) =>
  readVideoTaskRow({
    uuid: 'u',
    created_at: iso(at),
    completed_at: iso(at + 41_000),
    error_msg: 'No face',
    price: 5,
  })

/** The plots of what was read so far. */
const plots = (tally: TaskTally, isFiltered = false) =>
  plotsOf(tally.figures(), isFiltered, (_uuid, _label, shown) => shown)

function plotOf(tally: TaskTally, name: PlotSpec['name']): PlotSpec {
  const plot = plots(tally).find((spec) => spec.name === name)
  if (plot === undefined) throw new Error(`there is no plot of ${name}`)
  return plot
}

/** The mark of the first bar, or of its first part. */
function firstMark({ bars }: PlotSpec, of: 'whole' | 'part'): PlotMark {
  const mark = of === 'whole' ? bars[0]?.whole : bars[0]?.parts[0]?.mark
  if (mark === undefined) throw new Error('there is no mark')
  return mark
}

const cases: [string, PlotSpec['name'], 'whole' | 'part'][] = [
  ['a day', 'tasks', 'whole'],
  ['a status of a day', 'tasks', 'part'],
  ['a day’s prices', 'price', 'whole'],
  ['a day’s rate', 'success', 'whole'],
  ['a time', 'elapsed', 'whole'],
  ['a failure', 'failures', 'whole'],
]

test.each(cases)('%s that is selected grows with the figures', (_, name, of) => {
  const tally = new TaskTally({})
  tally.add([failed(MONDAY)])
  const before = firstMark(plotOf(tally, name), of)
  expect(before.count).toBe(1)
  tally.add([failed(MONDAY), failed(MONDAY)])
  const now = markFor(before.id, plotOf(tally, name))
  expect(now).toEqual({ ...firstMark(plotOf(tally, name), of), count: 3 })
  expect(now?.selection).toEqual(before.selection)
  expect(now?.name).not.toBe(before.name)
})

test.each(cases.slice(0, 4))('%s is selected no more where days become weeks', (_, name, of) => {
  const tally = new TaskTally({})
  tally.add([failed(MONDAY)])
  const { id, selection } = firstMark(plotOf(tally, name), of)
  tally.add([failed(MONDAY + 200 * DAY)])
  expect(tally.figures().unit).toBe('week')
  // The week begins with the same day.
  const week = firstMark(plotOf(tally, name), of)
  expect(week.selection).toMatchObject({
    by: 'period',
    first: 'first' in selection && selection.first,
  })
  expect(markFor(id, plotOf(tally, name))).toBeUndefined()
})

test('a selection belongs to one mark of one plot, and each mark stands in the table', () => {
  const tally = new TaskTally({})
  tally.add([failed(MONDAY), readVideoTaskRow({ uuid: 'o', created_at: iso(MONDAY) })])
  const bars = plots(tally).flatMap((plot) => plot.bars)
  const drawn = bars.flatMap(({ whole, parts }) => [whole, ...parts.map(({ mark }) => mark)])
  const ids = new Set(drawn.map(({ id }) => id))
  const tabled = bars
    .flatMap(({ cells }) => cells)
    .filter((cell) => typeof cell === 'object' && 'selection' in cell)
    .map((mark) => mark.id)
  expect(ids).toEqual(new Set(tabled))
  expect(tabled).toHaveLength(ids.size)
})

test('each row of a table has a cell for each heading', () => {
  const tally = new TaskTally({})
  tally.add([failed(MONDAY), failed(MONDAY + DAY)])
  for (const { headings, bars } of plots(tally)) {
    for (const { cells } of bars) expect(cells).toHaveLength(headings.length - 1)
  }
})

test('tasks of one status have no success rate; without tasks there is nothing to plot', () => {
  const tally = new TaskTally({})
  expect(plots(tally).map(({ bars }) => bars.length)).toEqual([0, 0, 0, 0, 0])
  expect(plots(tally, true).map(({ name }) => name)).not.toContain('success')
})
