import { expect, test } from 'vitest'

import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import { replyTo } from '#web/api/list-reply.fixture.ts'
import { listPage } from '#web/task-list/list-page.ts'
import { currentRow, stepFrom, stepOfArrow } from '#web/tasks/table/row-keys.ts'

const list = [{ uuid: 'a' }, 7, { uuid: 'b' }, { uuid: 'c' }]
const { rows } = listPage(replyTo({ list }, { request: DEFAULT_LIST_REQUEST }))

test('keys act on the row that has the focus, or else on the one whose details are open', () => {
  expect(currentRow(rows, 1, 'b')).toBe(1)
  expect(currentRow(rows, -1, 'b')).toBe(2)
  expect(currentRow(rows, -1, 'on another page')).toBe(-1)
  expect(currentRow(rows, -1, undefined)).toBe(-1)
})

test('without such a row, keys begin at the first row, or backwards at the last', () => {
  expect(stepFrom(2, -1, rows.length)).toBe(1)
  expect(stepFrom(-1, 1, rows.length)).toBe(0)
  expect(stepFrom(-1, -1, rows.length)).toBe(3)
})

test('arrows go to the sides by one tile, up and down by a line', () => {
  const tops = [80, 80, 80, 300, 300]
  const steps = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home'].map((key) =>
    stepOfArrow(key, tops),
  )
  expect(steps).toEqual([-1, 1, -3, 3, undefined])
})
