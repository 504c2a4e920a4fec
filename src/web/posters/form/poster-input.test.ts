import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { startSession } from '#web/api/session.tsx'
import { stubSessionStorage } from '#web/api/tab-entries.fixture.ts'
import {
  editInput,
  EMPTY_FIELDS,
  inputOf,
  loadInput,
  saveInput,
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
