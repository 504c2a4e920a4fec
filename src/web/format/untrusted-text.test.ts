import { expect, test } from 'vitest'

import { firstLine, formatJson, showUntrusted } from '#web/format/untrusted-text.ts'

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

test('writes JSON for people', () => {
  expect(formatJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(formatJson(null)).toBe('null')
})
