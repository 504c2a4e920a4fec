import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseExactJson } from '#web/api/exact-json.ts'
import { stringifyExactJson } from '#web/api/exact-json-text.ts'

test('long integers keep their digits, also beside strings of the same digits', () => {
  const text = '{"id":9007199254740993,"name":"9007199254740993","list":[-123456789012345678901]}'
  expect(stringifyExactJson(parseExactJson(text))).toBe(text)
})

test('a number that no double can hold stays too large', () => {
  expect(stringifyExactJson(parseExactJson('[1e999,-1e999,"Infinity"]'))).toBe(
    '[1e999,-1e999,"Infinity"]',
  )
})

test('whatever JSON says is said again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.bigInt({ min: 2n ** 53n }), (value, long) => {
      const text = `[${JSON.stringify(value)},${String(long)}]`
      expect(parseExactJson(stringifyExactJson(parseExactJson(text)))).toEqual(parseExactJson(text))
    }),
  )
})
