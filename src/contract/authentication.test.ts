import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  bearerHeader,
  bearerKey,
  MAX_API_KEY_LENGTH,
  readApiKey,
} from '#contract/authentication.ts'

const visibleAscii = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 1, maxLength: 64 })
  .map((codes) => String.fromCodePoint(...codes))
  .filter((key) => !/^bearer$/i.test(key) && !/^authorization:/i.test(key))

describe('readApiKey', () => {
  it.each([
    'sk-123',
    '  sk-123\n',
    'Bearer sk-123',
    'bearer   sk-123 ',
    'Authorization: Bearer sk-123',
    'authorization:bearer sk-123',
  ])('finds the key in %j', (typed) => {
    expect(readApiKey(typed)).toEqual({ ok: true, apiKey: 'sk-123' })
  })

  it('keeps a key that merely begins with the word', () => {
    expect(readApiKey('bearer-key-1')).toEqual({ ok: true, apiKey: 'bearer-key-1' })
    expect(readApiKey('Bearer123')).toEqual({ ok: true, apiKey: 'Bearer123' })
  })

  it.each(['', '   ', 'Bearer', ' Bearer  '])('calls %j empty', (typed) => {
    expect(readApiKey(typed)).toEqual({ ok: false, problem: 'empty' })
  })

  it.each(['two words', 'line\nbreak', 'schlüssel', '密钥', 'a\u0000b', 'a\u200bb', '\u007f'])(
    'refuses %j, which cannot stand in a header',
    (typed) => {
      expect(readApiKey(typed)).toEqual({ ok: false, problem: 'characters' })
    },
  )

  it('refuses a key that is longer than the limit', () => {
    expect(readApiKey('k'.repeat(MAX_API_KEY_LENGTH)).ok).toBe(true)
    expect(readApiKey('k'.repeat(MAX_API_KEY_LENGTH + 1))).toEqual({
      ok: false,
      problem: 'too-long',
    })
  })

  it('accepts only what a header can carry and a server reads back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), visibleAscii), (typed) => {
        const reading = readApiKey(typed)
        if (!reading.ok) return
        const headers = new Headers({ authorization: bearerHeader(reading.apiKey) })
        expect(bearerKey(headers.get('authorization') ?? undefined)).toBe(reading.apiKey)
      }),
    )
  })
})

describe('bearerKey', () => {
  it('gives back the key that was sent', () => {
    fc.assert(
      fc.property(visibleAscii, (key) => {
        expect(bearerKey(bearerHeader(key))).toBe(key)
      }),
    )
  })

  it('reads the scheme in any letter case', () => {
    expect(bearerKey('bearer k')).toBe('k')
    expect(bearerKey('BEARER  k')).toBe('k')
  })

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'k',
    'Basic k',
    'Bearer a b',
    'Bearer ä',
    ' Bearer k',
  ])('finds no key in %j', (header) => {
    expect(bearerKey(header)).toBeUndefined()
  })

  it('finds no key that is longer than the limit', () => {
    expect(bearerKey(`Bearer ${'k'.repeat(MAX_API_KEY_LENGTH)}`)).toBeDefined()
    expect(bearerKey(`Bearer ${'k'.repeat(MAX_API_KEY_LENGTH + 1)}`)).toBeUndefined()
  })
})
