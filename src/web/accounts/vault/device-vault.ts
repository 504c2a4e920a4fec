import { type AccountChange, type StoredAccount, withChange } from '#web/accounts/account-record.ts'
import type { KeyStorage } from '#web/accounts/key-storage.ts'
import { knownAs, type NewAccount } from '#web/accounts/open-accounts.ts'
import { isTooShort } from '#web/accounts/vault/passphrase.ts'
import {
  createVault,
  MAX_VAULT_LENGTH,
  openVault,
  type OpenVault,
  reopenVault,
  rewriteVault,
  type VaultProblem,
} from '#web/accounts/vault/vault-format.ts'
import { randomId } from '#web/api/random-id.ts'

/** Why something about the vault did not work. Nothing was changed then. */
export type DeviceProblem =
  | VaultProblem
  | 'passphrase-too-short'
  /** there is no vault on this device, or the account is not in it any more */
  | 'none'
  /** the browser refuses to store it, or its storage is full */
  | 'not-stored'

/** The vault after what was asked for, or why it is as it was. */
export type VaultResult = { ok: true; vault: OpenVault } | { ok: false; problem: DeviceProblem }

/** What came of taking in a file; a problem is the file's, or this device's. */
export type MergeResult =
  | { ok: true; vault: OpenVault; added: number; known: number }
  | { ok: false; problem: DeviceProblem; of: 'file' | 'device' }

/** What opens the vault: what a person types, or what opening it gave before. */
export type Opener = { passphrase: string } | { key: string }

/** The encrypted accounts of this device. Whatever goes wrong, what was there stays as it was. */
export interface DeviceVault {
  /** Whether there is one; it may be damaged. */
  exists(): boolean
  open(opener: Opener): Promise<VaultResult>
  /**
   * Adds an account; makes a vault where there is none. A key that is in it keeps its id, its mark, and
   * its name where none was given.
   */
  add(account: NewAccount, profileId: string, usedAt: number, opener: Opener): Promise<VaultResult>
  change(profileId: string, change: AccountChange, key: string): Promise<VaultResult>
  /** Puts another account in the place of one; the same key elsewhere in the vault goes. */
  replace(profileId: string, next: StoredAccount, key: string): Promise<VaultResult>
  /** Removes an account, and the vault with the last one. */
  remove(profileId: string, key: string): Promise<VaultResult>
  changePassphrase(before: string, after: string): Promise<VaultResult>
  /**
   * Takes in a vault from another computer. Accounts whose key is here already are left as they are.
   *
   * @param passphrase the file's; it becomes this device's where there is no vault yet
   * @param key opens the vault of this device; null: it is not open
   */
  merge(text: string, passphrase: string, key: string | null): Promise<MergeResult>
}

type Change = (accounts: readonly StoredAccount[]) => StoredAccount[] | undefined

/** Opens what there is of a vault on this device. */
export function openDeviceVault(storage: KeyStorage): DeviceVault {
  const exists = () => storage.readVault() !== null

  async function open(opener: Opener): Promise<VaultResult> {
    const text = storage.readVault()
    if (text === null) return { ok: false, problem: 'none' }
    return 'key' in opener ? reopenVault(text, opener.key) : openVault(text, opener.passphrase)
  }

  /** Writes, unless somebody else has since the vault was read: what they removed must stay so. */
  function store(before: string | null, text: string | null, vault: OpenVault): VaultResult {
    if (storage.readVault() !== before) return { ok: false, problem: 'none' }
    const isTooLong = text !== null && text.length > MAX_VAULT_LENGTH
    const isStored = !isTooLong && storage.writeVault(text)
    return isStored ? { ok: true, vault } : { ok: false, problem: 'not-stored' }
  }

  /** @param change undefined: there is nothing to change any more */
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

  async function create(
    before: string | null,
    accounts: readonly StoredAccount[],
    passphrase: string,
  ): Promise<VaultResult> {
    if (isTooShort(passphrase)) return { ok: false, problem: 'passphrase-too-short' }
    const { text, key } = await createVault(accounts, passphrase)
    return store(before, text, { accounts, key })
  }

  const of = (profileId: string, change: Change): Change => {
    return (accounts) =>
      accounts.some((one) => one.profileId === profileId) ? change(accounts) : undefined
  }

  return {
    exists,
    open,
    add: async (account, profileId, usedAt, opener) =>
      oneAtATime(async () => {
        const { apiKey, name = account.defaultName, isReadOnly } = account
        const added = { profileId, name, apiKey, isReadOnly, keep: 'device', usedAt } as const
        if (!exists() && 'passphrase' in opener) return create(null, [added], opener.passphrase)
        return rewrite(opener, (accounts) => {
          const known = accounts.find((one) => one.apiKey === apiKey)
          return known === undefined
            ? [...accounts, added]
            : withChange(accounts, known.profileId, { ...knownAs(known, account), usedAt })
        })
      }),
    change: async (profileId, change, key) =>
      oneAtATime(async () =>
        rewrite(
          { key },
          of(profileId, (accounts) => withChange(accounts, profileId, change)),
        ),
      ),
    replace: async (profileId, next, key) =>
      oneAtATime(async () =>
        rewrite(
          { key },
          of(profileId, (accounts) =>
            accounts
              .filter((one) => one.profileId === profileId || one.apiKey !== next.apiKey)
              .map((one) => (one.profileId === profileId ? next : one)),
          ),
        ),
      ),
    remove: async (profileId, key) =>
      oneAtATime(async () =>
        rewrite({ key }, (accounts) => accounts.filter((one) => one.profileId !== profileId)),
      ),
    async changePassphrase(before, after) {
      if (isTooShort(after)) return { ok: false, problem: 'passphrase-too-short' }
      return oneAtATime(async () => {
        const text = storage.readVault()
        const opening = await open({ passphrase: before })
        return opening.ok ? create(text, opening.vault.accounts, after) : opening
      })
    },
    async merge(text, passphrase, key) {
      const opening = await openVault(text, passphrase)
      if (!opening.ok) return { ...opening, of: 'file' }
      const incoming = opening.vault.accounts
      let added: readonly StoredAccount[] = []
      const result = await oneAtATime(async () => {
        if (!exists()) {
          added = news(incoming, [])
          return create(null, added, passphrase)
        }
        if (key === null) return { ok: false, problem: 'wrong-passphrase' } as const
        return rewrite({ key }, (accounts) => {
          added = news(incoming, accounts)
          return [...accounts, ...added]
        })
      })
      if (!result.ok) return { ...result, of: 'device' }
      return { ...result, added: added.length, known: incoming.length - added.length }
    },
  }
}

/** The accounts whose key is not there yet, each under an id that is not taken. */
function news(
  incoming: readonly StoredAccount[],
  there: readonly StoredAccount[],
): StoredAccount[] {
  const keys = new Set(there.map(({ apiKey }) => apiKey))
  const ids = new Set(there.map(({ profileId }) => profileId))
  const added: StoredAccount[] = []
  for (const account of incoming) {
    if (keys.has(account.apiKey)) continue
    const profileId = ids.has(account.profileId) ? randomId() : account.profileId
    added.push({ ...account, profileId, keep: 'device' })
    keys.add(account.apiKey)
    ids.add(profileId)
  }
  return added
}

/** One change at a time, over all tabs: each begins with what the one before has written. */
async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('marquee.vault', work) : work()
}
