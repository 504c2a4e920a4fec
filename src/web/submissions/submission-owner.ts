import type { SubmissionStore } from '#web/submissions/submission-store.ts'
import type { SubmissionOwner } from '#web/submissions/submission.ts'
import type { ApiSession } from '#web/api/session.tsx'

/** So many rounds make it dear to guess a key from its name; they take about 80 ms, off the page's thread. */
const ROUNDS = 600_000

interface KnownName {
  salt: string
  name: Promise<string>
}
const names = new WeakMap<Pick<ApiSession, 'apiKey'>, KnownName>()

/** Whether this page has the cryptography that names an account: not over plain HTTP from elsewhere. */
export function canNameOwners(): boolean {
  return 'subtle' in crypto
}

/**
 * Names the account of a key for this browser's journal: the same name in every tab and after each
 * restart, so that what was submitted is found again, and no way back to the key. Never throws.
 *
 * @returns without a name where the browser cannot work one out, or not now: the next use tries again
 */
export async function ownerOf(
  session: Pick<ApiSession, 'apiKey' | 'profileId'>,
  journal: Pick<SubmissionStore, 'salt'>,
): Promise<SubmissionOwner> {
  // At once: a session that ends has no key any more.
  const { apiKey, profileId } = session
  if (!canNameOwners()) return { name: undefined, session: profileId }
  try {
    return { name: await nameOf(session, apiKey, await journal.salt()), session: profileId }
  } catch {
    names.delete(session)
    return { name: undefined, session: profileId }
  }
}

/** The salt is read each time: where the site's data were cleared, the old name is nobody's. */
async function nameOf(
  session: Pick<ApiSession, 'apiKey'>,
  apiKey: string,
  bytes: Uint8Array<ArrayBuffer> | undefined,
): Promise<string> {
  const known = names.get(session)
  // A disk that does not answer now has not lost what it had.
  if (bytes === undefined && known !== undefined) return known.name
  if (bytes === undefined) throw new Error('this browser keeps no salt')
  const salt = hex(bytes)
  if (known?.salt === salt) return known.name
  const name = derive(apiKey, bytes)
  names.set(session, { salt, name })
  return name
}

async function derive(apiKey: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto
  const secret = new TextEncoder().encode(apiKey)
  const key = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  const method = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  return hex(new Uint8Array(await subtle.deriveBits(method, key, 128)))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
