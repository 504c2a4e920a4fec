import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { matchTask, readTaskQuery } from '#web/tasks/find/task-query.ts'

const UUID = 'd3f1a2b4-0000-4000-8000-00000000a2c0'
const task = { uuid: UUID, id: 812 }

const matches = (text: string, of: { uuid: string | null; id: number | bigint | null } = task) => {
  const query = readTaskQuery(text)
  return query === undefined ? 'nothing' : matchTask(query, of)
}

describe('text from a ticket finds its task', () => {
  test.each([
    UUID,
    ` ${UUID}\n`,
    UUID.toUpperCase(),
    `"${UUID}"`,
    `my video ${UUID} failed yesterday.`,
    `http://localhost:4173/tasks?status=failed&task=${UUID}`,
    '812',
    '#812',
    '#812.',
  ])('%j, as an exact match', (text) => {
    expect(matches(text)).toBe('whole')
  })

  test.each(['d3f1', 'D3F1A2', 'd3f1…', 'd3f1...', 'd3f1…a2c0', 'd3f1..a2c0', '81', '8'])(
    '%j, by its first characters',
    (text) => {
      expect(matches(text)).toBe('part')
    },
  )

  test.each(['d3f2', 'd3f1…a2c1', `${UUID}0`, '813', '12', '8…8'])('%j does not match', (text) => {
    expect(matches(text)).toBeUndefined()
  })

  test.each(['', '  ', '#', '""'])('%j is not a query', (text) => {
    expect(readTaskQuery(text)).toBeUndefined()
  })
})

test('finds an ID that is not a UUID, as plain text and encoded in a link', () => {
  const odd = { uuid: 'job/7 a', id: null }
  expect(matches('job/7 a', odd)).toBe('whole')
  expect(matches('/tasks?task=job%2F7%20a', odd)).toBe('whole')
  expect(matches('/tasks?task=%', { uuid: '%', id: null })).toBe('whole')
})

test('never finds a task without an ID', () => {
  expect(matches('1', { uuid: null, id: null })).toBeUndefined()
})

test('no text throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      matches(text)
    }),
  )
})
