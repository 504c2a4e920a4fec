import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readBatchInput, withLines } from '#web/posters/batch/batch-input.ts'

const url = (name: string) => `https://images.example/${name}.png`

test('reads one address per line, without blanks and blank lines', () => {
  const text = `\n  ${url('a')} \r\n\r\n${url('b')}\n${url('a')}\n`
  expect(readBatchInput(text)).toEqual({ urls: [url('a'), url('b'), url('a')], bad: [] })
})

test('reports text that is not an image URL with its line, as it was typed', () => {
  const text = `${url('a')}\nnot one\n\n http://localhost/x.png\n${url('b')}`
  expect(readBatchInput(text)).toEqual({
    urls: [url('a'), url('b')],
    bad: [
      { line: 2, text: 'not one', problem: 'scheme' },
      { line: 4, text: ' http://localhost/x.png', problem: 'private-host' },
    ],
  })
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
