import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ExactSum } from '#web/insights/reading/task-tally.ts'

function sumOf(figures: readonly (number | bigint)[]) {
  const sum = new ExactSum()
  for (const figure of figures) sum.add(figure)
  return sum.value
}

test.each([
  [[], 0],
  [[10, 20], 30],
  [[0.1, 0.2], 0.3],
  [[1.5, -0.25], 1.25],
  [[9_007_199_254_740_991, 2], 9_007_199_254_740_993n],
  [[9_007_199_254_740_993n, 10], 9_007_199_254_741_003n],
  [[1e30, -1e30, 1], 1],
])('the sum of %s is %s', (figures, sum) => {
  expect(sumOf(figures)).toBe(sum)
})

test('whole figures add up exactly, in any order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n }))),
      (figures) => {
        const exact = figures.reduce<bigint>((sum, figure) => sum + BigInt(figure), 0n)
        expect(BigInt(sumOf(figures))).toBe(exact)
        expect(sumOf(figures.toReversed())).toBe(sumOf(figures))
      },
    ),
  )
})
