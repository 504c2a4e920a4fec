import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { uploadedPath, uploadName } from '#contract/uploads.ts'
import { startSession } from '#web/api/session.tsx'
import { stubSessionStorage } from '#web/api/tab-entries.fixture.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'
import {
  editInput,
  EMPTY_FIELDS,
  inputOf,
  loadInput,
  saveInput,
  withCleared,
  withDeleted,
  withPicture,
  withSent,
} from '#web/posters/form/poster-input.ts'

let kept = new Map<string, string>()

beforeEach(() => {
  kept = stubSessionStorage()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const EMPTY = {
  ...EMPTY_FIELDS,
  isSeveral: false,
  text: '',
  scenes: [],
  withCreated: false,
  review: null,
  pictures: [],
  deleted: [],
}
const typed = {
  imageUrl: '  https://exa',
  scene: 'firework',
  sentId: 'x',
  isSeveral: true,
  text: 'typed\nso far',
  scenes: ['firework'],
  withCreated: true,
  review: [{ id: 'x', imageUrl: 'https://exam', isLeftOut: true }],
  pictures: [],
  deleted: [],
} as const

test('restores the input as it was typed, for its account only', () => {
  saveInput('p', typed)
  expect(loadInput('p')).toEqual(typed)
  expect(loadInput('other')).toEqual(EMPTY)
})

test('keeps what is typed while the session lasts', () => {
  const session = startSession('p', 'key', false)
  const input = inputOf(session)
  editInput(input, { text: 'a' })
  editInput(input, ({ text }) => ({ text: `${text}b` }))
  expect(loadInput('p').text).toBe('ab')
  session.end()
  editInput(input, { text: 'late' })
  expect(loadInput('p').text).toBe('ab')
  expect(inputOf(startSession('p', 'key', false)).get().text).toBe('ab')
})

test('stores nothing for empty forms', () => {
  saveInput('p', typed)
  saveInput('p', { ...EMPTY, isSeveral: true })
  expect(kept.size).toBe(0)
})

test.each(['not json', '{}', '{"imageUrl":1}', '[]'])(
  'reads an empty input from an invalid entry: %s',
  (text) => {
    saveInput('p', typed)
    for (const name of kept.keys()) kept.set(name, text)
    expect(loadInput('p')).toEqual(EMPTY)
  },
)

test('drops a scene that is no longer offered, and keeps the addresses', () => {
  saveInput('p', typed)
  for (const [name, text] of kept) kept.set(name, text.replaceAll('firework', 'gone'))
  expect(loadInput('p')).toEqual({ ...typed, scene: null, scenes: [] })
})

test('keeps what was typed before there was a review', () => {
  const { review: _, ...rest } = typed
  saveInput('p', typed)
  for (const name of kept.keys()) kept.set(name, JSON.stringify(rest))
  expect(loadInput('p')).toEqual({ ...typed, review: null })
})

test('does not throw if the browser refuses storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => {
    saveInput('p', typed)
  }).not.toThrow()
  expect(loadInput('p')).toEqual(EMPTY)
})

describe('the form is marked as sent', () => {
  const request = { image_url: 'https://example.com/a.png', prompt: 'firework' } as const
  const poster = { id: 'x', request, startedAt: 7 }
  const filled = {
    ...EMPTY,
    imageUrl: request.image_url,
    scene: request.prompt,
    sentId: 'x',
  }

  test('with the address as it was read from it', () => {
    const address = request.image_url
    for (const imageUrl of [` ${address}`, `"${address}"`, `${address}。`]) {
      const input = { ...EMPTY, imageUrl, scene: request.prompt }
      expect(withSent(input, poster)).toEqual(filled)
    }
  })

  test('if it was emptied while a question about it was open', () => {
    expect(withSent(EMPTY, poster)).toEqual(filled)
  })

  test('but not if it has changed since then', () => {
    const changed = { ...EMPTY, imageUrl: request.image_url, scene: 'youqian' } as const
    expect(withSent(changed, poster)).toEqual(changed)
  })
})

describe('pictures', () => {
  const nameOf = (digit: number) => uploadName(String(digit).repeat(32), Date.UTC(2026, 10, 29))
  const urlOf = (digit: number) => `https://marquee.example${uploadedPath(nameOf(digit))}`
  const picture = (digit: number) => ({
    url: urlOf(digit),
    before: 2,
    after: 1,
    thumbnail: 'small',
  })

  test('that are deleted leave the form and the lines of a batch', () => {
    const text = `${urlOf(2)}\nhttps://a.example/\n ${urlOf(1)} `
    const input = { ...EMPTY, imageUrl: urlOf(1), text, pictures: [picture(1), picture(2)] }
    expect(withDeleted(nameOf(1))(input)).toEqual({
      imageUrl: '',
      sentId: null,
      text: `${urlOf(2)}\nhttps://a.example/`,
      pictures: [picture(2)],
      deleted: [nameOf(1)],
    })
  })

  test('that were cancelled at the very end are known, but go nowhere', () => {
    const change = withPicture(picture(1), undefined)({ ...EMPTY })
    expect(change).toEqual({ pictures: [picture(1)], review: null })
  })

  test('of records that were cleared are taken over; those that a poster may need stay until a press', () => {
    const record = (image_url: string): PosterRecord => ({
      id: image_url,
      owner: 'o',
      request: { image_url, prompt: 'firework' },
      startedAt: 1,
      state: { kind: 'not-sent', failure: null },
      thumbnail: 'tiny',
    })
    const records = [urlOf(1), urlOf(2), urlOf(3), 'https://a.example/1.jpg'].map(record)
    const input = { ...EMPTY, pictures: [picture(2)], deleted: [nameOf(3)] }
    const change = withCleared(records, (url) => url === urlOf(1))(input)
    expect(change.pictures).toEqual([
      { url: urlOf(1), before: 0, after: 0, thumbnail: 'tiny', isLeft: true },
      picture(2),
    ])
  })
})
