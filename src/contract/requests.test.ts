import { describe, expect, test } from 'vitest'

import { isJsonMediaType, pickListParams, readBoundedBody } from '#contract/requests.ts'

test.each([
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/json ;charset=utf-8', true],
  ['application/jsonp', false],
  ['text/json', false],
  ['', false],
  [null, false],
])('whether %j is JSON: %s', (contentType, expected) => {
  expect(isJsonMediaType(contentType)).toBe(expected)
})

test('picks the four parameters, a repeated one as an array', () => {
  const search = new URLSearchParams('page=2&scene=a&scene=b&status=&other=1')
  expect(pickListParams((name) => search.getAll(name))).toEqual({
    page: '2',
    scene: ['a', 'b'],
    status: '',
  })
})

describe('a body', () => {
  async function* chunksOf(...sizes: number[]) {
    for (const size of sizes) {
      await Promise.resolve()
      yield new Uint8Array(size)
    }
  }

  test('is read up to its limit', async () => {
    const reading = await readBoundedBody(chunksOf(4, 6), null, 10)
    expect(reading.ok && reading.chunks.map((chunk) => chunk.byteLength)).toEqual([4, 6])
    expect(await readBoundedBody(null, null, 10)).toEqual({ ok: true, chunks: [] })
  })

  test('is refused beyond its limit, with and without a Content-Length', async () => {
    const tooLarge = { ok: false, problem: 'too-large' }
    expect(await readBoundedBody(chunksOf(4, 7), null, 10)).toEqual(tooLarge)
    expect(await readBoundedBody(chunksOf(4, 7), '5', 10)).toEqual(tooLarge)
    expect(await readBoundedBody(chunksOf(1), '11', 10)).toEqual(tooLarge)
  })

  test('that breaks off is reported', async () => {
    async function* broken() {
      yield new Uint8Array(1)
      await Promise.reject(new Error('gone'))
    }
    expect(await readBoundedBody(broken(), null, 10)).toEqual({ ok: false, problem: 'broken-off' })
  })
})
