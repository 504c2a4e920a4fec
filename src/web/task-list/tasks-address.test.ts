import { describe, expect, test } from 'vitest'

import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import { fitsInAddress, statusIn } from '#web/task-list/search/search-address.ts'
import { nameInAddress } from '#web/task-list/task-identity.ts'
import {
  readTasksAddress,
  readTasksLink,
  taskAddress,
  tasksAddress,
  type TasksPlace,
} from '#web/task-list/tasks-address.ts'

test.each(['d3f1', 'a b&task=c#d', '1+1=2', '../x?y', 'שלום'])(
  'reads the same name back from the address: %j',
  (uuid) => {
    const name = nameInAddress({ uuid, id: null }) ?? ''
    for (const list of ['/tasks', '/tasks?status=failed&page=2']) {
      const { searchParams, hash } = new URL(taskAddress(list, name), 'https://m.example')
      expect(searchParams.getAll('task')).toEqual([name])
      expect(hash).toBe('')
    }
  },
)

describe('an address', () => {
  test('says nothing of what it leaves out: a link made from it keeps the view that is chosen', () => {
    expect(Object.keys(readTasksLink('/tasks?status=failed'))).toEqual(['request', 'ignored'])
  })

  test('is read at once: the request, the open task and the view', () => {
    const raw = { status: 'failed', page: '2', task: 'd3f1', view: 'gallery', other: 'x' }
    expect(readTasksAddress(raw)).toEqual({
      request: { ...DEFAULT_LIST_REQUEST, status: 'failed', pageNumber: 2 },
      task: 'd3f1',
      view: 'gallery',
      ignored: [],
    })
    expect(readTasksAddress({ task: 812 }).task).toBe('812')
    expect(readTasksAddress({})).toEqual({ request: DEFAULT_LIST_REQUEST, ignored: [] })
  })

  test('says which values it ignores, and has none in their place', () => {
    const impossible = { page: '0', page_size: '101', status: 'lost', scene: ['a', 'b'], view: 'x' }
    const { ignored, ...rest } = readTasksAddress(impossible)
    expect(rest).toEqual({ request: DEFAULT_LIST_REQUEST })
    expect(Object.fromEntries(ignored.map(({ name, value }) => [name, value]))).toEqual(impossible)
  })

  test.each([[''], ['x'.repeat(201)], [['a', 'b']], [null], [{}], [true]])(
    'opens no task for %j, and says so',
    (value) => {
      const { task, ignored } = readTasksAddress({ task: value })
      expect(task).toBeUndefined()
      expect(ignored).toEqual([{ name: 'task', value, rule: { type: 'task-id' } }])
    },
  )

  test('is the same when it is read again', () => {
    const raw = { page: '7', status: 'nope', task: ['a', 'b'], view: 'gallery' }
    const again = readTasksAddress({ ...raw, address: readTasksAddress(raw) })
    expect(again).toEqual(readTasksAddress(raw))
  })
})

const failed = { status: 'failed' } as const
const search = { text: '#5, face & 人脸', sort: { by: 'price', isDescending: true } } as const

test.each<[TasksPlace, string]>([
  [{}, '/tasks'],
  [{ request: failed }, '/tasks?status=failed'],
  [
    { request: { ...failed, pageNumber: 2 }, view: 'gallery' },
    '/tasks?status=failed&page=2&view=gallery',
  ],
  [{ search: { text: '', sort: undefined } }, '/tasks'],
  [
    { request: failed, search, view: 'table', task: '7' },
    '/tasks?status=failed&q=%235%2C+face+%26+%E4%BA%BA%E8%84%B8&sort=-price&view=table&task=7',
  ],
])('writes %j as %s, and reads it back', (place, address) => {
  expect(tasksAddress(place)).toBe(address)
  expect(tasksAddress(readTasksLink(address))).toBe(address)
  expect(readTasksLink(taskAddress(address, '7'))).toEqual({ ...readTasksLink(address), task: '7' })
})

test.each([
  ['failed', 'failed', ''],
  ['Completed', 'completed', ''],
  ['failed today face', 'failed', 'today face'],
  ['昨天 失败', 'failed', '昨天'],
  ['queued over 5 min', 'pending', 'over 5 min'],
  ['not failed; face; completed', 'completed', 'face'],
])('the status in %j becomes the filter', async (typed, status, text) => {
  expect(await statusIn(typed)).toEqual({ status, text })
})

test.each([
  '',
  'today',
  'unfinished',
  'finished',
  'in progress',
  'failed or completed',
  '“failed”',
])('%j stays as it is', async (typed) => {
  expect(await statusIn(typed)).toBeUndefined()
})

test('no address is longer than 4 KiB: a longer search is left out, and told', () => {
  const longest = ['人'.repeat(221), 'x'.repeat(1_999), '😀'.repeat(166)]
  for (const text of longest) {
    expect(fitsInAddress(text)).toBe(true)
    const place = {
      request: { status: 'processing', scene: 'celebrity', pageNumber: 1e15, pageSize: 100 },
      search: { ...search, text },
      task: '人'.repeat(200),
      view: 'gallery',
    } as const
    const address = tasksAddress(place)
    expect(address.length).toBeLessThan(4_096)
    expect(readTasksLink(address)).toMatchObject(place)
    expect(readTasksAddress({ q: text + text })).toEqual({
      request: DEFAULT_LIST_REQUEST,
      ignored: [{ name: 'q', value: text + text, rule: { type: 'short-text' } }],
    })
  }
})
