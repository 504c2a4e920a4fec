import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readBatchInput, withLines, withSuggestions } from '#web/posters/batch/batch-input.ts'

const url = (name: string) => `https://images.example/${name}.png`

test('reads one address per line, without blanks and blank lines', () => {
  const text = `\n  ${url('a')} \r\n\r\n${url('b')}\n${url('a')}\n`
  expect(readBatchInput(text)).toEqual({ urls: [url('a'), url('b'), url('a')], bad: [], noted: [] })
})

test('reports text that is not an image URL with its line, as it was typed', () => {
  const text = `${url('a')}\nnot one\n\n http://localhost/x.png\n${url('b')}`
  expect(readBatchInput(text)).toEqual({
    urls: [url('a'), url('b')],
    bad: [
      { line: 2, text: 'not one', reading: { ok: false, problem: 'scheme' } },
      {
        line: 4,
        text: ' http://localhost/x.png',
        reading: { ok: false, problem: 'private-host' },
      },
    ],
    noted: [],
  })
})

test('notes what was put right and what is in doubt, and takes suggestions for lines', () => {
  const page = 'https://www.dropbox.com/s/x/a.jpg?dl=0'
  const text = [url('a'), `${url('b')}。`, page, `${url('c')},${url('d')}`].join('\r\n')
  const { urls, bad, noted } = readBatchInput(text)
  expect(urls).toEqual([url('a'), url('b'), page])
  expect(noted).toMatchObject([
    { line: 2, reading: { putRight: ['around'] } },
    { line: 3, reading: { doubt: { kind: 'page' } } },
  ])
  expect(bad).toMatchObject([{ line: 4, reading: { problem: 'several' } }])
  const corrected = withSuggestions(text, [...noted, ...bad])
  expect(corrected.split('\n')).toEqual([
    url('a'),
    `${url('b')}。`,
    page.replace('dl=0', 'raw=1'),
    url('c'),
    url('d'),
  ])
  expect(readBatchInput(corrected).bad).toEqual([])
})

test('loses no line of any text', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.webUrl())), (lines) => {
      const text = lines.join('\n')
      const { urls, bad } = readBatchInput(text)
      const written = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
      expect(urls.length + bad.length).toBe(written.length)
    }),
  )
})

test('appends lines after the typed text', () => {
  expect(withLines('', ['b'])).toBe('b')
  expect(withLines('a\n\n', ['b', 'c'])).toBe('a\nb\nc')
})
