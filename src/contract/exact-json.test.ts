import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseExactJson, stringifyExactJson } from '#contract/exact-json.ts'

describe('an integer that a double would round', () => {
  test.each<[string, unknown]>([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-12345678901234567890', -12_345_678_901_234_567_890n],
    [' 18446744073709551615 ', 18_446_744_073_709_551_615n],
    [
      '[1234567890123456789,1,"1234567890123456789"]',
      [1_234_567_890_123_456_789n, 1, '1234567890123456789'],
    ],
    ['{"id":1234567890123456789}', { id: 1_234_567_890_123_456_789n }],
  ])('%s keeps its digits', (text, expected) => {
    expect(parseExactJson(text)).toEqual(expected)
  })
})

describe('text that only looks like a long integer is parsed as by JSON.parse', () => {
  test.each([
    '1234567890123456789.5',
    '12345678901234567890e3',
    '0.12345678901234567890123',
    '-1.7976931348623157e308',
    '1e400',
    '9'.repeat(400),
    '"1234567890123456789"',
    String.raw`"\"1234567890123456789"`,
    String.raw`"\\\"1234567890123456789,\\"`,
    String.raw`["\\",1,"\\\\\" 1234567890123456789 "]`,
    String.raw`"\u0022 1234567890123456789"`,
    '{"1234567890123456789":true,"x":"[1234567890123456789]"}',
  ])('%s', (text) => {
    expect(parseExactJson(text)).toStrictEqual(JSON.parse(text))
  })
})

test.each(['', '{', '1234567890123456789,', '01234567890123456789', '{"a":1234567890123456789'])(
  '%j is not JSON',
  (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError)
  },
)

test('reads __proto__ as an ordinary field', () => {
  const json = parseExactJson(
    '{"__proto__":1234567890123456789,"constructor":{"id":9007199254740993}}',
  )
  expect(Object.entries(new Object(json))).toEqual([
    ['__proto__', 1_234_567_890_123_456_789n],
    ['constructor', { id: 9_007_199_254_740_993n }],
  ])
  expect(Object.getPrototypeOf(json)).toBe(Object.prototype)
})

/** Writes JSON with bigints in the simplest possible way. */
function write(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(write).join(' , ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, item]) => `${JSON.stringify(name)} :${write(item)}`,
    )
    return `{${members.join()}}`
  }
  return JSON.stringify(value)
}

test('reads back any written value, including digits in strings and names', () => {
  const big = fc
    .bigInt({ min: -(2n ** 200n), max: 2n ** 200n })
    .filter((n) => n > Number.MAX_SAFE_INTEGER || n < Number.MIN_SAFE_INTEGER)
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('\\', '"', '1234567890123456789', ',', ':', '-', ' '))
      .map((t) => t.join('')),
  )
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      text,
      big,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(text, tie('json'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(json, (value) => {
      expect(parseExactJson(write(value))).toEqual(value)
    }),
    { numRuns: 1_000 },
  )
})

describe('a body of megabytes is read in one pass', () => {
  // The first is the limit. The second is below it, and long enough to measure.
  const size = import.meta.env['TEST_FULL'] === '1' ? 16_000_000 : 4_000_000
  const long = '12345678901234567890'
  test.each<[string, string]>([
    ['one long string', `[${long},"${'x'.repeat(size)}"]`],
    ['a string of escapes', `[${long},"${String.raw`\"`.repeat(size / 2)}"]`],
    ['a string of digits', `[${long},"${'7'.repeat(size)}"]`],
    ['one long fraction', `[${long},0.${'7'.repeat(size)}]`],
    ['one long integer', `[${long},${'7'.repeat(size)}]`],
    ['nothing but long integers', `[${`${long},`.repeat(size / 21)}${long}]`],
    ['many short strings', `[${long},${'"a",'.repeat(size / 4)}1]`],
    ['lists in lists', `${'['.repeat(size / 16)}${long}${']'.repeat(size / 16)}`],
  ])('%s', (_, text) => {
    // Quadratic work would take much longer than the time limit.
    const json = parseExactJson(text)
    expect(json).toBeInstanceOf(Array)
  })
})

describe('written as text again', () => {
  test('keeps the digits of long integers, also beside strings with the same digits', () => {
    const text = '{"id":9007199254740993,"name":"9007199254740993","list":[-123456789012345678901]}'
    expect(stringifyExactJson(parseExactJson(text))).toBe(text)
  })

  test('writes a number that is too large for a double as such a number', () => {
    expect(stringifyExactJson(parseExactJson('[1e999,-1e999,"Infinity"]'))).toBe(
      '[1e999,-1e999,"Infinity"]',
    )
  })

  test('writes any parsed JSON back unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt({ min: 2n ** 53n }), (value, long) => {
        const text = `[${JSON.stringify(value)},${String(long)}]`
        expect(parseExactJson(stringifyExactJson(parseExactJson(text)))).toEqual(
          parseExactJson(text),
        )
      }),
    )
  })
})
