import { expect, test } from 'vitest'

import { readLimit } from '#web/posters/price.tsx'

test.each([
  ['', undefined],
  ['  ', undefined],
  ['0', 0],
  ['100', 100],
  [' 1,000 ', 1000],
  ['１００', 100],
  ['1.000', 1000],
])('the limit %j is %s', (typed, limit) => {
  expect(readLimit(typed)).toBe(limit)
})

test.each(['ten', '-5', '1.5', '1,5', '1,00', '1e3', '9999999999999999'])(
  '%j is not a number of points',
  (typed) => {
    expect(readLimit(typed)).toBeNull()
  },
)
