import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { TASK_STATUS, type VideoTaskRow } from '#contract/video-tasks.ts'
import { dayOf, startOfDay } from '#web/format/calendar.ts'
import en from '#web/messages/en.json?raw'
import zh from '#web/messages/zh-CN.json?raw'
import { readSearch } from '#web/task-list/search/search-terms.ts'
import { TaskIndex } from '#web/task-list/search/task-index.ts'
import type { PlotSpec } from '#web/insights/plots/plot-spec.ts'
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

/** The plots of some rows. */
function plots(rows: readonly VideoTaskRow[], isFiltered = false): PlotSpec[] {
  const index = new TaskIndex({})
  index.add(rows)
  const tally = new TaskTally(index, [])
  tally.count(MONDAY)
  return plotsOf(tally.figures(), isFiltered)
}

test('a mark belongs to one plot, and each mark stands in the table', () => {
  const open = readVideoTaskRow({ uuid: 'o', created_at: iso(MONDAY) })
  const bars = plots([failed(MONDAY), open]).flatMap((plot) => plot.bars)
  const drawn = bars.flatMap(({ whole, parts }) => [whole, ...parts.map(({ mark }) => mark)])
  const searches = new Set(drawn.map(({ search }) => search))
  const tabled = bars
    .flatMap(({ cells }) => cells)
    .filter((cell) => typeof cell === 'object' && 'search' in cell)
    .map((mark) => mark.search)
  expect(searches).toEqual(new Set(tabled))
  expect(tabled).toHaveLength(searches.size)
})

test('each row of a table has a cell for each heading', () => {
  for (const { headings, bars } of plots([failed(MONDAY), failed(MONDAY + DAY)])) {
    for (const { cells } of bars) expect(cells).toHaveLength(headings.length - 1)
  }
})

test('tasks of one status have no success rate; without tasks there is nothing to plot', () => {
  expect(plots([]).map(({ bars }) => bars.length)).toEqual([0, 0, 0, 0, 0])
  expect(plots([], true).map(({ name }) => name)).not.toContain('success')
})

const records = fc.record(
  {
    uuid: fc.uuid(),
    price: fc.oneof(
      fc.nat(1000),
      fc.constant('ten'),
      fc.bigInt({ min: 2n ** 60n, max: 2n ** 64n }),
    ),
    created_at: fc
      .date({ min: new Date('2024-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    completed_at: fc
      .date({ min: new Date('2024-06-01'), max: new Date('2027-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    error_msg: fc.constantFrom(
      'No face in 3 images',
      'No face in 4 images',
      'Too “dark” at C:\\a',
      '未检测到人脸：第 3 张',
      'E1',
      '',
    ),
    video_url: fc.constant('https://a.example/v.mp4'),
    // A list that reports the status of some tasks only is searched for more than a bar counts.
    status: fc.constantFrom('created', TASK_STATUS.completed, TASK_STATUS.failed),
  },
  { requiredKeys: [] },
)
const anyRows = fc
  .array(fc.oneof({ weight: 9, arbitrary: records }, fc.constant('junk')), { maxLength: 12 })
  .map((raw) => raw.map(readVideoTaskRow))

test('every mark finds as many tasks as it counts', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const index = new TaskIndex({})
      index.add(rows)
      for (const { name, bars } of plots(rows)) {
        for (const mark of bars.flatMap(({ whole, parts, cells }) => [
          whole,
          ...parts.map((part) => part.mark),
          ...cells.filter((cell) => typeof cell === 'object' && 'search' in cell),
        ])) {
          const conditions = readSearch(mark.search, dayOf(MONDAY)).map((term) => term.condition)
          const found = index.find(conditions, MONDAY)
          expect([name, mark.search, found.length]).toEqual([name, mark.search, mark.count])
        }
      }
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['English', en],
  ['Chinese', zh],
])('in %s, a search has the words that marks write', (_language, messages) => {
  const say = (name: string, parts: Record<string, string> = {}) =>
    (new RegExp(`"${name}": "(.*)"`).exec(messages)?.[1] ?? name).replaceAll(
      /\{(\w+)\}/g,
      (_, part: string) => parts[part] ?? '',
    )
  const from = say('search_seconds', { count: '0' })
  const to = say('search_seconds', { count: '60' })
  const texts = [
    say('search_took', {
      time: `${say('search_from', { value: from })} ${say('search_under', { value: to })}`,
    }),
    say('search_took', { time: say('search_from', { value: to }) }),
    say('search_priced'),
    say('search_ended'),
    say('search_failure', { shape: '"⟨text⟩"' }),
    say('search_failure_unsaid'),
    say('status_completed'),
    say('status_failed'),
    say('status_processing'),
    say('status_pending'),
    say('status_in_progress'),
    say('search_other_status'),
    say('insights_last_days', { days: '7' }),
  ]
  expect(texts.map((text) => readSearch(text, 6).map(({ condition }) => condition))).toEqual(
    [
      { kind: 'elapsed', from: 0, under: 60_000, isOver: true },
      { kind: 'elapsed', from: 60_000, isOver: true },
      { kind: 'price' },
      { kind: 'status', status: 'ended' },
      { kind: 'failure', shape: '⟨text⟩' },
      { kind: 'failure', shape: '' },
      { kind: 'status', status: 'completed' },
      { kind: 'status', status: 'failed' },
      { kind: 'status', status: 'processing' },
      { kind: 'status', status: 'pending' },
      { kind: 'status', status: 'open' },
      { kind: 'status', status: 'other' },
      { kind: 'created', from: startOfDay(0), under: startOfDay(7) },
    ].map((condition) => [condition]),
  )
})
