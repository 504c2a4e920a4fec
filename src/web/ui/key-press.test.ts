import { expect, test } from 'vitest'

import { pressedKey } from '#web/ui/key-press.ts'

const composedPath = () => []

test.each(['n', 'N', '/', '，', 'Enter', 'ArrowDown', 'Escape', ' ', 'Dead'])(
  'the key %j is for the page',
  (key) => {
    expect(pressedKey({ key, isComposing: false, keyCode: 13, composedPath })).toBe(key)
  },
)

test.each([
  ['while a composition goes on', { key: 'Enter', isComposing: true, keyCode: 13 }],
  ['that ends a composition in Safari', { key: 'Enter', isComposing: false, keyCode: 229 }],
  ['that an input method takes', { key: 'n', isComposing: false, keyCode: 229 }],
  ['without its name', { key: 'Process', isComposing: false, keyCode: 229 }],
])('a key %s is the input method’s', (_when, press) => {
  expect(pressedKey({ ...press, composedPath })).toBeUndefined()
})

test.each([{}, { key: '' }, { key: 'Unidentified' }, { key: undefined }])(
  'an event without a key is none: %j',
  ({ key }: { key?: string | undefined }) => {
    expect(pressedKey({ ...(key !== undefined && { key }), composedPath })).toBeUndefined()
  },
)
