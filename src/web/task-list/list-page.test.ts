import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { replyTo } from '#web/api/list-reply.fixture.ts'
import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import type { ListReply } from '#web/api/video-tasks.ts'
import { listPage } from '#web/task-list/list-page.ts'

function reply(
  data: { list: unknown[]; total?: unknown; page?: unknown; page_size?: unknown },
  request: Partial<ListReply['request']> = {},
): ListReply {
  return replyTo(data, { request: { ...DEFAULT_LIST_REQUEST, ...request } })
}

const task = { uuid: 'd3f1' }
const tasks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ uuid: `t${index}` }))

describe('why a list is empty', () => {
  test.each([
    ['no tasks at all', { list: [], total: 0 }, {}, { kind: 'no-tasks' }],
    ['no match', { list: [], total: 0 }, { status: 'failed' }, { kind: 'no-match' }],
    [
      'past the end',
      { list: [], total: 41 },
      { pageNumber: 9 },
      { kind: 'past-the-end', lastPage: 3 },
    ],
    ['no total on page 1', { list: [] }, {}, { kind: 'no-tasks' }],
    ['no total later on', { list: [], total: -4 }, { pageNumber: 2 }, { kind: 'unexplained' }],
    [
      'a total that says otherwise',
      { list: [], total: 41 },
      { pageNumber: 2 },
      { kind: 'unexplained' },
    ],
    ['rows are there', { list: [task], total: 0 }, {}, undefined],
  ] as const)('%s', (_, data, params, empty) => {
    expect(listPage(reply({ ...data, list: [...data.list] }, params)).empty).toEqual(empty)
  })
})

test('a search that reads on is not empty yet', () => {
  const none = reply({ list: [], total: 0 })
  expect(
    listPage({
      ...none,
      searched: { total: null, isRead: false, isReading: true },
    }).empty,
  ).toBeUndefined()
})

describe('how many pages there are', () => {
  test.each([
    [1, 1],
    [20, 1],
    [21, 2],
    [-1, null],
    ['40', 2],
    ['many', null],
    [1.5, null],
    [Infinity, null],
    [2n ** 64n, null],
    [2 ** 53, null],
    [Number.MAX_SAFE_INTEGER, 450_359_962_737_050],
    // fewer than the rows on this page
    [0, null],
  ])('a total of %s makes %s', (total, pageCount) => {
    expect(listPage(reply({ list: [task], total })).pageCount).toBe(pageCount)
  })
})

test('shows no more rows than requested, and says so', () => {
  const page = listPage(reply({ list: tasks(50), total: 50 }, { pageSize: 10 }))
  expect(page.rows).toHaveLength(10)
  expect(page.mismatches).toEqual([{ kind: 'too-many-rows', asked: 10, got: 50 }])
})

test('counts pages by the page size that the service really uses', () => {
  const capped = reply({ list: [task], total: 50, page: 1, page_size: 10 })
  expect(listPage(capped).pageCount).toBe(5)
})

test('says if the reply has another page or size than requested', () => {
  const page = listPage(
    reply({ list: [task], total: 50, page: 1, page_size: 10 }, { pageNumber: 3 }),
  )
  expect(page.mismatches).toEqual([
    { kind: 'page', asked: 3, got: 1 },
    { kind: 'page-size', asked: 20, got: 10 },
  ])
})

describe('a total that is smaller than what this page alone proves', () => {
  test.each([
    { page: 1, page_size: 20, total: 3, rows: 20, atLeast: 20 },
    { page: 3, page_size: 20, total: 59, rows: 20, atLeast: 60 },
    { page: 3, page_size: 20, total: 44, rows: 5, atLeast: 45 },
    { page: 2, page_size: 20, total: 0, rows: 1, atLeast: 21 },
  ])('%j is said, and locks no page', ({ page, page_size, total, rows, atLeast }) => {
    expect(
      listPage(reply({ list: tasks(rows), total }, { pageNumber: page, pageSize: page_size })),
    ).toMatchObject({
      total: null,
      pageCount: null,
      mismatches: [{ kind: 'total', atLeast, got: total }],
    })
  })

  test('is reported if page and page size are impossible, too', () => {
    const data = { list: tasks(1), total: 0, page: 0, page_size: 0 }
    expect(listPage(reply(data))).toMatchObject({
      total: null,
      pageCount: null,
      mismatches: [
        { kind: 'page', asked: 1, got: 0 },
        { kind: 'page-size', asked: 20, got: 0 },
        { kind: 'total', atLeast: 1, got: 0 },
      ],
    })
  })

  test.each([
    { page: 1, page_size: 20, total: 20, rows: 20 },
    { page: 3, page_size: 20, total: 45, rows: 5 },
    { page: 1, page_size: 20, total: -7, rows: 20 },
    // An empty page proves nothing.
    { page: 9, page_size: 20, total: 41, rows: 0 },
  ])('%j holds', ({ page, page_size, total, rows }) => {
    expect(
      listPage(reply({ list: tasks(rows), total }, { pageNumber: page, pageSize: page_size }))
        .mismatches,
    ).toEqual([])
  })

  test('is not reported if the service answered with another page', () => {
    const data = { list: tasks(20), total: 20, page: 1, page_size: 20 }
    expect(listPage(reply(data, { pageNumber: 3 })).mismatches.map(({ kind }) => kind)).toEqual([
      'page',
    ])
    const absurd = { ...data, page: Number.MAX_SAFE_INTEGER }
    expect(listPage(reply(absurd)).pageCount).toBe(1)
  })
})

describe('rows that carry the same task ID', () => {
  const sameIds = (list: unknown[]) =>
    listPage(reply({ list })).mismatches.filter(({ kind }) => kind === 'same-id')

  test('are all shown, and reported', () => {
    expect(sameIds([task, { uuid: 'x' }, task])).toEqual([{ kind: 'same-id', rows: 2, ids: 1 }])
    expect(sameIds([task, task, task, { id: 7 }, { id: 7 }])).toEqual([
      { kind: 'same-id', rows: 5, ids: 2 },
    ])
    expect(sameIds([{ id: 2n ** 60n }, { id: 2n ** 60n }])).toHaveLength(1)
    expect(listPage(reply({ list: [task, task] })).rows).toHaveLength(2)
  })

  test('do not include a uuid that looks like a number, nor rows without an ID', () => {
    expect(sameIds([{ uuid: '7' }, { id: 7 }, { price: 1 }, { price: 1 }, null, null])).toEqual([])
    expect(sameIds([{ id: 2n ** 60n }, { id: 2n ** 60n + 1n }])).toEqual([])
  })
})

test('gives every row a unique key, for any IDs', () => {
  const { rows } = listPage(
    reply({ list: [task, task, task, { id: 7 }, { price: 1 }, null, 'text'] }),
  )
  expect(new Set(rows.map(({ key }) => key)).size).toBe(7)
  const few = fc.constantFrom(
    '7',
    'a',
    'a again 1',
    '1 uuid a',
    '0 uuid a',
    'at 0',
    'id 7',
    '__proto__',
  )
  const row = fc.oneof(
    fc.record({ uuid: few }),
    fc.record({ id: fc.constantFrom(7, 7n) }),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (list) => {
      const keys = listPage(reply({ list })).rows.map(({ key }) => key)
      expect(new Set(keys).size).toBe(list.length)
    }),
  )
})
