import { expect, test } from 'vitest'

import { nextMark } from '#web/insights/plots/mark-list.tsx'

const bars = [['a'], ['b', 'b1', 'b2'], ['c', 'c1']]

test.each([
  ['a', 'ArrowLeft', 'a'],
  ['a', 'ArrowRight', 'b'],
  ['b', 'ArrowUp', 'b1'],
  ['b1', 'ArrowUp', 'b2'],
  ['b2', 'ArrowUp', 'b2'],
  ['b1', 'ArrowDown', 'b'],
  ['b1', 'ArrowRight', 'c1'],
  ['b2', 'ArrowRight', 'c1'],
  ['b2', 'ArrowLeft', 'a'],
  ['b', 'End', 'c'],
  ['c', 'Home', 'a'],
  // Nothing within: the page scrolls.
  ['a', 'ArrowUp', undefined],
  ['b', 'x', undefined],
  ['gone', 'ArrowRight', 'b'],
])('from %s, %s leads to %s', (from, key, to) => {
  expect(nextMark(bars, from, key)).toBe(to)
})

test('in a list, up and down lead from row to row', () => {
  expect(nextMark([['a'], ['b']], 'a', 'ArrowDown', 'vertical')).toBe('b')
  expect(nextMark([['a'], ['b']], 'b', 'ArrowUp', 'vertical')).toBe('a')
  expect(nextMark([['a'], ['b']], 'b', 'ArrowRight', 'vertical')).toBeUndefined()
})
