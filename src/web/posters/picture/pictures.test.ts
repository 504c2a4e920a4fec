import { afterEach, describe, expect, test, vi } from 'vitest'

import { uploadedPath, uploadName } from '#contract/uploads.ts'
import { readRawReply } from '#web/api/exchange.ts'
import { isPicture, readPosterImage } from '#web/posters/picture/pictures.ts'

const HERE = 'http://127.0.0.1:4173'
const NOW = Date.UTC(2026, 10, 28)
const pathOf = (until: number) => uploadedPath(uploadName('0123456789abcdef'.repeat(2), until))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('an image URL', () => {
  test('may be that of a picture which this host keeps, although the host has no public name', () => {
    vi.stubGlobal('location', new URL(HERE))
    vi.useFakeTimers({ now: NOW })
    const url = `${HERE}${pathOf(NOW + 3_600_000)}`
    expect(readPosterImage(` ${url}\n`)).toEqual({ ok: true, url, putRight: [] })
    // Its bucket.
    const beside = url.replace('127.0.0.1:4173', '192.168.1.7:9000')
    expect(readPosterImage(beside)).toEqual({ ok: true, url: beside, putRight: [] })
    expect(readPosterImage(`${HERE}/a.jpg`)).toEqual({ ok: false, problem: 'private-host' })
    vi.stubGlobal('location', new URL('https://marquee.example.com'))
    expect(readPosterImage(url)).toEqual({ ok: false, problem: 'private-host' })
  })

  test('cannot be used once the picture is deleted, or is about to be', () => {
    vi.stubGlobal('location', new URL(HERE))
    vi.useFakeTimers({ now: NOW })
    for (const origin of [HERE, 'https://marquee.example.com']) {
      expect(readPosterImage(`${origin}${pathOf(NOW + 300_000)}`)).toEqual({
        ok: false,
        problem: 'gone',
      })
    }
  })
})

test('the clock of the host decides, not that of the device', () => {
  const url = `https://marquee.example.com${pathOf(NOW + 3_600_000)}`
  vi.stubGlobal('location', new URL('https://marquee.example.com'))
  for (const hours of [25, -25, 0]) {
    vi.useFakeTimers({ now: NOW + hours * 3_600_000 })
    const headers = { date: new Date(NOW).toUTCString() }
    readRawReply({ response: new Response(null, { headers }), body: '' }, '')
    expect([hours, readPosterImage(url).ok]).toEqual([hours, true])
    vi.advanceTimersByTime(3_600_000)
    expect([hours, readPosterImage(url).ok]).toEqual([hours, false])
  }
})

test('an image URL that other sites use is none of a kept picture', () => {
  const url = 'https://images.example/uploads/0123456789abcdef0123456789abcdef-large.jpg'
  expect(readPosterImage(url)).toEqual({ ok: true, url, putRight: [] })
})

describe('a file', () => {
  test.each([
    ['a.jpg', 'image/jpeg', true],
    // Some systems know no type for it.
    ['IMG_1.HEIC', '', true],
    ['list.csv', 'text/csv', false],
    ['photo.jpg.txt', 'text/plain', false],
  ])('%s (%s) is meant as a picture: %s', (name, type, is) => {
    expect(isPicture(new File(['x'], name, { type }))).toBe(is)
  })
})
