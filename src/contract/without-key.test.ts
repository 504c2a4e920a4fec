import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { jsonWithoutKey, KEY_PLACE, withoutKey } from '#contract/without-key.ts'

const KEY = 'mq_Canary/4+x="2"\\z'
const PLAIN = 'mq_7f3a9c21e8b44d06'

/** How programs write a text for another place. */
const spellings: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  JSON: inJson,
  'JSON in JSON': (key) => inJson(inJson(key)),
  'JSON escapes': (key) => each(key, (code) => String.raw`\u${code.toString(16).padStart(4, '0')}`),
  address: encodeURIComponent,
  'address, each character': (key) => each(key, (code) => `%${code.toString(16).padStart(2, '0')}`),
  'address in an address': (key) => encodeURIComponent(encodeURIComponent(key)),
  'HTML, decimal': (key) => each(key, (code) => `&#${String(code)};`),
  'HTML, hexadecimal': (key) => each(key, (code) => `&#x${code.toString(16)};`),
  CSV: (key) => key.replaceAll('"', '""'),
  'blanks between groups': (key) => key.replaceAll(/.{4}/g, '$& '),
  'line breaks': (key) => key.replaceAll(/.{7}/g, '$&\n'),
  'line breaks in JSON': (key) => key.replaceAll(/.{7}/g, String.raw`$&\n`),
  hyphens: (key) => key.replaceAll(/.{4}/g, '$&-'),
  'soft hyphens': (key) => key.replaceAll(/.{3}/g, '$&\u00AD'),
  'soft hyphens in HTML': (key) => key.replaceAll(/.{3}/g, '$&&shy;'),
  'no width': (key) => key.replaceAll(/.{5}/g, '$&\u200B'),
  tags: (key) => key.replaceAll(/.{6}/g, '$&<wbr>'),
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function each(text: string, write: (code: number) => string): string {
  return Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join('')
}

describe.each(Object.entries(spellings))('a key that is written for %s', (_name, write) => {
  test.each([KEY, PLAIN])('is taken out, and nothing else: %s', (key) => {
    expect(withoutKey(`the key ${write(key)} has`, key)).toBe(`the key ${KEY_PLACE} has`)
  })

  test.each(['ab%41cdefghijkl', '==0123456789abcdef=='])('is taken out: %s', (key) => {
    const redacted = withoutKey(`the key ${write(key)} has`, key)
    expect(redacted).toContain(KEY_PLACE)
    expect(redacted.replaceAll(/[^a-z]/g, '')).not.toContain('cdef')
  })
})

test.each([
  'plain',
  'JSON',
  'JSON escapes',
  'address',
  'HTML, decimal',
  'CSV',
  'soft hyphens',
  'no width',
])('a short key is taken out, written for %s', (name) => {
  const key = 'ca"na_1'
  expect(withoutKey(`the key ${spellings[name]?.(key) ?? ''} has`, key)).toBe(
    `the key ${KEY_PLACE} has`,
  )
})

test('a short key is not found across words', () => {
  const text = 'a great estate, te-st'
  expect(withoutKey(text, 'test')).toBe(text)
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
