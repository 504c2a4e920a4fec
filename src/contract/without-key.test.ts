import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { jsonWithoutKey, KEY_PLACE, withoutKey } from '#contract/without-key.ts'

const KEY = 'mq_Canary/4+x="2"\\z'
const PLAIN = 'mq_7f3a9c21e8b44d06'

/** What is covered: the ways in which programs write a text for another place. */
const spellings: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  JSON: inJson,
  'JSON, every mark': (key) =>
    marks(key, (code) => String.raw`\u${code.toString(16).padStart(4, '0')}`),
  address: encodeURIComponent,
  'address, every mark': (key) => marks(key, (code) => `%${code.toString(16).padStart(2, '0')}`),
  'HTML, decimal': (key) => marks(key, (code) => `&#${String(code)};`),
  'HTML, hexadecimal': (key) => marks(key, (code) => `&#x${code.toString(16).toUpperCase()};`),
  'HTML, named': (key) =>
    key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  CSV: (key) => key.replaceAll('"', '""'),
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Writes each character that is neither a letter nor a digit. */
function marks(text: string, write: (code: number) => string): string {
  return text.replaceAll(/[^\dA-Za-z]/g, (character) => write(character.codePointAt(0) ?? 0))
}

describe.each(Object.entries(spellings))('a key that is written for %s', (_name, write) => {
  test.each([KEY, PLAIN, 'ca"na_1', 'ab%41cd<&', '==0123456789abcdef==', '"+"'])(
    'is taken out, and nothing else: %s',
    (key) => {
      expect(withoutKey(`the key ${write(key)} has`, key)).toBe(`the key ${KEY_PLACE} has`)
    },
  )
})

test('it is removed everywhere, and nothing else is', () => {
  const text = `${PLAIN}, "${encodeURIComponent(PLAIN)}" and ${PLAIN}${PLAIN}: mq_7f3a9c21e8b44d0`
  expect(withoutKey(text, PLAIN)).toBe(
    `${KEY_PLACE}, "${KEY_PLACE}" and ${KEY_PLACE}${KEY_PLACE}: mq_7f3a9c21e8b44d0`,
  )
})

test('without a key nothing is taken out', () => {
  expect(withoutKey('a <b> c', '')).toBe('a <b> c')
})

test('a text without the key stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(withoutKey(text, PLAIN)).toBe(text)
      expect(withoutKey(`${text}${PLAIN}`, PLAIN)).toBe(`${text}${KEY_PLACE}`)
    }),
  )
})

test('a long record that almost contains the key is read fast', () => {
  const text = `${'\\'.repeat(200_000)}${'mq_Canary/4+x='.repeat(20_000)}`
  expect(withoutKey(text, KEY)).toBe(text)
})

test('numbers of JSON keep their digits, and strings stay valid JSON', () => {
  const body = String.raw`{"id": 12345678901234567890.10, "ok":"caf\u00e9", "no": "\n${PLAIN}\t\"", "${PLAIN}": [1e2]}`
  const redacted = String.raw`{"id": 12345678901234567890.10, "ok":"caf\u00e9", "no": "\n${KEY_PLACE}\t\"", "${KEY_PLACE}": [1e2]}`
  expect(jsonWithoutKey(body, PLAIN)).toBe(redacted)
  expect(jsonWithoutKey('{"total": 123456789012345}', '123456789012345')).toContain(
    '123456789012345',
  )
})

test('a JSON text stays valid JSON without the key', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(...Object.values(spellings)), (json, write) => {
      const body = JSON.stringify({ message: `a${write(KEY)}`, data: JSON.parse(json) as unknown })
      const redacted = jsonWithoutKey(body, KEY)
      const parsed: unknown = JSON.parse(redacted)
      const data: unknown = JSON.parse(json)
      expect(parsed).toEqual({ message: `a${KEY_PLACE}`, data })
    }),
  )
})

test('it is removed from text that is not JSON, too', () => {
  expect(jsonWithoutKey(`{"message":"${PLAIN}`, PLAIN)).not.toContain(PLAIN)
  expect(jsonWithoutKey(`<p title="${PLAIN}">${PLAIN}`, PLAIN)).not.toContain(PLAIN)
})

test('a short key of any characters that a key may have is taken out', () => {
  for (let code = 0x21; code <= 0x7e; code += 1) {
    const key = `${String.fromCodePoint(code)}key-7`
    expect(withoutKey(`(${key})`, key)).toBe(`(${KEY_PLACE})`)
  }
})
