import { expect, test } from 'vitest'

import { TASK_SCENES, TASK_STATUS } from '#contract/video-tasks.ts'
import { readDay } from '#web/insights/reading/calendar.ts'
import {
  isSameScope,
  readScope,
  scopeBefore,
  spanOf,
  writeScope,
} from '#web/insights/reading/scope.ts'

const [scene] = TASK_SCENES
const today = readDay('2026-11-22') ?? 0

test('an address is read as it was written, without what is not restricted', () => {
  const search = { status: TASK_STATUS.failed, scene, from: '2026-11-01', to: '2026-11-22' }
  const { scope, ignored } = readScope(search)
  expect(ignored).toEqual([])
  expect(writeScope(scope)).toEqual(search)
  expect(writeScope(readScope({}).scope)).toEqual({})
})

test('what is not possible is left out and told', () => {
  const { scope, ignored } = readScope({ status: 'done', from: '2026-02-30', to: ['2026-01-01'] })
  expect(writeScope(scope)).toEqual({})
  expect(ignored.map(({ name, rule }) => [name, rule.type])).toEqual([
    ['status', 'one-of'],
    ['from', 'date'],
    ['to', 'date'],
  ])
})

test.each([
  [{}, 'all'],
  [{ from: today - 6 }, 7],
  [{ from: today - 29 }, 30],
  [{ from: today - 29, to: today }, 'chosen'],
  [{ to: today }, 'chosen'],
])('the days of %j are %s', (scope, span) => {
  expect(spanOf(scope, today)).toBe(span)
})

test.each([
  [{}, undefined],
  [{ to: today }, undefined],
  [{ from: today, to: today - 1 }, undefined],
  [{ from: today - 6 }, { from: today - 13, to: today - 7 }],
  [
    { from: 10, to: 10 },
    { from: 9, to: 9 },
  ],
])('before the days of %j are those of %j', (scope, before) => {
  expect(scopeBefore(scope, today)).toEqual(before)
})

test('scopes differ by any of their parts', () => {
  const scope = { status: TASK_STATUS.failed, from: 1 }
  expect(isSameScope(scope, { ...scope, to: undefined })).toBe(true)
  expect(isSameScope(scope, { ...scope, to: 2 })).toBe(false)
  expect(isSameScope(scope, { ...scope, status: undefined })).toBe(false)
})
