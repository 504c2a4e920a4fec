import { beforeEach, expect, test, vi } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import { priceMark, successMark, tasksMark } from '#web/insights/plots/period-marks.tsx'
import type { PlotMark } from '#web/insights/plots/plot-mark.ts'
import { elapsedMark, failureMark, markFor, type PlotName } from '#web/insights/plots/plot-marks.ts'
import { type PeriodCounts, type TaskFigures, TaskTally } from '#web/insights/reading/task-tally.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})

const DAY = 86_400_000
// A Monday: as the first day of its week it is what the week is called by, too.
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

function first<Item>(items: readonly Item[]): Item {
  const [item] = items
  if (item === undefined) throw new Error('there is none')
  return item
}

const ofFirst =
  (mark: (figures: TaskFigures, period: PeriodCounts) => PlotMark) => (figures: TaskFigures) =>
    mark(figures, first(figures.periods))

const cases: [string, PlotName, (figures: TaskFigures) => PlotMark][] = [
  ['a day', 'tasks', ofFirst(tasksMark)],
  [
    'a status of a day',
    'tasks',
    ofFirst((figures, period) => tasksMark(figures, period, TASK_STATUS.failed)),
  ],
  ['a day’s prices', 'price', ofFirst(priceMark)],
  ['a day’s rate', 'success', ofFirst(successMark)],
  ['a time', 'elapsed', ({ elapsed }) => elapsedMark(first(elapsed.buckets))],
  ['a failure', 'failures', ({ failures }) => failureMark(first(failures.groups))],
]

test.each(cases)('%s that is selected grows with the figures', (_, plot, markOf) => {
  const tally = new TaskTally({})
  tally.add([failed(MONDAY)])
  const { selection, name, count } = markOf(tally.figures())
  expect(count).toBe(1)
  tally.add([failed(MONDAY), failed(MONDAY)])
  const now = markFor(plot, selection, tally.figures())
  expect(now).toEqual({ ...markOf(tally.figures()), count: 3 })
  expect(now?.name).not.toBe(name)
})

test.each(cases.slice(0, 4))(
  '%s is selected no more where days become weeks',
  (_, plot, markOf) => {
    const tally = new TaskTally({})
    tally.add([failed(MONDAY)])
    const { id, selection } = markOf(tally.figures())
    tally.add([failed(MONDAY + 200 * DAY)])
    const figures = tally.figures()
    expect(figures.unit).toBe('week')
    expect(markOf(figures).id).toBe(id)
    expect(markFor(plot, selection, figures)).toBeUndefined()
  },
)
