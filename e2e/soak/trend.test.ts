import { expect, test } from 'vitest'

import { slope } from './trend.ts'

test('the slope is that of the second half, through its noise', () => {
  const start = [0, 1, 2, 3].map((hour) => ({ hour, value: 100 * hour }))
  const steady = [4, 5, 6, 7].map((hour) => ({ hour, value: 400 + 3 * hour }))
  expect(slope([...start, ...steady])).toBeCloseTo(3)
  const noisy = steady.map(({ hour, value }) => ({ hour, value: value + (hour % 2) }))
  expect(slope([...start, ...noisy])).toBeCloseTo(3.2)
})
