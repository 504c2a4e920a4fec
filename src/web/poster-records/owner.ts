import { reportDefect } from '#web/api/api-error.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { type PosterRecordStore, posterRecordStore } from '#web/poster-records/record-store.ts'
import type { RecordOwner } from '#web/poster-records/record.ts'

/** This many rounds make guessing a key from its name expensive. They take about 80 ms, off the main thread. */
const ROUNDS = 600_000

const names = new WeakMap<Pick<ApiSession, 'apiKey'>, { salt: string; name: Promise<string> }>()

/** Whether this page has the cryptography that names an account. Browsers refuse it over plain HTTP, except on localhost. */
export function canNameOwners(): boolean {
  return 'subtle' in crypto
}

/**
 * Derives the name under which this browser stores the records of a session's account. The name is the same
 * in every tab and after each restart, and the key cannot be derived from it. Never rejects.
 *
 * @returns without a name if the browser cannot derive one now; the next call tries again
 */
export async function ownerOf(
  session: Pick<ApiSession, 'apiKey' | 'profileId'>,
  store: Pick<PosterRecordStore, 'salt'> = posterRecordStore,
): Promise<RecordOwner> {
  // Read before the first await: a session that has ended has no key.
  const { apiKey, profileId } = session
  if (!canNameOwners()) return { name: undefined, session: profileId }
  try {
    return { name: await nameOf(session, apiKey, await store.salt()), session: profileId }
  } catch (error) {
    reportDefect(error)
    names.delete(session)
    return { name: undefined, session: profileId }
  }
}

/** The salt is read each time: if the site's data was cleared, the old name must not be used any more. */
async function nameOf(
  session: Pick<ApiSession, 'apiKey'>,
  apiKey: string,
  salt: Uint8Array<ArrayBuffer> | undefined,
): Promise<string | undefined> {
  const known = names.get(session)
  // If the disk does not answer, it still has its salt.
  if (salt === undefined) return known?.name
  if (known?.salt === hex(salt)) return known.name
  const name = derive(apiKey, salt)
  names.set(session, { salt: hex(salt), name })
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
