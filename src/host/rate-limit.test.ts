import { expect, it } from 'vitest'

import { rateLimit } from '#host/rate-limit.ts'

it('never lets more through within the time, wherever that begins', () => {
  let now = 0
  const limit = rateLimit(2, 60_000, () => now)
  const ask = () => limit('a')?.headers.get('retry-after') ?? 'passed'
  expect(ask()).toBe('passed')
  now = 59_000
  expect(ask()).toBe('passed')
  now = 61_000
  expect([ask(), ask()]).toEqual(['passed', '58'])
  expect(limit('b')).toBeUndefined()
})
