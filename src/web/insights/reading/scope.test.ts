import { expect, test } from 'vitest'

import { TASK_SCENES, TASK_STATUS } from '#contract/video-tasks.ts'
import { dayOf, readDay, writeDay } from '#web/format/calendar.ts'
import { conditionsBefore } from '#web/insights/insights-screen.tsx'
import { readScope, tasksHref, writeScope } from '#web/insights/reading/scope.ts'
import { readSearch } from '#web/task-list/search/search-terms.ts'

const [scene] = TASK_SCENES
const today = readDay('2026-11-22') ?? 0

test('an address is read as it was written, without what is not restricted', () => {
  const params = { status: TASK_STATUS.failed, scene, q: 'last 7 days' }
  const { scope, ignored } = readScope(params)
  expect(ignored).toEqual([])
  expect(writeScope(scope)).toEqual(params)
  expect(tasksHref(scope)).toBe(`/tasks?status=failed&scene=${scene}&q=last+7+days`)
  expect(writeScope(readScope({}).scope)).toEqual({})
})

test.each([
  [{ from: '2026-11-01', to: '2026-11-22' }, '2026-11-01..2026-11-22'],
  [{ from: '2026-11-01', q: 'face' }, '2026-11-01..; face'],
  [{ to: '2026-11-22' }, '..2026-11-22'],
  [{ q: 2026 }, '2026'],
])('the days of %j are part of the search', (params, text) => {
  expect(readScope(params)).toEqual({ scope: { text }, ignored: [] })
})

test('what is not possible is left out and told', () => {
  const { scope, ignored } = readScope({
    status: 'done',
    from: '2026-02-30',
    to: ['2026-01-01'],
    q: ['a', 'b'],
  })
  expect(writeScope(scope)).toEqual({})
  expect(ignored.map(({ name, rule }) => [name, rule.type])).toEqual([
    ['status', 'one-of'],
    ['q', 'text'],
    ['from', 'date'],
    ['to', 'date'],
  ])
})

test.each([
  ['', undefined],
  ['..2026-11-22', undefined],
  ['2026-11-21 10:00', undefined],
  ['today yesterday', undefined],
  ['last 7 days', '2026-11-09..2026-11-15'],
  ['2026-11-20..', '2026-11-17..2026-11-19'],
  ['2026-11-10', '2026-11-09..2026-11-09'],
])('before the days of %j are those of %j', (text, before) => {
  const conditions = readSearch(text, today).map(({ condition }) => condition)
  const days = conditionsBefore(conditions, today)?.map((condition) =>
    condition.kind === 'created'
      ? [condition.from, (condition.under ?? 0) - 1]
          .map((at) => writeDay(dayOf(at ?? 0)))
          .join('..')
      : '',
  )
  expect(days?.join()).toBe(before)
})

test('scopes differ by any of their parts', () => {
  const scope = { status: TASK_STATUS.failed, text: '' }
  expect(tasksHref({ ...scope, scene: undefined })).toBe(tasksHref(scope))
  expect(tasksHref({ ...scope, text: 'face' })).not.toBe(tasksHref(scope))
  expect(tasksHref({ ...scope, status: undefined })).not.toBe(tasksHref(scope))
})
