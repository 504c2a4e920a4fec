import { describe, expect, test } from 'vitest'

import { DEFAULT_LIST_PARAMS, readVideoTaskPage } from '#contract/video-tasks.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { elapsedMs, listState, rowKeys } from '#web/tasks/list-state.ts'

function reply(
  data: { list: unknown[]; total?: unknown; page?: unknown; page_size?: unknown },
  params: Partial<VideoTaskListReply['params']> = {},
): VideoTaskListReply {
  const page = readVideoTaskPage(data)
  if (page === undefined) throw new Error('the payload is not readable')
  return { params: { ...DEFAULT_LIST_PARAMS, ...params }, page, readAt: 0 }
}

const task = { uuid: 'd3f1' }

describe('why a list is empty', () => {
  test.each([
    ['no tasks at all', { list: [], total: 0 }, {}, { kind: 'no-tasks' }],
    ['no match', { list: [], total: 0 }, { status: 'failed' }, { kind: 'no-match' }],
    ['past the end', { list: [], total: 41 }, { page: 9 }, { kind: 'past-the-end', lastPage: 3 }],
    ['no total on page 1', { list: [] }, {}, { kind: 'no-tasks' }],
    ['no total later on', { list: [], total: -4 }, { page: 2 }, { kind: 'unexplained' }],
    ['a total that says otherwise', { list: [], total: 41 }, { page: 2 }, { kind: 'unexplained' }],
    ['rows are there', { list: [task], total: 0 }, {}, undefined],
  ] as const)('%s', (_, data, params, empty) => {
    expect(listState(reply({ ...data, list: [...data.list] }, params)).empty).toEqual(empty)
  })
})

describe('how many pages there are', () => {
  test.each([
    [0, 1],
    [20, 1],
    [21, 2],
    [-1, null],
    ['40', null],
    [1.5, null],
  ])('a total of %s makes %s', (total, pageCount) => {
    expect(listState(reply({ list: [task], total })).pageCount).toBe(pageCount)
  })
})

test('shows no more rows than were asked for, and says so', () => {
  const state = listState(
    reply({ list: Array.from({ length: 50 }, () => task), total: 50 }, { page_size: 10 }),
  )
  expect(state.rows).toHaveLength(10)
  expect(state.mismatches).toEqual([{ kind: 'too-many-rows', asked: 10, got: 50 }])
})

test('counts pages by the size that the service really gives', () => {
  const capped = reply({ list: [task], total: 50, page: 1, page_size: 10 })
  expect(listState(capped).pageCount).toBe(5)
})

test('says where the reply echoes another page or size than asked', () => {
  const state = listState(reply({ list: [task], total: 50, page: 1, page_size: 10 }, { page: 3 }))
  expect(state.mismatches).toEqual([
    { kind: 'page', asked: 3, got: 1 },
    { kind: 'page-size', asked: 20, got: 10 },
  ])
})

test('gives every row a key of its own, whatever they carry', () => {
  const { rows } = listState(
    reply({ list: [task, task, task, { id: 7 }, { price: 1 }, null, 'text'] }),
  )
  const keys = rowKeys(rows)
  expect(new Set(keys).size).toBe(7)
  expect(keys[0]).toBe('task d3f1')
})

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:41Z', 41_000],
  ['2026-01-01T00:00:41Z', '2026-01-01T00:00:00Z', null],
  ['2026-01-01T00:00:00Z', null, null],
  [null, '2026-01-01T00:00:00Z', null],
])('the time from %s to %s is %s', (createdAt, completedAt, expected) => {
  expect(elapsedMs(createdAt, completedAt)).toBe(expected)
})
