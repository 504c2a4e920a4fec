import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { inlineHashes } from '#host/pages/security-headers.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('hashes the inline scripts and styles of a page, including every blank', () => {
  const page = '<script>\n a()\n</script><style>p{}</style><script type="module">b()</script>'
  expect(inlineHashes(page)).toEqual({
    scripts: [sha256('\n a()\n'), sha256('b()')],
    styles: [sha256('p{}')],
  })
})

it.each([
  '<script src="/assets/a.js"></script>',
  '<script type="module" crossorigin src="/assets/a.js"></script>',
  '<script id="builds" type="application/json">{"en":[]}</script>',
  '<!doctype html><title>Marquee</title>',
])('has nothing to allow in %s', (html) => {
  expect(inlineHashes(html)).toEqual({ scripts: [], styles: [] })
})
