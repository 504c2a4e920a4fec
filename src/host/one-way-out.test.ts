import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

const src = path.resolve(import.meta.dirname, '..')

/** The files that ask another machine, always a configured one: the service, and a bucket, a proxy, Redis or hosts of videos where there are. */
const CLIENTS = [
  'host/idempotency/redis-store.ts',
  'host/media/media-fetch.ts',
  'host/upstream/upstream-exchange.ts',
]

/** Ways to ask another machine for something; a Task API's own `fetch(request) {` is not one. */
const asks = [
  /(?:await|return|void|[=(,])\s*fetch\s*\(/,
  /\bglobalThis\.fetch\b/,
  /\bcreateClient\(/,
  /\b(?:https?|http2|net|tls)\.(?:request|get|connect|createConnection)\b/,
  /import\s*\{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\}\s*from\s*['"]node:(?:https?|http2|net|tls)['"]/,
]

const asksOutside = (text: string) => asks.some((way) => way.test(text))

it('connects to what is configured only: an image_url is passed on and never fetched', () => {
  const files = ['host', 'local-api'].flatMap((folder) =>
    readdirSync(path.join(src, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  const ofTheProcess = files.filter(
    (file) => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(file),
  )
  const asking = ofTheProcess.filter((file) =>
    asksOutside(readFileSync(path.join(src, file), 'utf8')),
  )
  expect(asking.toSorted()).toEqual(CLIENTS)
})

it.each([
  'const image = await fetch(request.image_url)',
  "import { get } from 'node:https'",
  'http.get(imageUrl)',
  "import { request } from 'node:http'",
])('would find %s', (text) => {
  expect(asksOutside(text)).toBe(true)
})
