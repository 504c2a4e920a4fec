import type { StoredAccount } from '#web/accounts/account-record.ts'

/** An account as components show it, without its key. */
export interface AccountSummary extends Omit<StoredAccount, 'apiKey'> {
  /** the last four characters of the key, or fewer of a short key, to tell keys apart */
  readonly keyTail: string
}

/** Leaves out the key of an account, except for its tail. */
export function summaryOf({ apiKey, ...rest }: StoredAccount): AccountSummary {
  return { ...rest, keyTail: keyTail(apiKey) }
}

/** At most half of the key: four characters of a five-character key would reveal it. */
function keyTail(apiKey: string): string {
  const shown = Math.min(4, Math.floor(apiKey.length / 2))
  return apiKey.slice(apiKey.length - shown)
}
