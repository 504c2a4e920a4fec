import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { bearerKey, MAX_API_KEY_LENGTH, readApiKey } from '#contract/authentication.ts'
import { bearerHeader } from '#contract/operations.ts'

const visibleAscii = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 1, maxLength: 64 })
  .map((codes) => String.fromCodePoint(...codes))
  .filter((key) => !/^bearer$/i.test(key) && !/^authorization:/i.test(key))

/** What may stand in a key: base64 with its padding, and what services put between its parts. */
const plainKey = fc
  .stringMatching(/^[A-Za-z0-9][A-Za-z0-9._~+/:-]{0,60}[A-Za-z0-9_-]={0,2}$/)
  .filter((key) => !/key|token|secret|auth|:\/\/|^your/i.test(key))

describe('readApiKey', () => {
  it.each(['sk-123', '  sk-123\n', '\u00a0sk-123\u3000'])('reads %j as it is', (typed) => {
    expect(readApiKey(typed)).toEqual({ ok: true, apiKey: 'sk-123' })
  })

  it.each([
    ['Bearer sk-123', 'text'],
    ['bearer   sk-123 ', 'text'],
    ['Authorization: Bearer sk-123', 'text'],
    ['authorization:bearer sk-123', 'text'],
    ['Authorization: sk-123', 'text'],
    ['"sk-123"', 'quotes'],
    ["'sk-123'", 'quotes'],
    ['`sk-123`', 'quotes'],
    ['“sk-123”', 'quotes'],
    ['「sk-123」', 'quotes'],
    ['sk-123"', 'quotes'],
    ['<sk-123>', 'quotes'],
    ['(sk-123)', 'quotes'],
    ['sk-123,', 'quotes'],
    ['sk-123;', 'quotes'],
    ['sk-123.', 'quotes'],
    ['sk-123。', 'quotes'],
    ['"sk-123",', 'quotes'],
    ['API_KEY=sk-123', 'text'],
    ['MARQUEE=sk-123', 'text'],
    ['api_key = sk-123', 'text'],
    ['API key: sk-123', 'text'],
    ['API 密钥：sk-123', 'text'],
    ['x-api-key: sk-123', 'text'],
    ['X_TOKEN: sk-123', 'text'],
    ['MARQUEE: sk-123', 'text'],
    ['--api-key=sk-123', 'text'],
    ['--api-key sk-123', 'text'],
    ['key:sk-123', 'text'],
    ["export X='sk-123'", 'text'],
    ['set X=sk-123', 'text'],
    ['setx API_KEY "sk-123"', 'text'],
    ['$env:X="sk-123"', 'text'],
    ['const apiKey = "sk-123";', 'text'],
    ['- API_KEY=sk-123', 'text'],
    ['"key": "sk-123",', 'text'],
    ['{"key":"sk-123"}', 'text'],
    ['{"X":"sk-123"}', 'text'],
    ["{'id': 7, 'api_key': 'sk-123'}", 'text'],
    ['{"data":{"api_key":"sk-123","name":"Shop"}}', 'text'],
    ['{ "code": 200, "data": { "name": "Shop", "token" : "sk-123" } }', 'text'],
    ['-H "Authorization: Bearer sk-123"', 'text'],
    ["curl -H 'Authorization: Bearer sk-123' https://api.example/plugins/video/tasks", 'text'],
    ['curl --header "X-API-Key: sk-123" https://api.example', 'text'],
    ['{"Authorization": "Bearer sk-123"}', 'text'],
    ['{\\"key\\":\\"sk-123\\"}', 'text'],
    ['{"name":"API_KEY","value":"sk-123"}', 'text'],
    ['<add key="ApiKey" value="sk-123" />', 'text'],
    ['{api_key: sk-123}', 'text'],
    ["os.environ['API_KEY'] = 'sk-123'", 'text'],
    ["'api_key' => 'sk-123',", 'text'],
    ['BASE_URL=https://api.example\nAPI_KEY=sk-123 # shop', 'text'],
    ['environment:\n  - API_KEY=sk-123', 'text'],
    ['Environment="API_KEY=sk-123"', 'text'],
    ['setx X sk-123 /M', 'text'],
    ['Authorization: Token sk-123', 'text'],
    ['API key\nsk-123', 'text'],
    ['key=sk-123&name=shop', 'text'],
    ['API Key：sk-123，请保密', 'text'],
    ['《sk-123》', 'quotes'],
    ['**sk-123**', 'quotes'],
    ['- sk-123', 'quotes'],
    ['1. sk-123!', 'quotes'],
    ['Bearer "sk-123"', 'text'],
    ['Bearer <sk-123>', 'text'],
    ['\u200bsk-123', 'unseen'],
    ['sk-1\u200b23', 'unseen'],
    ['\ufeffsk-123\u2060', 'unseen'],
    ['\u202dsk\u00ad-123', 'unseen'],
    ['sk\u2011123', 'unseen'],
    ['ｓｋ－１２３', 'unseen'],
  ])('finds the key in %j, and says that something was left out: %s', (typed, what) => {
    const reading = readApiKey(typed)
    expect(reading).toMatchObject({ ok: true, apiKey: 'sk-123' })
    expect(reading.ok && reading.leftOut).toContain(what)
    expect(readApiKey('sk-123')).toEqual({ ok: true, apiKey: 'sk-123' })
  })

  it.each([
    'bearer-key-1',
    'Bearer123',
    'QUJDRA==',
    'abc=',
    'KEY=',
    'TOKEN==',
    'abc:def=',
    'appId.k1:c2VjcmV0==',
    'AKIA:secret',
    'user:pass:x',
    'a=b',
    'a,b;c',
    'ey.J9.',
    'key_live_1',
    'token-1',
    'sk-proj_A-b',
  ])('keeps %j, though it looks like something else', (typed) => {
    expect(readApiKey(typed)).toEqual({ ok: true, apiKey: typed })
  })

  it('keeps every plain key', () => {
    fc.assert(
      fc.property(plainKey, (key) => {
        expect(readApiKey(key)).toEqual({ ok: true, apiKey: key })
      }),
    )
  })

  it('finds every plain key in what usually stands around one', () => {
    const around = fc.constantFrom(
      (key: string) => `"${key}",`,
      (key: string) => `export API_KEY='${key}'`,
      (key: string) => `{"key":"${key}"}`,
      (key: string) => `<${key}>`,
      (key: string) => `curl -H "Authorization: Bearer ${key}" https://api.example`,
      (key: string) => `\u200b${key}\u00a0`,
    )
    fc.assert(
      fc.property(plainKey, around, (key, wrap) => {
        expect(readApiKey(wrap(key))).toMatchObject({ ok: true, apiKey: key })
      }),
    )
  })

  it.each(['', '   ', 'Bearer', ' Bearer  ', '\u200b', '""', 'API_KEY=""'])(
    'calls %j empty',
    (typed) => {
      expect(readApiKey(typed)).toEqual({ ok: false, problem: 'empty' })
    },
  )

  it.each([
    'sk-123;sk-456',
    '"sk-123","sk-456"',
    '["sk-123","sk-456"]',
    'API_KEY=sk-123\nOTHER_KEY=sk-456',
    '{"key":"sk-123","secret":"sk-456"}',
    'Bearer sk-123\nBearer sk-456',
    'https://api.example',
    'https://api.example/?key=sk-123',
    '[sk-123](https://api.example)',
    '<key>sk-123</key>',
    'Authorization: Basic c2s6MQ==',
    'Bearer %API_KEY%',
    'Bearer {{token}}',
    'API_KEY=<your key>',
    'Bearer $API_KEY',
    'process.env.API_KEY',
    '<your-api-key>',
    'sk-123...',
    'sk-****123',
    'person@mail.example',
  ])('does not guess the key in %j', (typed) => {
    expect(readApiKey(typed)).toEqual({ ok: false, problem: 'unclear' })
  })

  it.each(['two words', 'line\nbreak', 'schlüssel', '密钥', 'a\u0000b', '\u007f', 'sk 123'])(
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
