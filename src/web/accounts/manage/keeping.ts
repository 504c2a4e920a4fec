import type { AccountSummary } from '#web/accounts/account-record.ts'
import { m } from '#web/messages/generated/messages.js'

/**
 * Says in words where an account's key is kept.
 *
 * @param isKept whether the browser lets this tab keep keys
 * @param mayBeDeleted whether the browser may delete what is kept on this device
 */
export function describeKeeping(
  { keep, isLent }: Pick<AccountSummary, 'keep' | 'isLent'>,
  isKept: boolean,
  mayBeDeleted: boolean | undefined,
): string {
  if (isLent) return m.view_kept()
  if (keep === 'device') {
    return mayBeDeleted === true ? m.account_kept_device_while() : m.account_kept_device()
  }
  return isKept ? m.account_kept() : m.account_kept_until_reload()
}

/** The `id` of the button that edits an account on the accounts screen. */
export const editButtonId = (profileId: string) => `edit-${profileId}`
