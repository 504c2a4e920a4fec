import { reportDefect } from '#web/api/api-error.ts'
import { type ApiSession, perSession } from '#web/api/session.tsx'
import { canNameKeys, hex, nameOfKey } from '#web/api/tab-entries.ts'
import { type PosterRecordStore, posterRecordStore } from '#web/poster-records/record-store.ts'
import type { RecordOwner } from '#web/poster-records/record.ts'

/** The name of each session's account, and the salt that it was derived with. */
const knownNames = perSession(
  (_session: Pick<ApiSession, 'apiKey'>): { salt?: string; name?: Promise<string> } => ({}),
)

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
    const known = knownNames(session)
    delete known.salt
    delete known.name
    return { name: undefined, session: profileId }
  }
}

/** The salt is read each time: if the site's data was cleared, the old name must not be used any more. */
async function nameOf(
  session: Pick<ApiSession, 'apiKey'>,
  apiKey: string,
  salt: Uint8Array<ArrayBuffer> | undefined,
): Promise<string | undefined> {
  const known = knownNames(session)
  // If the disk does not answer, it still has its salt.
  if (salt === undefined || known.salt === hex(salt)) return known.name
  known.salt = hex(salt)
  known.name = nameOfKey(apiKey, salt)
  return known.name
}
