import { expect, test } from 'vitest'

import { readReceivedList } from '#contract/read-video-tasks.ts'
import type { TaskStatus } from '#contract/video-tasks.ts'
import { withoutDisprovedTotal } from '#web/api/video-tasks.ts'

/** The total of a page as it is used. */
function reader() {
  const owner = {}
  return (
    [asked, pageSize]: [number, number],
    rows: number,
    total: number,
    status?: TaskStatus,
  ) => {
    const request = { pageNumber: asked, pageSize, status }
    const list = Array.from({ length: rows }, (_, index) => ({ id: index + 1 }))
    const read = readReceivedList({ list, total }, request)
    if (read === undefined) throw new Error('the payload is not readable')
    return withoutDisprovedTotal(owner, request, read).total
  }
}

test('a total that a page has proved wrong is not used on a page that proves nothing', () => {
  const total = reader()
  expect(total([1, 1], 1, 5)).toBe(5)
  expect(total([2, 20], 20, 5)).toBeNull()
  expect(total([1, 1], 1, 5)).toBeNull()
  expect(total([1, 20], 0, 6)).toBeNull()
  expect(total([1, 1], 1, 5, 'failed')).toBe(5)
  expect(reader()([1, 1], 1, 5)).toBe(5)
})

test('a total that fits is used again', () => {
  const total = reader()
  total([2, 20], 20, 5)
  expect(total([1, 1], 1, 40)).toBe(40)
})

test('a list that ends where its total says has that many tasks', () => {
  const total = reader()
  total([2, 20], 20, 39)
  expect(total([1, 1], 1, 38)).toBeNull()
  expect(total([2, 20], 18, 38)).toBe(38)
  expect(total([1, 1], 1, 38)).toBe(38)
})
