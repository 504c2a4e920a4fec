import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { differenceOf, readNumber, readWholeNumber, strictJson } from '#contract/record.ts'

it.each([
  ['{"price":NaN}', '{"price":"NaN"}'],
  [
    '[Infinity,-Infinity, +Infinity ,nan,-inf]',
    '["Infinity","-Infinity", "+Infinity" ,"nan","-inf"]',
  ],
  [
    '{"a":NaN,"b":"NaN, \\"Infinity\\" and \\\\"}',
    '{"a":"NaN","b":"NaN, \\"Infinity\\" and \\\\"}',
  ],
  ['NaN', '"NaN"'],
])('%s becomes %s', (text, strict) => {
  expect(strictJson(text)).toBe(strict)
})

it.each(['', '<html>NaN</html>', '{"price":NaN', '{"price":NaNa}', '{NaN:1,}', '{"a":undefined}'])(
  '%j is still not JSON',
  (text) => {
    expect(strictJson(text)).toBeUndefined()
  },
)

it('leaves JSON as it is', () => {
  fc.assert(fc.property(fc.json(), (text) => strictJson(text) === text))
})

it('reads a long string without an end once', () => {
  for (const count of [300_000, 300_001]) {
    expect(strictJson(`"${String.raw`\"`.repeat(count)}\\`)).toBeUndefined()
  }
})

describe('readNumber', () => {
  it.each([0, -0, -1.5, 1e30, 2 ** 53, 2n ** 53n + 1n, -(2n ** 128n) + 1n])('reads %s', (value) => {
    expect(readNumber(value)).toBe(value)
  })

  it.each([Infinity, -Infinity, Number.NaN, 1e39, 2n ** 128n, 10n ** 300n, null, true, [1]])(
    'does not read %s',
    (value) => {
      expect(readNumber(value)).toBeUndefined()
    },
  )

  it.each<[string, number | bigint]>([
    ['10', 10],
    ['0', 0],
    ['-7', -7],
    ['  12\n', 12],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-1800770831988789248', -1_800_770_831_988_789_248n],
    ['12.50', 12.5],
    ['0.05', 0.05],
    ['-1.5', -1.5],
  ])('reads the text %j as the number that it spells', (text, number) => {
    expect(readNumber(text)).toBe(number)
  })

  it.each([
    '007',
    '-0',
    '+5',
    '1,812',
    '1 812',
    '1e3',
    '0x10',
    '12.',
    '.5',
    '12 points',
    '１２',
    'NaN',
    'Infinity',
    '',
    ' ',
    '9'.repeat(39),
    '9'.repeat(400),
    '0.1234567890123456789',
    '1.2.3',
  ])('does not read the text %j', (text) => {
    expect(readNumber(text)).toBeUndefined()
  })

  it('reads back every whole number from its text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n }), (number) => {
        expect(BigInt(readNumber(String(number)) ?? 0)).toBe(number)
      }),
    )
  })
})

describe('readWholeNumber', () => {
  it('reads a text', () => {
    expect(readWholeNumber('1800770831988789248')).toBe(1_800_770_831_988_789_248n)
    expect(readWholeNumber('12.5')).toBeUndefined()
  })

  it.each([0, -7, Number.MAX_SAFE_INTEGER, 2n ** 53n])('reads %s', (value) => {
    expect(readWholeNumber(value)).toBe(value)
  })

  it.each([1.5, 2 ** 53, 1e20, 2n ** 200n, 'seven', undefined])('does not read %s', (value) => {
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
