import fc from 'fast-check'
import { expect, test } from 'vitest'

import { CELL_LENGTH, firstLine, showUntrusted } from '#web/format/untrusted-text.ts'

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

test('takes the line breaks of another system for line breaks, and a lone one for what it is', () => {
  expect(showUntrusted('one\r\ntwo\rthree\r\n', 200)).toBe('one\ntwo⟨U+000D⟩three\n')
})

test('parts no two that belong together', () => {
  expect(showUntrusted('ab👩c', 3)).toBe('ab…')
  expect(showUntrusted('ab👩c', 4)).toBe('ab👩…')
  expect(showUntrusted('ab\r\nc', 3)).toBe('ab…')
  expect(showUntrusted('ab👩', 4)).toBe('ab👩')
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(text, fc.nat({ max: 40 }), (whole, length) => {
      // Throws for half a pair.
      expect(() => encodeURIComponent(showUntrusted(whole, length))).not.toThrow()
    }),
  )
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
