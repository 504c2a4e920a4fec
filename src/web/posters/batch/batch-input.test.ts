import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { linesOfFile, readBatchInput, withLines } from '#web/posters/batch/batch-input.ts'

const url = (name: string) => `https://images.example/${name}.png`

test('one address per line, blanks around it and blank lines aside', () => {
  const text = `\n  ${url('a')} \r\n\r\n${url('b')}\n${url('a')}\n`
  expect(readBatchInput(text)).toEqual({ urls: [url('a'), url('b'), url('a')], bad: [] })
})

test('what is no image URL is named with its line, as it was typed', () => {
  const text = `${url('a')}\nnot one\n\n http://localhost/x.png\n${url('b')}`
  expect(readBatchInput(text)).toEqual({
    urls: [url('a'), url('b')],
    bad: [
      { line: 2, text: 'not one', problem: 'scheme' },
      { line: 4, text: ' http://localhost/x.png', problem: 'private-host' },
    ],
  })
})

test('no line is lost, whatever is typed', () => {
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
  test('of text gives all of its lines, bad ones too', () => {
    expect(linesOfFile('LIST.TXT', `\ufeff${url('a')}\n\noops\r\n`)).toEqual([url('a'), 'oops'])
  })

  test.each([
    ['commas', `name,image\nAnn,${url('a')}\n"B, ""b""","${url('b,1')}"\r\n`],
    ['semicolons', `name;image\nAnn;${url('a')}\nB;${url('b,1')}`],
    ['tabs', `name\timage\nAnn\t${url('a')}\nB\t${url('b,1')}\n`],
  ])('with %s gives the cells that look like an address', (_separator, text) => {
    expect(linesOfFile('list.csv', text)).toEqual([url('a'), url('b,1')])
  })

  test('with a quote that is never closed loses nothing behind it', () => {
    expect(linesOfFile('list.csv', `a,b\n"x,y\n${url('a')}\n`)).toEqual([url('a')])
  })

  test('of another kind is not taken', () => {
    expect(linesOfFile('list.xlsx', url('a'))).toBeNull()
  })
})

test('lines come behind what was typed', () => {
  expect(withLines('', ['b'])).toBe('b')
  expect(withLines('a\n\n', ['b', 'c'])).toBe('a\nb\nc')
})
