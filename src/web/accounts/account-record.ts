import { isRecord } from '#contract/record.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'

/** Longest name that is read, in characters. Invisible characters are written out, which makes a name longer. */
const MAX_KEPT_NAME_LENGTH = 600

/** Where an account's key is kept: in this tab until it is closed, or on this device behind a passphrase. */
export type Keep = 'tab' | 'device'

/** An account with its key, as it is stored. */
export interface StoredAccount {
  /** A random local id. It is used wherever the key must not appear. */
  readonly profileId: string
  readonly name: string
  readonly apiKey: string
  readonly keep: Keep
  /** marked as read-only: nothing can be created with it */
  readonly isReadOnly: boolean
  /** when it last became active, milliseconds since the epoch */
  readonly usedAt: number
}

/** What can be changed of an account. */
export type AccountChange = Partial<Pick<StoredAccount, 'name' | 'isReadOnly' | 'keep' | 'usedAt'>>

/**
 * Reads stored accounts. Part of the first load, so it uses plain checks and no schema.
 *
 * @returns the accounts; entries that cannot be read are left out
 */
export function readAccounts(kept: unknown): StoredAccount[] {
  return Array.isArray(kept) ? kept.map(readAccount).filter((one) => one !== undefined) : []
}

function readAccount(kept: unknown): StoredAccount | undefined {
  if (!isRecord(kept)) return undefined
  const { profileId, name, apiKey, keep, isReadOnly, usedAt } = kept
  if (!isText(profileId) || typeof name !== 'string' || !isText(apiKey)) return undefined
  return {
    profileId,
    // The name may come from a file of another computer. A name that was typed here is not changed by this.
    name: showUntrusted(name, MAX_KEPT_NAME_LENGTH),
    apiKey,
    keep: keep === 'device' ? keep : 'tab',
    isReadOnly: isReadOnly === true,
    usedAt: Number.isFinite(usedAt) ? Number(usedAt) : 0,
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Changes one of the accounts. */
export function withChange(
  accounts: readonly StoredAccount[],
  profileId: string,
  change: AccountChange,
): StoredAccount[] {
  return accounts.map((one) => (one.profileId === profileId ? { ...one, ...change } : one))
}

/** The account that was active last; undefined: there is none. */
export function lastUsed(accounts: readonly StoredAccount[]): StoredAccount | undefined {
  return accounts.toSorted((a, b) => b.usedAt - a.usedAt)[0]
}
