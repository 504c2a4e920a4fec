import { isViewCredential } from '#contract/operations.ts'
import { isRecord } from '#contract/record.ts'
import type { AccountMarks } from '#web/task-list/task-marks.ts'
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
  /** what the person noted about its tasks */
  readonly marks: AccountMarks
}

type ChangeableField = 'name' | 'isReadOnly' | 'keep' | 'usedAt' | 'marks'

/** What can be changed of an account. A function gets the account as it is when the change is made. */
export type AccountChange =
  | Partial<Pick<StoredAccount, ChangeableField>>
  | ((account: StoredAccount) => Partial<Pick<StoredAccount, ChangeableField>>)

/**
 * Reads stored accounts. Part of the first load, so it uses plain checks and no schema.
 *
 * @param marksOf reads the marks of their tasks, which the first request does not need
 * @returns the accounts; entries that cannot be read are left out
 */
export function readAccounts(
  kept: unknown,
  marksOf: (kept: unknown) => AccountMarks,
): StoredAccount[] {
  if (!Array.isArray(kept)) return []
  return kept.map((one) => readAccount(one, marksOf)).filter((one) => one !== undefined)
}

function readAccount(
  kept: unknown,
  marksOf: (kept: unknown) => AccountMarks,
): StoredAccount | undefined {
  if (!isRecord(kept)) return undefined
  const { profileId, name, apiKey, keep, isReadOnly, usedAt, marks } = kept
  if (!isText(profileId) || typeof name !== 'string' || !isText(apiKey)) return undefined
  return {
    profileId,
    // The name may come from a file of another computer. A name that was typed here is not changed by this.
    name: showUntrusted(name, MAX_KEPT_NAME_LENGTH),
    apiKey,
    keep: keep === 'device' ? keep : 'tab',
    isReadOnly: isReadOnly === true,
    usedAt: Number.isFinite(usedAt) ? Number(usedAt) : 0,
    marks: marksOf(marks),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** An account as components show it, without its key. Its session has its marks. */
export interface AccountSummary extends Omit<StoredAccount, 'apiKey' | 'marks'> {
  /** the last four characters of the key, or fewer of a short key, to tell keys apart */
  readonly keyTail: string
  /** somebody lent a view of theirs: it has no key, and ends by itself */
  readonly isLent: boolean
}

/** Leaves out the key of an account, except for its tail, and its marks. */
export function summaryOf({ apiKey, marks: _marks, ...rest }: StoredAccount): AccountSummary {
  return { ...rest, keyTail: keyTail(apiKey), isLent: isViewCredential(apiKey) }
}

/** At most half of the key: four characters of a five-character key would reveal it. */
function keyTail(apiKey: string): string {
  const shown = Math.min(4, Math.floor(apiKey.length / 2))
  return apiKey.slice(apiKey.length - shown)
}
