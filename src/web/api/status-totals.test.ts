import { expect, test } from 'vitest'

import type { TaskStatus } from '#contract/video-tasks.ts'
import { readStatusTotals, type StatusTotals } from '#web/api/status-totals.ts'

const before: StatusTotals = new Map([
  [undefined, { total: 9, asOf: 1 }],
  ['failed', { total: 4, asOf: 1 }],
])

/** A service that has five tasks under every filter, but for what is said of one. */
function service(odd: TaskStatus | undefined, answer: () => number | null) {
  return async (status: TaskStatus | undefined) => {
    await Promise.resolve()
    return { page: { total: status === odd ? answer() : 5 }, readAt: 2 }
  }
}

test('each filter has its total, and when it was read', async () => {
  const { totals, failures } = await readStatusTotals(
    undefined,
    service('failed', () => 0),
  )
  expect(failures).toEqual([])
  expect([...totals.keys()]).toEqual([undefined, 'pending', 'processing', 'completed', 'failed'])
  expect(totals.get('failed')).toEqual({ total: 0, asOf: 2 })
  expect(totals.get(undefined)).toEqual({ total: 5, asOf: 2 })
})

test('what came is kept where one fails, which stays as it was', async () => {
  const down = new Error('down')
  const { totals, failures } = await readStatusTotals(
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

test('a total that the service no longer gives is no longer shown', async () => {
  const { totals } = await readStatusTotals(
    before,
    service('failed', () => null),
  )
  expect(totals.has('failed')).toBe(false)
  expect(before.has('failed')).toBe(true)
})

test('a second try asks for what is missing alone', async () => {
  const asked: (TaskStatus | undefined)[] = []
  const answer = service(undefined, () => 7)
  const fresh: StatusTotals = new Map([...before, ['pending', { total: 3, asOf: 100 }]])
  const { totals } = await readStatusTotals(
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
