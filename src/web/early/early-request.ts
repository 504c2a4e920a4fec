import { listQueryString, readListRequest } from '#contract/video-tasks.ts'
import { summaryOf } from '#web/accounts/account-summary.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'
import { browserLockClock } from '#web/accounts/lock/lock-clock.ts'
import { reasonNotToOpen } from '#web/accounts/lock/tab-lock.ts'
import { sendEarlyRequest } from '#web/early/early-reply.ts'
import { parseAddress } from '#web/format/address.ts'

/** The address of the list. */
const LIST_PATH = '/tasks'

/**
 * Sends the list request of the address while the code of the app is still loading. Does nothing on another screen, in a
 * tab without accounts, and in one whose accounts are to be locked: then the app decides.
 */
export function startEarlyRequest(): void {
  if (location.pathname !== LIST_PATH) return
  const storage = browserKeyStorage()
  const kept = storage.load()
  if (kept === undefined) return
  const clock = browserLockClock()
  if (reasonNotToOpen(kept, { storage, clock, now: () => Date.now() }) !== null) return
  const account = kept.accounts.find(({ profileId }) => profileId === kept.atWork)
  if (account === undefined) return
  const { request } = readListRequest(parseAddress(location.search))
  sendEarlyRequest(summaryOf(account), account.apiKey, listQueryString(request))
}
