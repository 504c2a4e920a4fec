import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerShare, forgetOldShare, readShare } from '#worker/share.ts'

const LOST = '/posters?shared=lost'
const HOUR_MS = 60 * 60_000

/** What was kept: the name of a cache → its only entry. */
const kept = new Map<string, Response>()
beforeEach(() => {
  kept.clear()
  const open = (name: string) =>
    Promise.resolve({
      put: (_: string, response: Response) => Promise.resolve(kept.set(name, response)),
    })
  const match = (_: string, { cacheName }: { cacheName: string }) =>
    Promise.resolve(kept.get(cacheName))
  const drop = (name: string) => Promise.resolve(kept.delete(name))
  vi.stubGlobal('caches', { open, match, delete: drop })
})
afterEach(() => {
  vi.useRealTimers()
})

const picture = (name = 'lin.jpg', content: BlobPart = 'x') =>
  new File([content], name, { type: 'image/jpeg' })
const formOf = (...entries: [name: string, value: string | File][]) => {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}
const share = (body: BodyInit, origin = 'null') =>
  new Request('https://marquee.example/share', { method: 'POST', body, headers: { origin } })
const placeOf = async (request: Request) => {
  const { status, headers } = await answerShare(request)
  expect(status).toBe(303)
  return headers.get('location')?.replace('https://marquee.example', '')
}

test.each<[string, FormData, string]>([
  ['an address', formOf(['url', 'https://a.example/1.jpg']), 'https://a.example/1.jpg'],
  [
    'an address among words',
    formOf(['title', 'Lin'], ['text', 'See\nHTTPS://a.example/1.jpg?a=1&b=2#c now']),
    'HTTPS://a.example/1.jpg?a=1&b=2#c',
  ],
  [
    'two addresses',
    formOf(['text', 'https://b.example/2'], ['url', 'https://a.example/1']),
    'https://a.example/1',
  ],
  [
    'an empty file, as of a form without one',
    formOf(['text', 'http://a.example/1'], ['pictures', picture('', '')]),
    'http://a.example/1',
  ],
])('%s is prefilled', (_, form, address) => {
  const to = `/posters?image_url=${encodeURIComponent(address)}`
  expect(readShare(form)).toEqual({ to, pictures: [] })
})

test.each<[string, FormData]>([
  ['nothing', formOf()],
  ['words', formOf(['title', 'https://a.example'], ['text', 'javascript:alert(1) a.example'])],
  ['a file in place of an address', formOf(['url', picture()])],
  ['words in place of pictures', formOf(['pictures', 'x'])],
  ['a very long address', formOf(['url', `https://a.example/${'a'.repeat(8000)}`])],
  [
    'too many pictures',
    formOf(...Array.from({ length: 101 }, (): [string, File] => ['pictures', picture()])),
  ],
  [
    'pictures that are too large together',
    formOf(
      ...Array.from({ length: 3 }, (): [string, File] => [
        'pictures',
        picture('large.jpg', new Uint8Array(70_000_000)),
      ]),
    ),
  ],
])('%s cannot be used', (_, form) => {
  expect(readShare(form)).toEqual({ to: LOST, pictures: [] })
})

test('pictures are kept with their names, without what comes beside them', async () => {
  const before = kept.size
  const form = formOf(
    ['url', 'https://a.example/1.jpg'],
    ['pictures', picture('林.jpg', 'one')],
    ['pictures', picture('two.jpg', 'two')],
    ['other', picture()],
  )
  expect(await placeOf(share(form))).toBe('/posters')
  expect(kept.size).toBe(before + 1)
  const response = kept.get('marquee-shared')
  expect(response?.headers.get('x-count')).toBe('2')
  const entries = [...((await response?.formData()) ?? [])]
  expect(entries.map(([name, value]) => [name, value instanceof File && value.name])).toEqual([
    ['pictures', '林.jpg'],
    ['pictures', 'two.jpg'],
  ])
})

test('a share without a picture leaves those that wait', async () => {
  await placeOf(share(formOf(['pictures', picture()])))
  await placeOf(share(formOf(['text', 'https://a.example/1.jpg'])))
  expect(kept.get('marquee-shared')?.headers.get('x-count')).toBe('1')
})

test.each<[string, () => Request]>([
  [
    'comes from a page of another site',
    () => share(formOf(['pictures', picture()]), 'https://evil.example'),
  ],
  ['cannot be read', () => share('no form')],
  [
    'has no room',
    () => {
      vi.stubGlobal('caches', { open: () => Promise.reject(new Error('QuotaExceededError')) })
      return share(formOf(['pictures', picture()]))
    },
  ],
])('a share that %s is answered, and not kept', async (_, request) => {
  expect(await placeOf(request())).toBe(LOST)
  expect(kept.size).toBe(0)
})

test('a share is forgotten after an hour', async () => {
  vi.useFakeTimers()
  await answerShare(share(formOf(['pictures', picture()])))
  vi.setSystemTime(Date.now() + HOUR_MS - 1000)
  await forgetOldShare()
  expect(kept.size).toBe(1)
  vi.setSystemTime(Date.now() + 3000)
  await forgetOldShare()
  expect(kept.size).toBe(0)
  vi.stubGlobal('caches', { match: () => Promise.reject(new Error('SecurityError')) })
  await forgetOldShare()
})
