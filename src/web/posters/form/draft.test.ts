import { afterEach, describe, expect, test, vi } from 'vitest'

import { EMPTY_DRAFT, loadDraft, markSent, saveDraft } from '#web/posters/form/draft.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function storageWith(initial: string | null) {
  let kept = initial
  vi.stubGlobal('sessionStorage', {
    getItem: () => kept,
    setItem: (_: string, text: string) => {
      kept = text
    },
    removeItem: () => {
      kept = null
    },
  })
}

test('restores a draft as it was typed', () => {
  storageWith(null)
  const draft = {
    imageUrl: '  https://exa',
    scene: 'firework',
    sent: { id: 'x', at: 1, profileId: 'p' },
  } as const
  saveDraft('p', draft)
  expect(loadDraft('p')).toEqual(draft)
})

test('stores nothing for an empty form', () => {
  storageWith('{"imageUrl":"https://example.com/a.png","scene":null}')
  saveDraft('p', EMPTY_DRAFT)
  expect(sessionStorage.getItem('any')).toBeNull()
})

test.each([null, 'not json', '{}', '{"imageUrl":1}', '[]'])(
  'reads an empty draft from an invalid entry: %s',
  (text) => {
    storageWith(text)
    expect(loadDraft('p')).toEqual(EMPTY_DRAFT)
  },
)

test('drops a scene that is no longer offered, and keeps the address', () => {
  storageWith('{"imageUrl":"https://example.com/a.png","scene":"gone"}')
  expect(loadDraft('p')).toEqual({ imageUrl: 'https://example.com/a.png', scene: null, sent: null })
})

test('does not throw if the browser refuses storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => {
    saveDraft('p', EMPTY_DRAFT)
  }).not.toThrow()
  expect(loadDraft('p')).toEqual(EMPTY_DRAFT)
})

describe('a draft is marked as sent', () => {
  const request = { image_url: 'https://example.com/a.png', prompt: 'firework' } as const
  const submission = { id: 'x', request, startedAt: 7 }
  const sent = { id: 'x', at: 7, profileId: 'p' }

  test('with the address as it was read from it', () => {
    const draft = { imageUrl: ' https://example.com/a.png', scene: 'firework', sent: null } as const
    for (const imageUrl of [draft.imageUrl, `"${request.image_url}"`, `${request.image_url}。`]) {
      const filled = { imageUrl: request.image_url, scene: request.prompt, sent }
      expect(markSent({ ...draft, imageUrl }, submission, 'p')).toEqual(filled)
    }
  })

  test('if it was emptied while a question about it was open', () => {
    const filled = { imageUrl: request.image_url, scene: request.prompt, sent }
    expect(markSent(EMPTY_DRAFT, submission, 'p')).toEqual(filled)
  })

  test('but not if it has changed since then', () => {
    const changed = { imageUrl: request.image_url, scene: 'youqian', sent: null } as const
    expect(markSent(changed, submission, 'p')).toEqual(changed)
  })
})
