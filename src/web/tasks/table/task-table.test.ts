import { expect, test } from 'vitest'

import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import { replyTo } from '#web/api/list-reply.fixture.ts'
import { listPage } from '#web/task-list/list-page.ts'
import { placeRows } from '#web/tasks/table/task-table.tsx'

/** The rows of a newer reply, as new objects. */
const rowsOf = (names: string, fields: object = {}, readAt = 0) => {
  const list = names.split(' ').map((uuid) => ({ uuid, status: 'pending', ...fields }))
  return listPage({ ...replyTo({ list }, { request: DEFAULT_LIST_REQUEST }), readAt }).rows
}
const first = placeRows([], rowsOf('a b c'), false)
const elements = (placed: typeof first) => placed.map(({ element }) => element)

test('the elements of the first rows are in order', () => {
  expect(elements(first)).toEqual([0, 1, 2])
})

test('a row of a newer reply keeps its element and its object, and a new row gets a new element', () => {
  const newer = placeRows(first, rowsOf('n a b', {}, 5), true)
  expect(elements(newer)).toEqual([3, 0, 1])
  expect(newer[1]?.row).toBe(first[0]?.row)
  expect(newer[2]?.row).toBe(first[1]?.row)
})

test('a row that has changed is another object in the same element', () => {
  for (const fields of [{ status: 'failed' }, { price: 7 }, { 'not read': 1 }]) {
    const rows = rowsOf('a b c', fields)
    expect(placeRows(first, rows, true)).toEqual(rows.map((row, element) => ({ row, element })))
    expect(placeRows(first, rows, true)[0]?.row).toBe(rows[0])
  }
})

test('another list takes over the elements in their order on screen, also where a row is in both lists', () => {
  const newer = placeRows(first, rowsOf('n a b'), true)
  expect(elements(placeRows(newer, rowsOf('c x y z w'), false))).toEqual([3, 0, 1, 4, 5])
})
