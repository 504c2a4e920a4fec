import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { type ListFilters, TASK_STATUS, type VideoTaskRow } from '#contract/video-tasks.ts'
import { dayOf, writeDay } from '#web/format/calendar.ts'
import { readSearch } from '#web/task-list/search/search-terms.ts'
import { TaskIndex } from '#web/task-list/search/task-index.ts'
import { TaskTally } from '#web/insights/reading/task-tally.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()
const today = dayOf(NOON)

function figuresOf(rows: readonly VideoTaskRow[], filter: ListFilters = {}, text = '') {
  const index = new TaskIndex(filter)
  index.add(rows)
  const tally = new TaskTally(
    index,
    readSearch(text, today).map(({ condition }) => condition),
  )
  tally.count(NOON)
  return tally.figures()
}

const row = (record: Record<string, unknown>) =>
  readVideoTaskRow({ uuid: 'u', created_at: iso(NOON), ...record })

describe('a task counts', () => {
  const rows = [
    row({ video_url: 'https://a.example/v.mp4', price: 10, completed_at: iso(NOON + 41_000) }),
    row({ error_msg: 'No face in 3 images', price: 5 }),
    row({ error_msg: 'No face in 4 images' }),
    row({ price: 'ten' }),
    row({ status: 'created', price: 2 }),
    row({ status: TASK_STATUS.processing, created_at: iso(NOON - 2 * DAY) }),
    readVideoTaskRow({ uuid: 'undated', error_msg: 'Too dark', price: 1 }),
    readVideoTaskRow('junk'),
  ]

  test('under what is known of its status, and on its day', () => {
    const { total, periods, unit, seen, inferred, unreadable, undated, outside } = figuresOf(rows)
    expect(total.byStatus).toEqual({
      pending: 0,
      processing: 1,
      completed: 1,
      failed: 3,
      open: 1,
      other: 1,
    })
    expect(unit).toBe('day')
    expect(periods.map(({ first, tasks }) => [writeDay(first), tasks])).toEqual([
      [writeDay(today - 2), 1],
      [writeDay(today - 1), 0],
      [writeDay(today), 5],
    ])
    expect({ seen, inferred, unreadable, undated, outside }).toEqual({
      seen: 8,
      inferred: 5,
      unreadable: 1,
      undated: 1,
      outside: 0,
    })
  })

  test('with its price, where it has one', () => {
    const { total, periods } = figuresOf(rows)
    expect([total.price, total.priced]).toEqual([18, 4])
    expect(periods.map(({ price, priced }) => [price, priced])).toEqual([
      [0, 0],
      [0, 0],
      [17, 3],
    ])
  })

  test('with how long it took, and why it failed', () => {
    const { elapsed, failures } = figuresOf(rows)
    expect([elapsed.count, elapsed.median]).toEqual([1, 41_000])
    expect(failures).toEqual({
      groups: [
        {
          shape: 'No face in ⟨number⟩ images',
          count: 2,
          sample: 'No face in 3 images',
        },
        { shape: 'Too dark', count: 1, sample: 'Too dark' },
      ],
      other: 0,
    })
  })

  test('as what it was asked for, where the record does not say', () => {
    const { total, inferred } = figuresOf([row({}), row({ status: 'created' })], {
      status: TASK_STATUS.pending,
    })
    expect([total.byStatus.pending, total.byStatus.other, inferred]).toEqual([1, 1, 0])
  })

  test('only on the days that were asked for', () => {
    const { total, outside, undated } = figuresOf(rows, {}, 'today')
    expect([total.tasks, outside, undated]).toEqual([5, 3, 0])
  })
})

test.each([
  ['a day of the year 2106', ['2106-02-07'], 'day', 1],
  ['a clock that stood at its beginning', ['2001-09-09'], 'day', 1],
  ['both', ['2001-09-09', '2106-02-07'], 'day', 2],
  ['a day of next year', ['2027-11-22'], 'day', 1],
  ['tomorrow, where the service is', ['2026-11-23'], 'day', 0],
  ['a year ago', ['2025-11-22'], 'week', 0],
  ['more than a few of long ago', Array.from({ length: 3 }, () => '2010-11-22'), { years: 1 }, 0],
] as const)('one axis does not hold %s beside 40 days', (_, odd, unit, count) => {
  const main = Array.from({ length: 40 }, (__, at) => iso(NOON - at * DAY))
  const rows = [...main, ...odd.map((day) => `${day}T12:00:00Z`)].map((at) =>
    row({ created_at: at }),
  )
  const figures = figuresOf(rows)
  expect(figures.unit).toEqual(unit)
  const far = figures.periods.filter(({ isFar }) => isFar)
  expect(far.map(({ first }) => writeDay(first))).toEqual(odd.slice(0, count))
  // The table has all of them.
  expect(figures.periods.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(rows.length)
})

test('if all days have not come yet, an axis has them', () => {
  expect(figuresOf([row({ created_at: '2106-02-07T12:00:00Z' })]).periods).toMatchObject([
    { tasks: 1, isFar: false },
  ])
})

test('the figures are the same if rows are counted in several parts, and while more are read', () => {
  const dated = Array.from({ length: 30 }, (_, at) => row({ created_at: iso(NOON - at * DAY) }))
  fc.assert(
    fc.property(fc.nat(30), fc.integer({ min: 1, max: 9 }), (cut, most) => {
      const index = new TaskIndex({})
      const tally = new TaskTally(
        index,
        readSearch('last 7 days', today).map((term) => term.condition),
      )
      for (const rows of [dated.slice(0, cut), dated.slice(cut)]) {
        index.add(rows)
        while (!tally.count(NOON, most)) tally.figures()
      }
      expect(tally.figures()).toEqual(figuresOf(dated, {}, 'last 7 days'))
    }),
  )
})

test('of kinds of failures only the largest are told, and the others are counted', () => {
  const letters = (index: number) =>
    String(index)
      .padStart(4, '0')
      .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
  const rows = Array.from({ length: 2_500 }, (_, index) =>
    row({ error_msg: `Broken ${letters(index)}` }),
  )
  const { groups, other } = figuresOf([...rows, ...rows.slice(100, 102)]).failures
  expect(groups).toHaveLength(200)
  expect(groups[0]).toMatchObject({ shape: `Broken ${letters(100)}`, count: 2 })
  expect(groups.reduce((sum, { count }) => sum + count, other)).toBe(2_502)
})

test('what ends one bar begins the next', () => {
  const tenSeconds = row({ completed_at: iso(NOON + 10_000) })
  expect(figuresOf([tenSeconds]).elapsed.buckets).toEqual([{ from: 10_000, to: 11_000, count: 1 }])
})
