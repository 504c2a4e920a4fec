import { readApiKey } from '#contract/authentication.ts'
import type { AccountChange, StoredAccount } from '#web/accounts/account-record.ts'
import { type KeyStorage, profileIdOf } from '#web/accounts/key-storage.ts'
import {
  knownAs,
  type NewAccount,
  withChange,
  withMarksOf,
  withReplacement,
} from '#web/accounts/account-state.ts'
import {
  createVault,
  MAX_VAULT_LENGTH,
  openVault,
  type Opener,
  type OpenVault,
  rewriteVault,
  type VaultProblem,
} from '#web/accounts/vault/vault-format.ts'
import { mergedMarks, NO_MARKS } from '#web/task-list/task-marks.ts'

/** Shortest passphrase, in characters. Long enough, as a stolen vault can be guessed at without a limit. */
export const MIN_PASSPHRASE_LENGTH = 12

/** Whether a passphrase is too short. A character outside of the basic plane counts once. */
export function isTooShort(passphrase: string): boolean {
  return Array.from(passphrase).length < MIN_PASSPHRASE_LENGTH
}

/** Whether this page has the cryptography for a vault. Over plain HTTP, it only has it on the same machine. */
export function canKeepOnDevice(): boolean {
  return 'subtle' in crypto
}

/** Why an operation on the vault failed. It has changed nothing. */
export type DeviceProblem =
  | VaultProblem
  | 'passphrase-too-short'
  /** there is no vault on this device, or the account is no longer in it */
  | 'none'
  /** the browser refuses to store it, or its storage is full */
  | 'not-stored'

/** The vault after the operation, or why that failed. */
export type VaultResult = { ok: true; vault: OpenVault } | { ok: false; problem: DeviceProblem }

/** The vault after an import, or whether the file or this device caused the problem. */
export type MergeResult =
  | { ok: true; vault: OpenVault; added: number; known: number }
  | { ok: false; problem: DeviceProblem; of: 'file' | 'device' }

/** The encrypted accounts of this device. An operation that fails changes nothing. */
export type DeviceVault = ReturnType<typeof openDeviceVault>

type Change = (accounts: readonly StoredAccount[]) => StoredAccount[] | undefined

/** Opens the vault of this device. */
export function openDeviceVault(storage: KeyStorage) {
  const { exists, open, create, rewrite } = openVaultText(storage)

  const change = async (key: string, changeAccounts: Change) =>
    oneAtATime(async () => rewrite({ key }, changeAccounts))

  /** Changes an account, if it is in the vault. */
  const changeOne = async (profileId: string, key: string, changeAccounts: Change) =>
    change(key, (accounts) =>
      accounts.some((one) => one.profileId === profileId) ? changeAccounts(accounts) : undefined,
    )

  return {
    /** Whether there is a vault. It may be damaged. */
    exists,
    open,
    /** Whether a text that was typed as something else is the passphrase, with or without what stands around a key. */
    async hasPassphrase(typed: string): Promise<boolean> {
      if (!exists() || !canKeepOnDevice()) return false
      const reading = readApiKey(typed)
      const texts = new Set([typed, typed.trim(), reading.ok ? reading.apiKey : typed])
      for (const passphrase of texts) {
        if (!isTooShort(passphrase) && (await open({ passphrase })).ok) return true
      }
      return false
    },
    /**
     * Adds an account, and creates the vault if there is none. An account with this key keeps its id, its
     * read-only mark, its marks of tasks, and its name if no other one is given.
     */
    add: async (account: NewAccount, profileId: string, usedAt: number, opener: Opener) =>
      oneAtATime(async () => {
        const { apiKey, name = account.defaultName, isReadOnly, marks = NO_MARKS } = account
        const kept = { keep: 'device', usedAt, marks } as const
        const added = { profileId, name, apiKey, isReadOnly, ...kept }
        if (!exists() && 'passphrase' in opener) return create([added], opener.passphrase)
        return rewrite(opener, (accounts) => {
          const known = accounts.find((one) => one.apiKey === apiKey)
          return known === undefined
            ? [...accounts, added]
            : withChange(accounts, known.profileId, {
                ...knownAs(known, account),
                usedAt,
                marks: mergedMarks(known.marks, marks),
              })
        })
      }),
    change: async (profileId: string, changed: AccountChange, key: string) =>
      changeOne(profileId, key, (accounts) => withChange(accounts, profileId, changed)),
    /** Replaces an account, and removes any other account that has the new key. */
    replace: async (profileId: string, next: StoredAccount, key: string) =>
      changeOne(profileId, key, (accounts) => withReplacement(accounts, profileId, next)),
    /** Removes an account. Removing the last one removes the vault. */
    remove: async (profileId: string, key: string) =>
      change(key, (accounts) => accounts.filter((one) => one.profileId !== profileId)),
    /** Gives accounts the marks that others with the same key have of further tasks. */
    addMarks: async (others: readonly StoredAccount[], key: string) =>
      change(key, (accounts) => withMarksOf(accounts, others)),
    async changePassphrase(before: string, after: string): Promise<VaultResult> {
      if (isTooShort(after)) return { ok: false, problem: 'passphrase-too-short' }
      return oneAtATime(async () => {
        const text = storage.readVault()
        const opening = await open({ passphrase: before })
        return opening.ok ? create(opening.vault.accounts, after, text) : opening
      })
    },
    /**
     * Imports a vault from another computer. Accounts whose key is already here stay as they are, and get the marks of tasks
     * that they have none of.
     *
     * @param passphrase of the file; also of the new vault if this device has none
     * @param key of the vault of this device; null: it is not open
     */
    async merge(text: string, passphrase: string, key: string | null): Promise<MergeResult> {
      const opening = await openVault(text, { passphrase })
      if (!opening.ok) return { ...opening, of: 'file' }
      const incoming = await Promise.all(
        opening.vault.accounts.map(async (one) => ({
          ...one,
          profileId: await profileIdOf(one.apiKey),
        })),
      )
      let added: readonly StoredAccount[] = []
      const result = await oneAtATime(async () => {
        if (!exists()) {
          added = newAmong(incoming, [])
          return create(added, passphrase)
        }
        if (key === null) return { ok: false, problem: 'wrong-passphrase' } as const
        return rewrite({ key }, (accounts) => {
          added = newAmong(incoming, accounts)
          return [...withMarksOf(accounts, incoming), ...added]
        })
      })
      if (!result.ok) return { ...result, of: 'device' }
      return { ...result, added: added.length, known: incoming.length - added.length }
    },
  }
}

/** Reads and writes the text of the vault. */
function openVaultText(storage: KeyStorage) {
  async function open(opener: Opener): Promise<VaultResult> {
    const text = storage.readVault()
    if (text === null) return { ok: false, problem: 'none' }
    return openVault(text, opener)
  }

  /**
   * Writes the vault, unless it has changed since it was read: accounts that were removed there must not come back.
   *
   * @param before the text that was read
   * @param text the text to write; null: removes the vault
   */
  function store(before: string | null, text: string | null, vault: OpenVault): VaultResult {
    if (storage.readVault() !== before) return { ok: false, problem: 'none' }
    const isTooLong = text !== null && text.length > MAX_VAULT_LENGTH
    const isStored = !isTooLong && storage.writeVault(text)
    return isStored ? { ok: true, vault } : { ok: false, problem: 'not-stored' }
  }

  /** Makes a vault with a new passphrase. @param before the text of the vault that it replaces */
  async function create(
    accounts: readonly StoredAccount[],
    passphrase: string,
    before: string | null = null,
  ): Promise<VaultResult> {
    if (isTooShort(passphrase)) return { ok: false, problem: 'passphrase-too-short' }
    const { text, key } = await createVault(accounts, passphrase)
    return store(before, text, { accounts, key })
  }

  /** Changes the accounts. @param change returns undefined if the account to change is gone */
  async function rewrite(opener: Opener, change: Change): Promise<VaultResult> {
    const before = storage.readVault()
    const opening = await open(opener)
    if (!opening.ok || before === null) return opening
    const { key } = opening.vault
    const accounts = change(opening.vault.accounts)
    if (accounts === undefined) return { ok: false, problem: 'none' }
    const text = accounts.length === 0 ? null : await rewriteVault(before, key, accounts)
    return store(before, text, { accounts, key })
  }

  return { exists: () => storage.readVault() !== null, open, create, rewrite }
}

/** The incoming accounts whose key is new. */
function newAmong(
  incoming: readonly StoredAccount[],
  existing: readonly StoredAccount[],
): StoredAccount[] {
  const keys = new Set(existing.map(({ apiKey }) => apiKey))
  const added: StoredAccount[] = []
  for (const account of incoming) {
    if (keys.has(account.apiKey)) continue
    added.push({ ...account, keep: 'device' })
    keys.add(account.apiKey)
  }
  return added
}

/** Runs one change at a time across all tabs, so that each starts from what the previous one has written. */
async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('marquee.vault', work) : work()
}
