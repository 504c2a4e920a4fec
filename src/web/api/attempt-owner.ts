import type { AttemptJournal } from '#web/api/attempt-journal.ts'
import type { ApiSession } from '#web/api/session.tsx'

/** So many rounds make it dear to guess a key from its name; they take about 80 ms, off the page's thread. */
const ROUNDS = 600_000

const names = new WeakMap<Pick<ApiSession, 'apiKey'>, Promise<string>>()

/**
 * Names the account of a key for this browser's journal: the same name in every tab and after each
 * restart, so that what was submitted is found again, and no way back to the key.
 *
 * @returns the session's own name where the browser cannot work one out: a page over plain HTTP from
 * another machine has no such cryptography
 */
export function ownerOf(
  session: Pick<ApiSession, 'apiKey' | 'profileId'>,
  journal: Pick<AttemptJournal, 'salt'>,
): Promise<string> {
  const known = names.get(session)
  if (known !== undefined) return known
  const name = nameOf(session.apiKey, journal).catch(() => session.profileId)
  names.set(session, name)
  return name
}

async function nameOf(apiKey: string, journal: Pick<AttemptJournal, 'salt'>): Promise<string> {
  const salt = await journal.salt()
  if (salt === undefined) throw new Error('this browser keeps no salt')
  const { subtle } = crypto
  const secret = new TextEncoder().encode(apiKey)
  const key = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  const method = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  const bits = new Uint8Array(await subtle.deriveBits(method, key, 128))
  return Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
