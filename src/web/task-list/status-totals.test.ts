import { expect, test } from 'vitest'

import type { TaskStatus } from '#contract/video-tasks.ts'
import {
  readStatusTotals,
  type StatusTotals,
  withTotalOfPage,
} from '#web/task-list/status-totals.ts'

const before: StatusTotals = new Map([
  [undefined, { total: 9, asOf: 1 }],
  ['failed', { total: 4, asOf: 1 }],
])

/** A page of pending tasks. */
const page = (total: number | null, readAt: number) => ({
  request: { status: 'pending' } as const,
  total,
  readAt,
})

/** A service with five tasks under every filter, except for the given one. */
function service(odd: TaskStatus | undefined, answer: () => number | null) {
  return async (status: TaskStatus | undefined) => {
    await Promise.resolve()
    return { total: status === odd ? answer() : 5, readAt: 2 }
  }
}

test('each filter has its total, and the time when it was read', async () => {
  const { totals, failures } = await readStatusTotals(
    page(null, 1),
    undefined,
    service('failed', () => 0),
  )
  expect(failures).toEqual([])
  expect([...totals.keys()]).toEqual([undefined, 'pending', 'processing', 'completed', 'failed'])
  expect(totals.get('failed')).toEqual({ total: 0, asOf: 2 })
  expect(totals.get(undefined)).toEqual({ total: 5, asOf: 2 })
})

test('if one request fails, its total stays and the others are updated', async () => {
  const down = new Error('down')
  const { totals, failures } = await readStatusTotals(
    page(null, 1),
    before,
    service('failed', () => {
      throw down
    }),
  )
  expect(failures).toEqual([down])
  expect(totals.get('failed')).toEqual({ total: 4, asOf: 1 })
  expect(totals.get(undefined)).toEqual({ total: 5, asOf: 2 })
  expect(totals.get('pending')).toEqual({ total: 5, asOf: 2 })
})

test('removes a total that the service no longer sends', async () => {
  const { totals } = await readStatusTotals(
    page(null, 1),
    before,
    service('failed', () => null),
  )
  expect(totals.has('failed')).toBe(false)
  expect(before.has('failed')).toBe(true)
})

test('a retry requests only the missing totals', async () => {
  const asked: (TaskStatus | undefined)[] = []
  const answer = service(undefined, () => 7)
  const fresh: StatusTotals = new Map([...before, ['pending', { total: 3, asOf: 100 }]])
  const { totals } = await readStatusTotals(
    page(null, 1),
    fresh,
    (status) => {
      asked.push(status)
      return answer(status)
    },
    50,
  )
  expect(asked).toEqual([undefined, 'processing', 'completed', 'failed'])
  expect(totals.get('pending')).toEqual({ total: 3, asOf: 100 })
})

test('the total of the page on screen is not requested again', async () => {
  const asked: (TaskStatus | undefined)[] = []
  const answer = service(undefined, () => 7)
  const { totals } = await readStatusTotals(page(8, 2), undefined, (status) => {
    asked.push(status)
    return answer(status)
  })
  expect(asked).toEqual([undefined, 'processing', 'completed', 'failed'])
  expect(totals.get('pending')).toEqual({ total: 8, asOf: 2 })
})

test('without a page that is up to date, every total is requested', async () => {
  const asked: (TaskStatus | undefined)[] = []
  const answer = service(undefined, () => 7)
  const read = await readStatusTotals(undefined, before, (status) => {
    asked.push(status)
    return answer(status)
  })
  expect(asked).toHaveLength(5)
  expect(read.totals.get(undefined)).toEqual({ total: 7, asOf: 2 })
})

const totals: StatusTotals = new Map([
  [undefined, { total: 9, asOf: 1 }],
  ['pending', { total: 4, asOf: 1 }],
])

test('a newer page sets the total of its own filter', () => {
  const shown = withTotalOfPage(totals, page(0, 2))
  expect(shown?.get('pending')).toEqual({ total: 0, asOf: 2 })
  expect(shown?.get(undefined)).toEqual({ total: 9, asOf: 1 })
  expect(withTotalOfPage(undefined, page(0, 2))).toEqual(
    new Map([['pending', { total: 0, asOf: 2 }]]),
  )
})

test.each([
  ['is older', 0, 1],
  ['says the same', 4, 2],
  ['says nothing', null, 2],
])('totals stay as they are where it %s', (_, total, readAt) => {
  expect(withTotalOfPage(totals, page(total, readAt))).toBe(totals)
})

test('a total that the page on screen proves wrong is neither kept nor asked for', async () => {
  const asked: (TaskStatus | undefined)[] = []
  const disproved = {
    request: { status: undefined },
    total: null,
    disprovedTotal: { got: 5, atLeast: 40 },
    readAt: 3,
  }
  expect(withTotalOfPage(before, disproved)?.has(undefined)).toBe(false)
  expect(withTotalOfPage(before, { ...disproved, readAt: 1 })).toBe(before)
  const read = await readStatusTotals(disproved, before, async (status) => {
    asked.push(status)
    await Promise.resolve()
    return { total: 5, readAt: 4 }
  })
  expect(read.totals.has(undefined)).toBe(false)
  expect(asked).toEqual(['pending', 'processing', 'completed', 'failed'])
})
