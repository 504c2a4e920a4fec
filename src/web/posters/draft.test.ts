import { afterEach, expect, test, vi } from 'vitest'

import { EMPTY_DRAFT, loadDraft, markSent, saveDraft } from '#web/posters/draft.ts'

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
  })
}

test('a draft comes back as it was typed', () => {
  storageWith(null)
  const draft = { imageUrl: '  https://exa', scene: 'firework', sentAs: 'x' } as const
  saveDraft(draft)
  expect(loadDraft()).toEqual(draft)
})

test.each([null, 'not json', '{}', '{"imageUrl":1}', '[]'])(
  'what cannot be read is an empty draft: %s',
  (text) => {
    storageWith(text)
    expect(loadDraft()).toEqual(EMPTY_DRAFT)
  },
)

test('a scene that is no longer offered is left out, and the address kept', () => {
  storageWith('{"imageUrl":"https://example.com/a.png","scene":"gone"}')
  expect(loadDraft()).toEqual({ imageUrl: 'https://example.com/a.png', scene: null, sentAs: null })
})

test('a browser that refuses storage does not get in the way', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => {
    saveDraft(EMPTY_DRAFT)
  }).not.toThrow()
  expect(loadDraft()).toEqual(EMPTY_DRAFT)
})

test('only what was sent is marked as sent, blanks around its address aside', () => {
  const request = { image_url: 'https://example.com/a.png', prompt: 'firework' } as const
  const draft = { imageUrl: ' https://example.com/a.png', scene: 'firework', sentAs: null } as const
  expect(markSent(draft, 'x', request)).toEqual({ ...draft, sentAs: 'x' })
  const changed = { ...draft, scene: 'youqian' } as const
  expect(markSent(changed, 'x', request)).toEqual(changed)
})
