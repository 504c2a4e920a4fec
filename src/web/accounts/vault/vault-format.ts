import * as z from 'zod/mini'

import { readAccounts, type StoredAccount } from '#web/accounts/account-record.ts'
import { readMarks } from '#web/task-list/task-marks.ts'

/** Why a vault does not open. */
export type VaultProblem =
  /** the text is not a vault of this app */
  | 'foreign'
  /** it was written by a newer version of this app */
  | 'newer'
  /** the text has changed since it was written */
  | 'damaged'
  | 'wrong-passphrase'

/** An open vault. */
export interface OpenVault {
  readonly accounts: readonly StoredAccount[]
  /** opens this vault without its passphrase until that is changed; base64 */
  readonly key: string
}

/** The open vault, or why it did not open. */
export type VaultOpening = { ok: true; vault: OpenVault } | { ok: false; problem: VaultProblem }

const FORMAT = 'marquee-vault'
const VERSION = 1

/** The rounds make guessing a passphrase expensive. They take about 80 ms and do not block the page. */
const ROUNDS = 600_000
/** A file that asks for more rounds would keep the browser busy, so it is refused. */
const MAX_ROUNDS = 10_000_000
const SALT_BYTES = 16
const IV_BYTES = 12
const KEY_BITS = 256

/** Longest vault that is read, in characters. It has room for some thousand accounts. */
export const MAX_VAULT_LENGTH = 1_000_000

const base64 = z
  .string()
  .check(z.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/))
const salt = base64.check(z.regex(/^.{24}$/))
const iv = base64.check(z.regex(/^.{16}$/))

/** What can be read without the passphrase. The cipher authenticates it. */
const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  kdf: z.object({
    name: z.literal('PBKDF2-SHA-256'),
    rounds: z.int().check(z.gte(ROUNDS), z.lte(MAX_ROUNDS)),
    salt,
  }),
  cipher: z.object({ name: z.literal('AES-256-GCM'), iv }),
})
const vaultSchema = z.object({
  ...headerSchema.shape,
  data: base64.check(z.regex(/./)),
  check: base64,
})
type Header = z.infer<typeof headerSchema>
type SealedVault = z.infer<typeof vaultSchema>

const claimSchema = z.object({ format: z.literal(FORMAT), version: z.number() })

/** Creates a vault with a new salt. */
export async function createVault(
  accounts: readonly StoredAccount[],
  passphrase: string,
): Promise<{ text: string; key: string }> {
  const kdf = { name: 'PBKDF2-SHA-256', rounds: ROUNDS, salt: randomBase64(SALT_BYTES) } as const
  const key = await deriveKey(passphrase, kdf)
  return { text: await seal(accounts, kdf, key), key }
}

/**
 * Rewrites an open vault with other accounts and the same passphrase.
 *
 * @param text the current text of the vault
 * @throws Error if the text is not a vault; callers have opened it before
 */
export async function rewriteVault(
  text: string,
  key: string,
  accounts: readonly StoredAccount[],
): Promise<string> {
  const reading = await readSealed(text)
  if (typeof reading === 'string') throw new Error(`the vault is ${reading}`)
  return seal(accounts, reading.kdf, key)
}

/** What opens a vault: its passphrase, or the key that opening it returned before. */
export type Opener = { passphrase: string } | { key: string }

/** Opens a vault. Does not throw, whatever the text is. */
export async function openVault(text: string, opener: Opener): Promise<VaultOpening> {
  const sealed = await readSealed(text)
  if (typeof sealed === 'string') return { ok: false, problem: sealed }
  const key = 'key' in opener ? opener.key : await deriveKey(opener.passphrase, sealed.kdf)
  return unseal(sealed, key)
}

async function readSealed(text: string): Promise<SealedVault | VaultProblem> {
  if (text.length > MAX_VAULT_LENGTH) return 'foreign'
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // A text that begins like a vault of this app was one.
    return text.trimStart().startsWith(`{"format":"${FORMAT}"`) ? 'damaged' : 'foreign'
  }
  const claim = claimSchema.safeParse(json)
  if (!claim.success) return 'foreign'
  if (claim.data.version > VERSION) return 'newer'
  const sealed = vaultSchema.safeParse(json)
  if (!sealed.success) return 'damaged'
  return (await checksum(sealed.data)) === sealed.data.check ? sealed.data : 'damaged'
}

async function seal(
  accounts: readonly StoredAccount[],
  kdf: Header['kdf'],
  key: string,
): Promise<string> {
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    kdf,
    cipher: { name: 'AES-256-GCM', iv: randomBase64(IV_BYTES) },
  }
  const plain = new TextEncoder().encode(JSON.stringify({ accounts }))
  const bytes = await crypto.subtle.encrypt(cipherOf(header), await importKey(key), plain)
  const data = toBase64(new Uint8Array(bytes))
  const sealed = { ...header, data }
  return JSON.stringify({ ...sealed, check: await checksum(sealed) })
}

async function unseal(sealed: SealedVault, key: string): Promise<VaultOpening> {
  try {
    const imported = await importKey(key)
    const plain = await crypto.subtle.decrypt(cipherOf(sealed), imported, fromBase64(sealed.data))
    const json: unknown = JSON.parse(new TextDecoder().decode(plain))
    const { accounts } = contentSchema.parse(json)
    return { ok: true, vault: { accounts: readAccounts(accounts, readMarks), key } }
  } catch {
    // The checksum was right, so only the passphrase can be wrong.
    return { ok: false, problem: 'wrong-passphrase' }
  }
}

const contentSchema = z.object({ accounts: z.array(z.unknown()) })

/** Authenticates the header as well, so that changed rounds or another salt are noticed. */
function cipherOf({ format, version, kdf, cipher }: Header) {
  const header = JSON.stringify([format, version, kdf.name, kdf.rounds, kdf.salt, cipher.name])
  return {
    name: 'AES-GCM',
    iv: fromBase64(cipher.iv),
    additionalData: new TextEncoder().encode(header),
  }
}

/** Distinguishes a damaged vault from a wrong passphrase. Only the cipher protects against manipulation. */
async function checksum({ kdf, cipher, data }: Omit<SealedVault, 'check'>): Promise<string> {
  const text = [kdf.rounds, kdf.salt, cipher.iv, data].join(' ')
  return toBase64(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
  )
}

async function deriveKey(passphrase: string, kdf: Header['kdf']): Promise<string> {
  // Systems differ in the characters that they produce for the same letters.
  const secret = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  const iterations = kdf.rounds
  const method = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(kdf.salt), iterations }
  return toBase64(new Uint8Array(await crypto.subtle.deriveBits(method, material, KEY_BITS)))
}

async function importKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromBase64(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function randomBase64(length: number): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(length)))
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCodePoint(byte)
  return btoa(binary)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0)
}
