import { expect, test } from 'vitest'

import { urlsIn } from '#web/posters/picture/transfers.ts'

const A = 'https://img.example/a.jpg'
const B = 'http://img.example/b.jpg'

test.each([
  ['the address of an image of another page', { 'text/uri-list': A }, [A]],
  ['several, with a comment', { 'text/uri-list': `# two\r\n${A}\r\n${B}\r\n` }, [A, B]],
  ['a list before the text of the same link', { 'text/uri-list': A, 'text/plain': 'A' }, [A]],
  ['an address as text', { 'text/plain': ` ${A}\n` }, [A]],
  ['what has an address in it, as it came', { 'text/plain': `See ${A}.\nBye` }, [`See ${A}.`]],
  ['a file of this device', { 'text/uri-list': 'file:///home/lin/a.jpg' }, []],
  ['cells', { 'text/plain': 'A\t1\r\nB\t2' }, []],
  ['nothing', {}, []],
])('the URLs of %s', (_, data: Record<string, string>, expected) => {
  expect(urlsIn({ types: Object.keys(data), getData: (type) => data[type] ?? '' })).toEqual(
    expected,
  )
})
