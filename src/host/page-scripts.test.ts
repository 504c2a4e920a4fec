import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { inlineScriptHashes } from '#host/page-scripts.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('hashes the inline scripts of a page, including every blank', () => {
  expect(inlineScriptHashes('<script>\n a()\n</script><script type="module">b()</script>')).toEqual(
    [sha256('\n a()\n'), sha256('b()')],
  )
})

it.each([
  '<script src="/assets/a.js"></script>',
  '<script type="module" crossorigin src="/assets/a.js"></script>',
  '<script id="builds" type="application/json">{"en":[]}</script>',
  '<!doctype html><title>Marquee</title>',
])('has nothing to allow in %s', (html) => {
  expect(inlineScriptHashes(html)).toEqual([])
})
