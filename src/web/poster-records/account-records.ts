import type { ApiSession } from '#web/api/session.tsx'
import { canNameKeys } from '#web/api/tab-entries.ts'
import { ownerOf } from '#web/poster-records/owner.ts'
import { logOf } from '#web/poster-records/record-log.ts'
import { posterRecordStore } from '#web/poster-records/record-store.ts'
import { isOpen } from '#web/poster-records/record.ts'

type Account = Pick<ApiSession, 'apiKey' | 'profileId'>

/**
 * Prepares the deletion of all records of an account while its key is still there. What waits for the deletion holds
 * the account's name, not its key.
 *
 * @returns deletes them; false: this browser may still have some of them
 */
export async function prepareForget(account: Account): Promise<() => Promise<boolean>> {
  const owner = await ownerOf(account)
  return async () => {
    const isGone = await posterRecordStore.forget(owner)
    // If accounts have no names here, nothing of them was ever written to disk.
    return isGone || !canNameKeys()
  }
}

/** Removes records of an account from its log, in every tab. @returns false: the browser did not delete them */
export async function clearRecords(account: Account, ids: readonly string[]): Promise<boolean> {
  return posterRecordStore.remove(ids, await ownerOf(account))
}

/** Deletes all records of this browser. @returns false: this browser may still have some of them */
export async function forgetAllRecords(): Promise<boolean> {
  return posterRecordStore.forgetAll()
}

/** Forgets the records that this page has in memory. The disk is left to another tab. */
export function forgetKnownRecords(): void {
  posterRecordStore.forgetKnown()
}

/** Counts the posters that an account has sent, and those of them with an unknown outcome. */
export async function countRecords(account: Account): Promise<{ all: number; unknown: number }> {
  const reading = await posterRecordStore.read(await ownerOf(account))
  const own = posterRecordStore.own(account.profileId).get()
  const { records } = logOf(reading, own, account.profileId)
  return { all: records.length, unknown: records.filter(isOpen).length }
}
