import { expect, test } from 'vitest'

import type { StatusTotals } from '#web/api/status-totals.ts'
import { withTotalOfPage } from '#web/tasks/filters/page-total.ts'

const totals: StatusTotals = new Map([
  [undefined, { total: 9, asOf: 1 }],
  ['pending', { total: 4, asOf: 1 }],
])
const reply = (total: number | null, readAt: number) => ({
  params: { page: 1, page_size: 20, status: 'pending' } as const,
  page: { rows: [], page: 1, pageSize: 20, total },
  readAt,
})

test('a newer page sets the total of its own filter', () => {
  const shown = withTotalOfPage(totals, reply(0, 2))
  expect(shown?.get('pending')).toEqual({ total: 0, asOf: 2 })
  expect(shown?.get(undefined)).toEqual({ total: 9, asOf: 1 })
})

test.each([
  ['is older', 0, 1],
  ['says the same', 4, 2],
  ['says nothing', null, 2],
])('totals stay as they are where it %s', (_, total, readAt) => {
  expect(withTotalOfPage(totals, reply(total, readAt))).toBe(totals)
  expect(withTotalOfPage(undefined, reply(total, readAt))).toBeUndefined()
})
