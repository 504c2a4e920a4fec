import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { storedAccount } from '#web/accounts/accounts.fixture.ts'
import { createVault, openVault, rewriteVault } from '#web/accounts/vault/vault-format.ts'
import { IS_FULL } from '#web/api/test-full.fixture.ts'
import { deriveQuickly } from '#web/api/key-derivation.fixture.ts'

const PASSPHRASE = 'correct horse battery'
const accounts = [
  storedAccount(),
  storedAccount({ profileId: 'p2', name: 'Mühle 磨', apiKey: 'key-of-the-mill', isReadOnly: true }),
]

const sealedSchema = z.object({
  format: z.string(),
  version: z.number(),
  kdf: z.object({ name: z.string(), rounds: z.number(), salt: z.string() }),
  cipher: z.object({ name: z.string(), iv: z.string() }),
  data: z.string(),
  check: z.string(),
})
type Sealed = z.infer<typeof sealedSchema>
const parse = (text: string): Sealed => sealedSchema.parse(JSON.parse(text))

/** What a forger does who knows the format: the checksum is made anew. */
async function forged(original: string, change: (vault: Sealed) => void): Promise<string> {
  const vault = parse(original)
  change(vault)
  const checked = [vault.kdf.rounds, vault.kdf.salt, vault.cipher.iv, vault.data].join(' ')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(checked))
  return JSON.stringify({ ...vault, check: base64Of(new Uint8Array(digest)) })
}

const base64Of = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes))
const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0)

function flipped(base64: string, bit: number): string {
  const bytes = bytesOf(base64)
  const index = bit >> 3
  bytes[index] = (bytes[index] ?? 0) ^ (1 << (bit & 7))
  return base64Of(bytes)
}

let text = ''
let key = ''
let other: { text: string; key: string }
beforeAll(async () => {
  deriveQuickly()
  const made = await createVault(accounts, PASSPHRASE)
  text = made.text
  key = made.key
  other = await createVault([storedAccount({ name: 'Mallory' })], PASSPHRASE)
})

beforeEach(deriveQuickly)

describe('a vault', () => {
  test('opens with its passphrase only, whichever characters a system uses for its letters', async () => {
    const { text: accented } = await createVault(accounts, 'ca\u00fe\u00e9 au lait, grand')
    expect(
      await openVault(accented, { passphrase: 'ca\u00fee\u0301 au lait, grand' }),
    ).toMatchObject({
      ok: true,
      vault: { accounts },
    })
    expect(await openVault(accented, { passphrase: 'cafe au lait, grand' })).toEqual({
      ok: false,
      problem: 'wrong-passphrase',
    })
  })

  test('opens again with the key that opening it returned, also after it was rewritten', async () => {
    const written = await rewriteVault(text, key, [storedAccount({ name: 'Renamed' })])
    expect(await openVault(written, { key })).toMatchObject({
      ok: true,
      vault: { accounts: [{ name: 'Renamed' }] },
    })
    expect(await openVault(written, { passphrase: PASSPHRASE })).toMatchObject({
      ok: true,
      vault: { key },
    })
    // Each text has its own initialization vector. The cipher is not safe without that.
    expect(parse(written).cipher.iv).not.toBe(parse(text).cipher.iv)
  })

  test('does not reveal its content', () => {
    for (const hidden of ['secret-key-3f2a', 'key-of-the-mill', PASSPHRASE, key]) {
      expect(text).not.toContain(hidden)
    }
  })

  test('derives its key from the passphrase with 600,000 rounds', async () => {
    // With the real key derivation.
    vi.restoreAllMocks()
    const made = await createVault(accounts, PASSPHRASE)
    const { rounds, salt } = parse(made.text).kdf
    expect(rounds).toBe(600_000)
    const { subtle } = crypto
    const secret = new TextEncoder().encode(PASSPHRASE)
    const material = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
    const method = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: 600_000 }
    const derived = new Uint8Array(await subtle.deriveBits(method, material, 256))
    expect(made.key).toBe(base64Of(derived))
    expect(await openVault(made.text, { passphrase: PASSPHRASE })).toMatchObject({
      ok: true,
      vault: { accounts },
    })
  })

  test('differs each time for the same accounts and passphrase', () => {
    expect(parse(text).kdf.salt).not.toBe(parse(other.text).kdf.salt)
    expect(key).not.toBe(other.key)
  })
})

describe('no accounts are read from a vault', () => {
  test('that is cut off at any length', async () => {
    for (let length = 0; length < text.length; length += 1) {
      const opening = await openVault(text.slice(0, length), { key })
      expect(opening, `${length} characters`).toMatchObject({ ok: false })
    }
    expect(await openVault(text.slice(0, -1), { key })).toEqual({ ok: false, problem: 'damaged' })
  })

  // One bit of each byte, each time another one.
  const step = IS_FULL ? 1 : 7

  test('with a changed bit in its content, its salt or its initialization vector', async () => {
    const fields = ['data', 'iv', 'salt'] as const
    const get = (vault: Sealed) => ({ data: vault.data, iv: vault.cipher.iv, salt: vault.kdf.salt })
    for (const field of fields) {
      const bits = bytesOf(get(parse(text))[field]).length * 8
      for (let bit = 0; bit < bits; bit += step) {
        const change = (vault: Sealed) => {
          const value = flipped(get(vault)[field], bit)
          if (field === 'data') vault.data = value
          else if (field === 'iv') vault.cipher.iv = value
          else vault.kdf.salt = value
        }
        const vault = parse(text)
        change(vault)
        // By accident: the checksum reports it as damaged, before a passphrase is needed.
        expect(await openVault(JSON.stringify(vault), { key })).toEqual({
          ok: false,
          problem: 'damaged',
        })
        // On purpose, with a valid checksum: the cipher refuses it.
        expect(await openVault(await forged(text, change), { key })).toMatchObject({ ok: false })
      }
    }
  })

  test('with the accounts of another vault that has the same passphrase', async () => {
    const swapped = await forged(text, (vault) => {
      vault.data = parse(other.text).data
      vault.cipher.iv = parse(other.text).cipher.iv
    })
    expect(await openVault(swapped, { passphrase: PASSPHRASE })).toEqual({
      ok: false,
      problem: 'wrong-passphrase',
    })
    expect(await openVault(other.text, { key })).toEqual({ ok: false, problem: 'wrong-passphrase' })
  })

  test.each<[string, (vault: Sealed) => void, string]>([
    ['fewer rounds', (vault) => (vault.kdf.rounds = 1000), 'damaged'],
    ['more rounds than a browser can do', (vault) => (vault.kdf.rounds = 1e12), 'damaged'],
    ['part of a round', (vault) => (vault.kdf.rounds = 600_000.5), 'damaged'],
    ['another derivation', (vault) => (vault.kdf.name = 'PBKDF2-SHA-1'), 'damaged'],
    ['another cipher', (vault) => (vault.cipher.name = 'AES-256-CBC'), 'damaged'],
    ['a version before the first', (vault) => (vault.version = 0), 'damaged'],
    ['a version to come', (vault) => (vault.version = 2), 'newer'],
    ['another format', (vault) => (vault.format = 'other-vault'), 'foreign'],
    ['no content', (vault) => (vault.data = ''), 'damaged'],
    ['a salt that is none', (vault) => (vault.kdf.salt = '***'), 'damaged'],
    ['a salt of another length', (vault) => (vault.kdf.salt = 'AAAAA'), 'damaged'],
    ['content that is no base64', (vault) => (vault.data = 'AAAAA'), 'damaged'],
  ])('that claims %s', async (_claim, change, problem) => {
    expect(await openVault(await forged(text, change), { passphrase: PASSPHRASE })).toEqual({
      ok: false,
      problem,
    })
  })

  test.each(['', 'null', '[]', '{}', '"marquee-vault"', 'key,name\n1,2', '{"format":"marquee-'])(
    'where there is none: %j',
    async (foreign) => {
      expect(await openVault(foreign, { passphrase: PASSPHRASE })).toMatchObject({
        ok: false,
        problem: foreign.startsWith('{"format":"marquee-v') ? 'damaged' : 'foreign',
      })
    },
  )

  test('that is too large', async () => {
    expect(await openVault(text.padEnd(1_000_001), { passphrase: PASSPHRASE })).toEqual({
      ok: false,
      problem: 'foreign',
    })
  })
})
