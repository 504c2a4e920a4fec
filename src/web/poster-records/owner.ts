import { reportDefect } from '#web/api/api-error.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { canNameKeys, hex, nameOfKey } from '#web/api/tab-entries.ts'
import { type PosterRecordStore, posterRecordStore } from '#web/poster-records/record-store.ts'
import type { RecordOwner } from '#web/poster-records/record.ts'

const names = new WeakMap<Pick<ApiSession, 'apiKey'>, { salt: string; name: Promise<string> }>()

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
  if (!canNameKeys()) return { name: undefined, session: profileId }
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
  const name = nameOfKey(apiKey, salt)
  names.set(session, { salt: hex(salt), name })
  return name
}
