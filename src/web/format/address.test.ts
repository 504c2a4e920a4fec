import { describe, expect, test } from 'vitest'

import { parseAddress, writeAddress } from '#web/format/address.ts'
import { readTasksAddress } from '#web/routes/-tasks-address.ts'
import { readOpenTask } from '#web/tasks/task-address.ts'

describe('the query of an address', () => {
  test('is read as plain text, and a repeated parameter as an array', () => {
    expect(parseAddress('?page=2&status=%7B%7D&scene=a&scene=b&x=')).toEqual({
      page: '2',
      status: '{}',
      scene: ['a', 'b'],
      x: '',
    })
    expect(parseAddress('')).toEqual({})
  })

  test('may have any parameter name', () => {
    const search = parseAddress('?__proto__=a&__proto__=b&constructor=c')
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype)
    expect(Object.keys(search)).toEqual(['__proto__', 'constructor'])
  })

  test('is the same after reading and writing', () => {
    for (const query of [
      '',
      '?status=failed&page=3',
      '?scene=a&scene=b',
      '?image_url=https%3A%2F%2Fa.b%2F%3Fc%3D1',
    ]) {
      expect(writeAddress(parseAddress(query))).toBe(query)
    }
  })

  test('leaves out parameters that are not set', () => {
    expect(writeAddress({ page: 2, status: undefined })).toBe('?page=2')
  })
})

describe('the search of /tasks', () => {
  test('leaves out defaults and unknown parameters', () => {
    expect(readTasksAddress({ page: '1', page_size: '20', status: 'failed', other: 'x' })).toEqual({
      status: 'failed',
    })
  })

  test('keeps invalid values, so that the screen can report them', () => {
    const impossible = { page: '0', page_size: '101', status: 'lost', scene: ['a', 'b'] }
    expect(readTasksAddress(impossible)).toEqual(impossible)
  })

  test('has the open task, by its ID or its number', () => {
    expect(readTasksAddress({ task: 'd3f1', page: '2' })).toEqual({ task: 'd3f1', page: 2 })
    expect(readOpenTask({ task: 'd3f1' })).toEqual({ task: 'd3f1', invalid: [] })
    expect(readOpenTask({ task: 812 })).toEqual({ task: '812', invalid: [] })
    expect(readOpenTask({})).toEqual({ invalid: [] })
  })

  test.each([[''], ['x'.repeat(201)], [['a', 'b']], [null], [{}], [true]])(
    'opens no task for %j, and says so',
    (value) => {
      const rule = { type: 'task-id' }
      expect(readOpenTask({ task: value })).toEqual({ invalid: [{ name: 'task', value, rule }] })
      expect(readTasksAddress({ task: value })).toEqual({ task: value })
    },
  )

  test('is the same when read again', () => {
    const search = readTasksAddress({ page: '7', status: 'nope', task: ['a', 'b'] })
    expect(readTasksAddress(search)).toEqual(search)
  })
})
