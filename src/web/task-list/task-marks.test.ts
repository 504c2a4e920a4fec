import { expect, test } from 'vitest'

import {
  markKey,
  marksOf,
  MAX_NOTE_LENGTH,
  mergedMarks,
  noteLine,
  readMarks,
  withMarks,
} from '#web/task-list/task-marks.ts'

const one = { uuid: 'A1', id: 1 }
const other = { uuid: null, id: 2 }
const keyOf = (task: typeof one | typeof other) => markKey(task) ?? ''
const starred = { isStarred: true, isHidden: false, note: '' }

test('a task is known by its uuid in any case, else by its number; one without an ID has no marks', () => {
  const marks = withMarks({}, [keyOf(one), keyOf(other)], { isStarred: true })
  expect(marksOf(marks, { uuid: 'a1', id: null }).isStarred).toBe(true)
  expect(marksOf(marks, { uuid: null, id: 2n }).isStarred).toBe(true)
  // A uuid may consist of digits, or be a name that every object has.
  expect(marksOf(marks, { uuid: '2', id: null })).toEqual({ ...starred, isStarred: false })
  expect(marksOf(marks, { uuid: 'constructor', id: null }).isStarred).toBe(false)
  expect(markKey({ uuid: null, id: null })).toBeUndefined()
  expect(markKey({ uuid: 'x'.repeat(201), id: 3 })).toBeUndefined()
})

test('a change leaves other marks and other tasks alone; a task without marks is dropped', () => {
  const marks = withMarks({}, [keyOf(one)], { note: 'ticket 4711' })
  const both = withMarks(marks, [keyOf(one), keyOf(other)], { isStarred: true })
  expect(marksOf(both, one)).toEqual({ ...starred, note: 'ticket 4711' })
  expect(marksOf(both, other)).toEqual(starred)
  expect(withMarks(both, [keyOf(other)], { isStarred: false })).toEqual({
    [keyOf(one)]: { ...starred, note: 'ticket 4711' },
  })
  expect(marksOf(marks, one).isStarred).toBe(false)
})

test('of two records of an account, the own marks of a task win, and those of further tasks are added', () => {
  const own = withMarks({}, [keyOf(one)], { note: 'mine' })
  const more = withMarks({}, [keyOf(one), keyOf(other)], { note: 'theirs' })
  const merged = mergedMarks(own, more)
  expect([one, other].map((task) => marksOf(merged, task).note)).toEqual(['mine', 'theirs'])
})

test('what is stored is read as far as it can be, and a note as one line of limited length', () => {
  const long = 'x'.repeat(MAX_NOTE_LENGTH + 1)
  expect(
    readMarks({
      'uuid a': { isStarred: true, isHidden: 'yes', note: 'two\nlines\u0000' },
      'uuid b': { note: long },
      'uuid c': { isHidden: true, note: 7 },
      'uuid d': { isStarred: false },
      'uuid e': 'junk',
    }),
  ).toEqual({
    'uuid a': { ...starred, note: 'two lines' },
    'uuid b': { ...starred, isStarred: false, note: long.slice(1) },
    'uuid c': { ...starred, isStarred: false, isHidden: true },
  })
  for (const junk of [undefined, null, 'x', [], 7]) expect(readMarks(junk)).toEqual({})
})

test('a note is one line', () => {
  expect(noteLine('  ticket\r\n4711\u2028 ')).toBe('ticket 4711')
})
