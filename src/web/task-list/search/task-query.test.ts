import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { matchTask, readTaskName, readTaskQuery } from '#web/task-list/search/task-query.ts'

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
    UUID.replaceAll('-', ''),
    UUID.replaceAll('-', '').toUpperCase(),
    UUID.replaceAll('-', '\u2011'),
    UUID.replaceAll('-', '\u2013'),
    UUID.replaceAll('-', '\u2014'),
    UUID.replaceAll('-', '\u2212'),
    `${UUID.slice(0, 19)}\n${UUID.slice(19)}`,
    `\u200b${UUID}`,
    `${UUID.slice(0, 9)}\u00ad${UUID.slice(9)}`,
    `{${UUID}}`,
    `“${UUID}”`,
    `任务${UUID}失败`,
    `${UUID}.mp4`,
    `video_${UUID} (1).mp4`,
    `https://videos.example/v/${UUID}.mp4?sig=1`,
    '812',
    '#812',
    '#812.',
    '#812，',
    '812?',
    '(#812)',
    '“812”',
    '＃８１２',
    '\u200b#\u2060812',
    '№812',
    'No. 812',
    'ID: 812',
    'id=812',
    'ID812',
    'Task #812',
    'task-812',
    'Task ID #812',
    'Video task 812',
    '任务 812',
    '任务812',
    '任务号：812',
    '任务 ID：812',
    '0812',
    '812.mp4',
    '/tasks/812',
    'https://dashboard.example/tasks/812/',
    'https://dashboard.example/tasks?page=2&task=812',
  ])('%j, as an exact match', (text) => {
    expect(matches(text)).toBe('whole')
  })

  test.each([
    '1,812',
    '1 812',
    '1\u202f812',
    '1.812',
    '1’812',
    '#1,812',
    'Task #1,812',
    '任务 １，８１２',
  ])('%j, with a separator of thousands', (text) => {
    expect(matches(text, { uuid: 'aaa', id: 1812 })).toBe('whole')
  })

  test('an ID without dashes, by an ID with them', () => {
    expect(matches(UUID, { uuid: UUID.replaceAll('-', ''), id: null })).toBe('whole')
  })

  test.each(['d3f1a2b40000', 'd3f1a2b4–0000', 'ID: d3f1a2b4', '\u200bd3f1', 'd3f1a2b4.mp4'])(
    '%j, by its first characters in another notation',
    (text) => {
      expect(matches(text)).toBe('part')
    },
  )

  test.each(['d3f1', 'D3F1A2', 'd3f1…', 'd3f1...', 'd3f1…a2c0', 'd3f1..a2c0', '81', '8'])(
    '%j, by its first characters',
    (text) => {
      expect(matches(text)).toBe('part')
    },
  )

  test.each(['d3f2', 'd3f1…a2c1', `${UUID}0`, '813', '12', '8…8'])('%j does not match', (text) => {
    expect(matches(text)).toBeUndefined()
  })

  test.each([
    '',
    '  ',
    '#',
    '""',
    '\u200b',
    'my video',
    '812 and 813',
    '812, 813',
    `${UUID} ${UUID.replace('d', 'e')}`,
    'https://dashboard.example/tasks',
  ])('%j is not a query', (text) => {
    expect(readTaskQuery(text)).toBeUndefined()
  })
})

test('finds an ID that is not a UUID, as plain text and encoded in a link', () => {
  const odd = { uuid: 'job/7 a', id: null }
  expect(matchTask(readTaskName('job/7 a'), odd)).toBe('whole')
  expect(matches('/tasks?task=job%2F7%20a', odd)).toBe('whole')
  expect(matches('/tasks?task=%', { uuid: '%', id: null })).toBe('whole')
})

test('a name in an address may end with the sentence, and is exact where it may be an ID with blanks', () => {
  expect(matchTask(readTaskName(`${UUID}。`), task)).toBe('whole')
  expect(matchTask(readTaskName('#812'), task)).toBe('whole')
  expect(matchTask(readTaskName('order 812'), task)).toBeUndefined()
  expect(matchTask(readTaskName('order 812'), { uuid: 'order 812', id: null })).toBe('whole')
  expect(matchTask(readTaskName('my video'), { uuid: 'my video', id: null })).toBe('whole')
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
