import { expect, test } from 'vitest'

import { readSearch } from '#web/task-list/search/search-terms.ts'
import {
  readSavedViews,
  readViewName,
  type SavedView,
  viewsBeside,
  withMove,
  withSaved,
  withStandard,
  withUse,
  writeSavedViews,
} from '#web/tasks/saved-views/saved-views.ts'

const standard = readSavedViews(null)
const own = (name: string, usedAt = 0): SavedView => ({ name, address: '/tasks?q=face', usedAt })
const names = (views: readonly SavedView[]) => views.map(({ name }) => name)

test.each([null, '', 'x', '{}', '"views"', '7'])(
  'without a stored list there are three: %j',
  (text) => {
    expect(readSavedViews(text)).toEqual(standard)
    expect(standard.map(({ name, address }) => [name, address])).toEqual([
      ['Failed today', '/tasks?status=failed&q=today'],
      ['Late', '/tasks?q=late'],
      ['Longest', '/tasks?sort=-elapsed'],
    ])
  },
)

test.each(['Failed today', 'Late'])('%s is understood', (name) => {
  const kinds = readSearch(name.toLowerCase(), 20_000).map(({ condition }) => condition.kind)
  expect(kinds).not.toContain('words')
})

test('what was written is read again: order, own names, and the time of use', () => {
  const [first, second] = standard
  if (first === undefined || second === undefined) throw new Error('there is no view')
  const views = [own('Faces', 5), { ...second, name: 'Stuck', usedAt: 7 }, first]
  const text = writeSavedViews(views)
  expect(readSavedViews(text)).toEqual(views)
  // Its name follows the language.
  expect(text).not.toContain('Failed today')
  expect(readSavedViews(writeSavedViews([]))).toEqual([])
})

test('what cannot be read is left out, and an address is always one of this screen', () => {
  const stored = [
    null,
    'x',
    { name: 'No address' },
    { name: ' ', address: '/tasks' },
    { name: 'x'.repeat(61), address: '/tasks' },
    { standard: 'other' },
    { name: 'Faces', address: '//m.example/x?page=7&task=d3f1&q=face&status=odd&view=gallery' },
    { name: 'faces', address: '/tasks' },
    { name: 'Out', address: 'javascript:alert(1)', usedAt: 'x' },
  ]
  expect(readSavedViews(JSON.stringify(stored))).toEqual([
    own('Faces'),
    { name: 'Out', address: '/tasks', usedAt: 0 },
  ])
})

test('a name is not blank, and at most 60 characters long', () => {
  expect(readViewName('  My   view ')).toBe('My view')
  expect(readViewName('人脸：失败')).toBe('人脸：失败')
  expect(readViewName('😀'.repeat(60))).toBe('😀'.repeat(60))
  for (const typed of ['', ' ', '\u200b\u200e', 'x'.repeat(61)]) {
    expect(readViewName(typed)).toBeUndefined()
  }
})

test('the three that were used last stand beside the statuses, in the order of the person', () => {
  const views = withSaved(standard, own('Faces', 1))
  expect(names(viewsBeside(views))).toEqual(['Failed today', 'Late', 'Faces'])
  const used = withUse(withUse(views, 'Longest', 2), 'Late', 3)
  expect(names(viewsBeside(used))).toEqual(['Late', 'Longest', 'Faces'])
})

test('a view replaces the one of its name, moves, and the standard views come back', () => {
  const views = withSaved([own('a'), own('b'), own('c')], own('B', 4))
  expect(names(views)).toEqual(['a', 'B', 'c'])
  expect(names(withMove(views, 0, 2))).toEqual(['B', 'c', 'a'])
  expect(names(withMove(views, 2, 1))).toEqual(['a', 'c', 'B'])
  const [first, ...rest] = standard
  expect(withStandard(standard)).toBe(standard)
  expect(names(withStandard([own('longest')]))).toEqual(['longest', ...names(standard).slice(0, 2)])
  expect(withStandard(rest)).toEqual([...rest, first])
})
