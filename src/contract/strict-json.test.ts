import fc from 'fast-check'
import { expect, it } from 'vitest'

import { strictJson } from '#contract/strict-json.ts'

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
