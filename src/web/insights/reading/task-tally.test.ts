import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { TASK_STATUS, TASK_STATUSES, type VideoTaskRow } from '#contract/video-tasks.ts'
import { dayOf, writeDay } from '#web/insights/reading/calendar.ts'
import type { InsightsScope } from '#web/insights/reading/scope.ts'
import { isSelected, type Selection } from '#web/insights/selection.ts'
import { STATUS_KINDS } from '#web/insights/reading/task-facts.ts'
import { TaskTally } from '#web/insights/reading/task-tally.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()
const today = dayOf(NOON)

function figuresOf(rows: readonly VideoTaskRow[], scope: InsightsScope = {}) {
  const tally = new TaskTally(scope)
  tally.add(rows)
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
          uuids: ['u', 'u'],
        },
        { shape: 'Too dark', count: 1, sample: 'Too dark', uuids: ['undated'] },
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
    const { total, outside, undated } = figuresOf(rows, { from: today })
    expect([total.tasks, outside, undated]).toEqual([5, 1, 1])
  })
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
    error_msg: fc.constantFrom('No face in 3 images', 'No face in 4 images', 'Too dark', 'E1', ''),
    video_url: fc.constant('https://a.example/v.mp4'),
    status: fc.constantFrom('created', ...TASK_STATUSES),
  },
  { requiredKeys: [] },
)
const anyRows = fc.array(fc.oneof({ weight: 9, arbitrary: records }, fc.constant('junk')), {
  maxLength: 60,
})
const scopes = fc.constantFrom<InsightsScope>(
  {},
  { status: TASK_STATUS.failed },
  { from: today - 400, to: today - 100 },
)

test('however a list comes, in whatever order, the figures are the same', () => {
  fc.assert(
    fc.property(anyRows, scopes, fc.nat(60), (raw, scope, cut) => {
      const rows = raw.map(readVideoTaskRow)
      const parts = new TaskTally(scope)
      parts.add(rows.slice(cut).toReversed())
      parts.figures()
      parts.add(rows.slice(0, cut))
      // Samples are of those that came first.
      const plain = (figures: ReturnType<typeof figuresOf>) => ({
        ...figures,
        failures: figures.failures.groups.map(({ shape, count }) => [shape, count]),
      })
      expect(plain(parts.figures())).toEqual(plain(figuresOf(rows, scope)))
    }),
  )
})

test('every bar stands for as many rows as it counts', () => {
  fc.assert(
    fc.property(anyRows, scopes, (raw, scope) => {
      const rows = raw.map(readVideoTaskRow)
      const figures = figuresOf(rows, scope)
      const count = (selection: Selection) =>
        rows.filter((one) => isSelected(one, selection, scope)).length
      let dated = 0
      for (const { first, last, tasks, byStatus, priced } of figures.periods) {
        dated += tasks
        expect(count({ by: 'period', first, last })).toBe(tasks)
        expect(count({ by: 'period', first, last, only: 'priced' })).toBe(priced)
        expect(count({ by: 'period', first, last, only: 'finished' })).toBe(
          byStatus.completed + byStatus.failed,
        )
        for (const kind of STATUS_KINDS) {
          expect(count({ by: 'period', first, last, kind })).toBe(byStatus[kind])
        }
      }
      for (const { from, to, count: inside } of figures.elapsed.buckets) {
        expect(count({ by: 'elapsed', from, to })).toBe(inside)
      }
      for (const { shape, count: alike } of figures.failures.groups) {
        expect(count({ by: 'failure', shape })).toBe(alike)
      }
      const { seen, total, unreadable, outside, undated } = figures
      const isWhole = scope.from === undefined
      expect(total.tasks + unreadable + outside + (isWhole ? 0 : undated)).toBe(seen)
      expect(dated + (isWhole ? undated : 0)).toBe(total.tasks)
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
  expect(isSelected(tenSeconds, { by: 'elapsed', from: 5_000, to: 10_000 }, {})).toBe(false)
  expect(isSelected(tenSeconds, { by: 'elapsed', from: 10_000, to: 20_000 }, {})).toBe(true)
})
