import { expect, test } from 'vitest'

import { isIdempotencyKey } from '#contract/idempotency.ts'
import { randomId } from '#web/api/random-id.ts'

test('a random ID is a UUID, and different each time', () => {
  const ids = Array.from({ length: 1_000 }, randomId)
  expect(ids.filter((id) => !isIdempotencyKey(id))).toEqual([])
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})
