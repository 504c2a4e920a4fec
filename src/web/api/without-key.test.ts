import { expect, test } from 'vitest'

import { withoutKey } from '#web/api/without-key.ts'

const KEY = 'mq_Canary/4+x="2"\\z'

test('without a key nothing is taken out', () => {
  expect(withoutKey('a <b> c', '')).toBe('a <b> c')
})

test('a long record that almost holds the key is read in no time worth telling', () => {
  const text = `${'\\'.repeat(200_000)}${'mq_Canary/4+x='.repeat(20_000)}`
  expect(withoutKey(text, KEY)).toBe(text)
})

test('a quote in the key is found in a file of comma-separated values, too', () => {
  const record = '"say ca""nary"" now","canary"'
  expect(withoutKey(record, 'ca"nary"')).toBe('"say <API_KEY> now","canary"')
})
