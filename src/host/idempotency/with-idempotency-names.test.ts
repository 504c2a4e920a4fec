import { expect, it } from 'vitest'

import { bodyDigest, idempotencyName } from '#host/idempotency/with-idempotency.ts'

it('names a submission by key and id, in either letter case', () => {
  expect(idempotencyName('key', 'ABCDEF')).toBe(idempotencyName('key', 'abcdef'))
  const names = [
    idempotencyName('key', 'a'),
    idempotencyName('other', 'a'),
    idempotencyName('key', 'b'),
  ]
  expect(new Set([...names, bodyDigest('key', 'a'), bodyDigest('other', 'a')]).size).toBe(5)
})
