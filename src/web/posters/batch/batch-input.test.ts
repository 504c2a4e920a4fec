import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { linesOfFile, readBatchInput, withLines } from '#web/posters/batch/batch-input.ts'

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

describe('a file', () => {
  test('with plain text gives all lines, including bad ones', () => {
    expect(linesOfFile('LIST.TXT', `\ufeff${url('a')}\n\noops\r\n`)).toEqual([url('a'), 'oops'])
  })

  test.each([
    ['commas', `name,image\nAnn,${url('a')}\n"B, ""b""","${url('b,1')}"\r\n`],
    ['semicolons', `name;image\nAnn;${url('a')}\nB;${url('b,1')}`],
    ['tabs', `name\timage\nAnn\t${url('a')}\nB\t${url('b,1')}\n`],
  ])('with %s gives the cells that look like an address', (_separator, text) => {
    expect(linesOfFile('list.csv', text)).toEqual([url('a'), url('b,1')])
  })

  test('with an unclosed quote loses nothing after the quote', () => {
    expect(linesOfFile('list.csv', `a,b\n"x,y\n${url('a')}\n`)).toEqual([url('a')])
  })

  test('of another type is refused', () => {
    expect(linesOfFile('list.xlsx', url('a'))).toBeNull()
  })
})

test('appends lines after the typed text', () => {
  expect(withLines('', ['b'])).toBe('b')
  expect(withLines('a\n\n', ['b', 'c'])).toBe('a\nb\nc')
})
