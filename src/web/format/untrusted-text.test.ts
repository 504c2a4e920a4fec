import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  CELL_LENGTH,
  endOf,
  firstLine,
  isolated,
  showUntrusted,
  startOf,
} from '#web/format/untrusted-text.ts'

test('writes out what cannot be seen or turns text around', () => {
  expect(showUntrusted('a\u202Etxt.exe\u0000\u200B\u2066\uFEFF', 200)).toBe(
    'a⟨U+202E⟩txt.exe⟨U+0000⟩⟨U+200B⟩⟨U+2066⟩⟨U+FEFF⟩',
  )
})

test.each([
  ['a soft hyphen', 'a\u00adb', 'a⟨U+00AD⟩b'],
  ['a filler that is a letter', 'a\u3164b', 'a⟨U+3164⟩b'],
  ['an end of lines', 'a\u2028b', 'a⟨U+2028⟩b'],
  ['a control of the upper half', 'a\u009bb', 'a⟨U+009B⟩b'],
  ['a note between lines', 'a\ufff9b', 'a⟨U+FFF9⟩b'],
  ['a letter written as a tag', 'a\u{e0062}b', 'a⟨U+E0062⟩b'],
  ['half a pair', 'a\ud83db', 'a⟨U+D83D⟩b'],
])('writes out %s', (_, text, shown) => {
  expect(showUntrusted(text, 200)).toBe(shown)
})

test('leaves four marks on a letter, and writes out what is piled on them', () => {
  const marks = '\u0301\u0302\u0303\u0304'
  expect(showUntrusted(`e${marks}`, 200)).toBe(`e${marks}`)
  expect(showUntrusted(`e${marks}\u0305\u0306x\u0301`, 200)).toBe(
    `e${marks}⟨U+0305⟩⟨U+0306⟩x\u0301`,
  )
})

test('what was written out stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = showUntrusted(text, 10_000)
      expect(showUntrusted(shown, 10_000)).toBe(shown)
    }),
  )
})

test('leaves languages, emoji, tabs and line breaks alone', () => {
  const text = '生成失败\tشكرا\n👩‍🎤 ❤\ufe0f ☎\ufe0e क्षि'.replaceAll('\u200D', '')
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

test('a start and an end are whole characters', () => {
  expect(startOf('ab👩c', 3)).toBe('ab')
  expect(startOf('ab👩', 4)).toBe('ab👩')
  expect(endOf('a👩bc', 3)).toBe('bc')
  expect(endOf('a👩bc', 4)).toBe('👩bc')
  expect(endOf('abc', 9)).toBe('abc')
})

test('in a tooltip a text is kept apart by the two characters that do so', () => {
  expect(isolated('שלום')).toBe('\u2068שלום\u2069')
  // What would end it early is written out by then.
  expect(isolated(showUntrusted('a\u2069b', 200))).toBe('\u2068a⟨U+2069⟩b\u2069')
})

test('a text of blanks alone is written out: otherwise there would be nothing to see, or to press', () => {
  expect(showUntrusted(' \u3000\n', 200)).toBe('⟨U+0020⟩⟨U+3000⟩⟨U+000A⟩')
  expect(showUntrusted(firstLine('  '), 200)).toBe('⟨U+0020⟩⟨U+0020⟩')
  expect(showUntrusted('', 200)).toBe('')
  expect(showUntrusted(' a ', 200)).toBe(' a ')
})

test('finds the first line that holds something', () => {
  expect(firstLine('\n\n  Rendering failed.\r\nat step 4')).toBe('Rendering failed.')
  expect(firstLine('')).toBe('')
})

test('a first line of a megabyte is shown as a long one', () => {
  const line = firstLine(`\r\n ${'x'.repeat(1_000_000)}\nmore`)
  expect(showUntrusted(line, CELL_LENGTH)).toBe(`${'x'.repeat(CELL_LENGTH)}…`)
  expect(showUntrusted(firstLine(' '.repeat(1_000_000)), 1)).toBe('⟨U+0020⟩…')
  expect(firstLine('a\rb')).toBe('a')
})
