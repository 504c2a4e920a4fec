import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseExactJson } from '#web/api/exact-json.ts'
import { stringifyExactJson } from '#web/api/exact-json-text.ts'

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
      expect(parseExactJson(stringifyExactJson(parseExactJson(text)))).toEqual(parseExactJson(text))
    }),
  )
})
