import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { differenceOf, readNumber, readWholeNumber } from '#contract/exact-number.ts'

describe('readNumber', () => {
  it.each([0, -0, -1.5, 1e30, 2 ** 53, 2n ** 53n + 1n, -(2n ** 128n) + 1n])('reads %s', (value) => {
    expect(readNumber(value)).toBe(value)
  })

  it.each([Infinity, -Infinity, Number.NaN, 1e39, 2n ** 128n, 10n ** 300n, '10', null, true, [1]])(
    'does not read %s',
    (value) => {
      expect(readNumber(value)).toBeUndefined()
    },
  )
})

describe('readWholeNumber', () => {
  it.each([0, -7, Number.MAX_SAFE_INTEGER, 2n ** 53n])('reads %s', (value) => {
    expect(readWholeNumber(value)).toBe(value)
  })

  it.each([1.5, 2 ** 53, 1e20, 2n ** 200n, '7', undefined])('does not read %s', (value) => {
    expect(readWholeNumber(value)).toBeUndefined()
  })
})

describe('differenceOf', () => {
  it('is exact for whole numbers of both types', () => {
    const whole = fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n }))
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        expect(BigInt(differenceOf(a, b))).toBe(BigInt(a) - BigInt(b))
      }),
    )
  })

  it('is a number where one of them is a fraction', () => {
    expect(differenceOf(2n, 0.5)).toBe(1.5)
    expect(differenceOf(0.75, 0.5)).toBe(0.25)
  })
})
