import { expect, test } from 'vitest'

import { prefillOf } from '#web/posters/form/prefill.ts'

test('fills in valid values', () => {
  expect(prefillOf({ image_url: 'https://example.com/a.png', prompt: 'firework' })).toEqual({
    prefill: { imageUrl: 'https://example.com/a.png', scene: 'firework' },
    ignored: [],
  })
})

test('fills in an address that the form will refuse, as the form says why', () => {
  expect(prefillOf({ image_url: 'nope' }).prefill).toEqual({ imageUrl: 'nope' })
})

test('missing or empty values change nothing', () => {
  const nothing = { prefill: {}, ignored: [] }
  expect(prefillOf({})).toEqual(nothing)
  expect(prefillOf({ image_url: '', prompt: '' })).toEqual(nothing)
})

test('reports values that cannot be used', () => {
  const { prefill, ignored } = prefillOf({ image_url: ['a', 'b'], prompt: 'celebrity' })
  expect(prefill).toEqual({})
  expect(ignored.map(({ name }) => name)).toEqual(['image_url', 'prompt'])
})
