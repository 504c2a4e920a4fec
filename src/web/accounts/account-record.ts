import { isRecord } from '#contract/record.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'

/** No name is longer, however many of its characters had to be written out. */
const MAX_KEPT_NAME_LENGTH = 600

/** Where an account's key is kept: in this tab until it is closed, or on this device behind a passphrase. */
export type Keep = 'tab' | 'device'

/** An account with its key, as it is kept. */
export interface StoredAccount {
  /** Random and local; stands for the account wherever its key must not. */
  readonly profileId: string
  readonly name: string
  readonly apiKey: string
  readonly keep: Keep
  /** marked for support: only to look, nothing is created with it */
  readonly isReadOnly: boolean
  /** when it was put to work last, milliseconds since the epoch */
  readonly usedAt: number
}

/** What a person may change of an account. */
export type AccountChange = Partial<Pick<StoredAccount, 'name' | 'isReadOnly' | 'keep' | 'usedAt'>>

/**
 * Reads accounts that were kept. Part of the first load: plain checks, no schema.
 *
 * @returns those that can be read; what is no account is left out
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
    // It may come from a file of another computer. What was typed here is clean, and stays as it is.
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

/** The accounts with one of them changed. */
export function withChange(
  accounts: readonly StoredAccount[],
  profileId: string,
  change: AccountChange,
): StoredAccount[] {
  return accounts.map((one) => (one.profileId === profileId ? { ...one, ...change } : one))
}

/** The one that was put to work last; undefined where there is none. */
export function lastUsed(accounts: readonly StoredAccount[]): StoredAccount | undefined {
  return accounts.toSorted((a, b) => b.usedAt - a.usedAt)[0]
}
