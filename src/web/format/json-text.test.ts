import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatJson } from '#web/format/json-text.ts'

describe('JSON for people', () => {
  test('is indented', () => {
    expect(formatJson({ a: [1], b: {}, c: [] })).toBe(
      '{\n  "a": [\n    1\n  ],\n  "b": {},\n  "c": []\n}',
    )
    expect(formatJson(null)).toBe('null')
  })

  test('has numbers with all of their digits', () => {
    expect(formatJson([9_007_199_254_740_993n, '9007199254740993', Infinity])).toBe(
      '[\n  9007199254740993,\n  "9007199254740993",\n  Infinity\n]',
    )
  })

  test('is what JSON.stringify writes, for every other value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(formatJson(value)).toBe(JSON.stringify(value, undefined, 2))
      }),
    )
  })

  test('comes to an end where a value is nested without one', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(formatJson(deep)).toContain('…')
    expect(formatJson(deep).length).toBeLessThan(25_000)
  })
})
