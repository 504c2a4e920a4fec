import fc from 'fast-check'
import { expect, test } from 'vitest'

import { safeHttpUrl } from '#web/format/safe-http-url.ts'

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  '//example.com/a',
  '/a',
  'not a url',
  'https://',
  'https://user:secret@example.com/',
  'https://a b.example/',
  'https://a%20b.example/',
  '',
])('%j becomes no link', (text) => {
  expect(safeHttpUrl(text)).toBeUndefined()
})

test.each([
  'https://example.com/a.webm',
  'HTTP://EXAMPLE.com',
  'http://127.0.0.1:4173/media/a.webm',
])('%s becomes a link', (text) => {
  expect(safeHttpUrl(text)?.protocol).toMatch(/^https?:$/)
})

test('no text throws, and whatever becomes a link is http or https', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((t) => `https://${t}`),
      ),
      (text) => {
        const url = safeHttpUrl(text)
        return url === undefined || url.protocol === 'http:' || url.protocol === 'https:'
      },
    ),
  )
})
