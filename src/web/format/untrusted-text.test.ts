import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { CELL_LENGTH, firstLine, formatJson, showUntrusted } from '#web/format/untrusted-text.ts'

test('writes out what cannot be seen or turns text around', () => {
  expect(showUntrusted('a\u202Etxt.exe\u0000\u200B\u2066\uFEFF', 200)).toBe(
    'a⟨U+202E⟩txt.exe⟨U+0000⟩⟨U+200B⟩⟨U+2066⟩⟨U+FEFF⟩',
  )
})

test('leaves languages, emoji, tabs and line breaks alone', () => {
  const text = '生成失败\tشكرا\n👩‍🎤'.replaceAll('\u200D', '')
  expect(showUntrusted(text, 200)).toBe(text)
})

test('keeps the start of a long text and says that there is more', () => {
  expect(showUntrusted('x'.repeat(300), 200)).toBe(`${'x'.repeat(200)}…`)
  expect(showUntrusted('x'.repeat(200), 200)).toBe('x'.repeat(200))
})

test('finds the first line that holds something', () => {
  expect(firstLine('\n\n  Rendering failed.\r\nat step 4')).toBe('Rendering failed.')
  expect(firstLine('')).toBe('')
})

test('a first line of a megabyte is shown as a long one', () => {
  const line = firstLine(`\r\n ${'x'.repeat(1_000_000)}\nmore`)
  expect(showUntrusted(line, CELL_LENGTH)).toBe(`${'x'.repeat(CELL_LENGTH)}…`)
  expect(firstLine(' '.repeat(1_000_000))).toBe('')
  expect(firstLine('a\rb')).toBe('a')
})

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
