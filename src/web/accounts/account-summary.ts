import type { StoredAccount } from '#web/accounts/account-record.ts'

/** An account as people see it. */
export interface AccountSummary extends Omit<StoredAccount, 'apiKey'> {
  /** The last four characters of the key, or fewer of a short one: enough to tell two keys apart. */
  readonly keyTail: string
}

/** What may be shown of an account. */
export function summaryOf({ apiKey, ...rest }: StoredAccount): AccountSummary {
  return { ...rest, keyTail: keyTail(apiKey) }
}

/** Half of a short key at most: four characters of a five-character key would give it away. */
function keyTail(apiKey: string): string {
  const shown = Math.min(4, Math.floor(apiKey.length / 2))
  return apiKey.slice(apiKey.length - shown)
}
