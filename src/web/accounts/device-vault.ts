import { type AccountChange, type StoredAccount, withChange } from '#web/accounts/account-record.ts'
import { randomId } from '#web/api/random-id.ts'
import type { KeyStorage } from '#web/accounts/key-storage.ts'
import { isTooShort } from '#web/accounts/passphrase.ts'
import {
  createVault,
  openVault,
  type OpenVault,
  reopenVault,
  rewriteVault,
  type VaultProblem,
} from '#web/accounts/vault-format.ts'

/** Why something about the vault did not work. Nothing was changed then. */
export type DeviceProblem =
  | VaultProblem
  | 'passphrase-too-short'
  /** there is no vault on this device */
  | 'none'
  /** the browser refuses to store it, or its storage is full */
  | 'not-stored'

/** The vault after what was asked for, or why it is as it was. */
export type VaultResult = { ok: true; vault: OpenVault } | { ok: false; problem: DeviceProblem }

/** What opens the vault: what a person types, or what opening it gave before. */
export type Opener = { passphrase: string } | { key: string }

/** The encrypted accounts of this device. Whatever goes wrong, what was there stays as it was. */
export interface DeviceVault {
  /** Whether there is one; it may be damaged. */
  exists(): boolean
  open(opener: Opener): Promise<VaultResult>
  /** Adds an account, or takes the place of the one with its id or its key; makes a vault where there is none. */
  add(account: StoredAccount, opener: Opener): Promise<VaultResult>
  change(profileId: string, change: AccountChange, key: string): Promise<VaultResult>
  /** Takes an account's place. */
  replace(profileId: string, account: StoredAccount, key: string): Promise<VaultResult>
  /** Removes an account, and the vault with the last one. */
  remove(profileId: string, key: string): Promise<VaultResult>
  changePassphrase(before: string, after: string): Promise<VaultResult>
  /** The encrypted vault, to take to another computer; null: there is none. */
  exported(): string | null
  /**
   * Takes in a vault from another computer. Accounts whose key is here already are left as they are.
   *
   * @param passphrase the file's; it becomes this device's where there is no vault yet
   * @param key opens the vault of this device; null: there is none
   * @returns also how many accounts were added, and how many were here already
   */
  merge(
    text: string,
    passphrase: string,
    key: string | null,
  ): Promise<
    (VaultResult & { ok: true; added: number; known: number }) | (VaultResult & { ok: false })
  >
}

/** Opens what there is of a vault on this device. */
export function openDeviceVault(storage: KeyStorage): DeviceVault {
  async function open(opener: Opener): Promise<VaultResult> {
    const text = storage.readVault()
    if (text === null) return { ok: false, problem: 'none' }
    return 'key' in opener ? reopenVault(text, opener.key) : openVault(text, opener.passphrase)
  }

  /** One change at a time, over all tabs: each begins with what the one before has written. */
  async function rewrite(
    opener: Opener,
    change: (accounts: readonly StoredAccount[]) => StoredAccount[],
  ): Promise<VaultResult> {
    return oneAtATime(async () => {
      const opening = await open(opener)
      if (!opening.ok) return opening
      const { key } = opening.vault
      const accounts = change(opening.vault.accounts)
      const before = storage.readVault() ?? ''
      const text = accounts.length === 0 ? null : await rewriteVault(before, key, accounts)
      return store(text, { accounts, key })
    })
  }

  function store(text: string | null, vault: OpenVault): VaultResult {
    return storage.writeVault(text) ? { ok: true, vault } : { ok: false, problem: 'not-stored' }
  }

  async function create(accounts: readonly StoredAccount[], passphrase: string) {
    if (isTooShort(passphrase)) return { ok: false, problem: 'passphrase-too-short' } as const
    const { text, key } = await createVault(accounts, passphrase)
    return store(text, { accounts, key })
  }

  const exists = () => storage.readVault() !== null

  return {
    exists,
    open,
    async add(account, opener) {
      if (!exists() && 'passphrase' in opener) return create([account], opener.passphrase)
      return rewrite(opener, (accounts) => [
        ...accounts.filter(
          ({ profileId, apiKey }) => profileId !== account.profileId && apiKey !== account.apiKey,
        ),
        account,
      ])
    },
    change: (profileId, change, key) =>
      rewrite({ key }, (accounts) => withChange(accounts, profileId, change)),
    replace: (profileId, account, key) =>
      rewrite({ key }, (accounts) =>
        accounts.map((one) => (one.profileId === profileId ? account : one)),
      ),
    remove: (profileId, key) =>
      rewrite({ key }, (accounts) => accounts.filter((one) => one.profileId !== profileId)),
    async changePassphrase(before, after) {
      if (isTooShort(after)) return { ok: false, problem: 'passphrase-too-short' }
      return oneAtATime(async () => {
        const opening = await open({ passphrase: before })
        return opening.ok ? create(opening.vault.accounts, after) : opening
      })
    },
    exported: () => storage.readVault(),
    async merge(text, passphrase, key) {
      const opening = await openVault(text, passphrase)
      if (!opening.ok) return opening
      const incoming = opening.vault.accounts
      let known = 0
      const result =
        key === null && !exists()
          ? store(text, opening.vault)
          : await rewrite(key === null ? { passphrase } : { key }, (accounts) => {
              const added = incoming.filter(
                (one) => !accounts.some((other) => other.apiKey === one.apiKey),
              )
              known = incoming.length - added.length
              return [...accounts, ...added.map((one) => withOwnId(one, accounts))]
            })
      return result.ok ? { ...result, known, added: incoming.length - known } : result
    },
  }
}

/** Two accounts of one id would be one: a file that somebody has put together may have them. */
function withOwnId(account: StoredAccount, others: readonly StoredAccount[]): StoredAccount {
  const isTaken = others.some(({ profileId }) => profileId === account.profileId)
  return isTaken ? { ...account, profileId: randomId() } : account
}

async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('marquee.vault', work) : work()
}
