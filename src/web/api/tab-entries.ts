/** The prefix of all entries in the browser's storage about accounts. The router's scroll positions have another name. */
export const TAB_PREFIX = 'marquee.'

/** The entries of one account, without its key, named by its profile ID. `previews`, `saved-views` and `points-limit` are in localStorage, the others in sessionStorage. */
export type AccountEntry =
  | 'poster-form'
  | 'poster-records'
  | 'auto-refresh'
  | 'previews'
  | 'saved-views'
  | 'points-limit'

/** The name of an account's entry. */
export function accountEntry(what: AccountEntry, profileId: string): string {
  return `${TAB_PREFIX}${what}.${profileId}`
}

/** This many rounds make guessing a key from its name expensive. They take about 80 ms, off the main thread. */
const ROUNDS = 600_000

/** Whether this page has the cryptography that names a key. Browsers refuse it over plain HTTP, except on localhost. */
export function canNameKeys(): boolean {
  return 'subtle' in crypto
}

/**
 * Derives a name of a key. It is the same wherever the salt is, and the key cannot be derived from it.
 *
 * @param salt random, of this browser
 */
export async function nameOfKey(apiKey: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto
  const secret = new TextEncoder().encode(apiKey)
  const key = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  const method = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  return hex(new Uint8Array(await subtle.deriveBits(method, key, 128)))
}

/** Bytes as hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether an entry belongs to this account. */
export function isEntryOf(profileId: string, entry: string): boolean {
  return entry.startsWith(TAB_PREFIX) && entry.endsWith(`.${profileId}`)
}
