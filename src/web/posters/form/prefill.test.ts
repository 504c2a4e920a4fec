import { expect, test } from 'vitest'

import { prefillOf } from '#web/posters/form/prefill.ts'

test('fills in what can be filled in', () => {
  expect(prefillOf({ image_url: 'https://example.com/a.png', prompt: 'firework' })).toEqual({
    prefill: { imageUrl: 'https://example.com/a.png', scene: 'firework' },
    ignored: [],
  })
})

test('an address that the form will refuse is filled in too: there it is said why', () => {
  expect(prefillOf({ image_url: 'nope' }).prefill).toEqual({ imageUrl: 'nope' })
})

test('what is absent or empty touches nothing', () => {
  const nothing = { prefill: {}, ignored: [] }
  expect(prefillOf({})).toEqual(nothing)
  expect(prefillOf({ image_url: '', prompt: '' })).toEqual(nothing)
})

test('what cannot be used is said', () => {
  const { prefill, ignored } = prefillOf({ image_url: ['a', 'b'], prompt: 'celebrity' })
  expect(prefill).toEqual({})
  expect(ignored.map(({ name }) => name)).toEqual(['image_url', 'prompt'])
})
