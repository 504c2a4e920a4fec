import { expect, test } from 'vitest'

import { pseudo } from './pseudo-locale.ts'

test('a message is longer, marked, and still has its slots', () => {
  expect(pseudo('Sign out of {name}?')).toBe('⟦Šîgñ öüt öf {name}? ō ō ō⟧')
})

test('a message without words has nothing to grow', () => {
  expect(pseudo('{status} {count}')).toBe('⟦{status} {count} ō⟧')
})
