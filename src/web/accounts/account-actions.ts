import { lastUsed, type StoredAccount } from '#web/accounts/account-record.ts'
import type { NewAccount } from '#web/accounts/account-sessions.ts'
import type { AccountsHome } from '#web/accounts/accounts-home.ts'
import {
  type DeviceProblem,
  type DeviceVault,
  openDeviceVault,
  type Opener,
  type VaultResult,
} from '#web/accounts/device-vault.ts'
import { noteNotOnDevice, noteRemains } from '#web/accounts/account-notices.ts'
import { randomId } from '#web/api/random-id.ts'

/** Why an action came to nothing; undefined: it did what it says. */
export type ActionProblem = DeviceProblem | undefined

/** What people do with accounts that this device keeps: in its vault, and in this tab. */
export interface AccountActions {
  /**
   * Puts a key to work and keeps it on this device. Where the browser does not store it, it is kept in
   * this tab, and a notice says so.
   *
   * @param passphrase undefined: the vault is open
   */
  connectOnDevice(account: NewAccount, passphrase: string | undefined): Promise<ActionProblem>
  /** Moves an account that this tab keeps into the vault. @param passphrase as for connectOnDevice */
  keepOnDevice(profileId: string, passphrase: string): Promise<ActionProblem>
  unlock(passphrase: string): Promise<ActionProblem>
  switchTo(profileId: string): void
  change(
    profileId: string,
    change: Partial<Pick<StoredAccount, 'name' | 'isReadOnly'>>,
  ): Promise<ActionProblem>
  /** Another key in place of the one at work, kept where that was. */
  replaceKey(name: string, apiKey: string): Promise<ActionProblem>
  /** Removes an account with its submissions. */
  signOut(profileId: string): Promise<ActionProblem>
  changePassphrase(before: string, after: string): Promise<ActionProblem>
  importVault(
    text: string,
    passphrase: string,
  ): Promise<{ problem: DeviceProblem } | { problem: undefined; added: number; known: number }>
  /** Leaves nothing of this app in this browser. */
  forgetEverything(): Promise<void>
}

/** Opens the actions over the accounts of this tab. */
export function openAccountActions({ sessions, storage }: AccountsHome): AccountActions {
  const vault = openDeviceVault(storage)
  const stored = (profileId: string) =>
    sessions.open()?.accounts.find((one) => one.profileId === profileId)

  /** Where the vault is open nobody is asked for its passphrase. */
  function opener(passphrase: string | undefined): Opener {
    const key = sessions.open()?.vaultKey ?? null
    return key === null ? { passphrase: passphrase ?? '' } : { key }
  }

  /** A vault that the key of this tab does not open has another passphrase since. */
  function taken(result: VaultResult): ActionProblem {
    if (result.ok) sessions.adopt(result.vault.accounts, result.vault.key)
    else if (result.problem === 'wrong-passphrase') sessions.lockTab('passphrase-changed')
    return result.ok ? undefined : result.problem
  }

  /** Does something with the vault, where the account is in it. */
  async function onDevice(
    profileId: string,
    work: (vault: DeviceVault, key: string) => Promise<VaultResult>,
  ): Promise<ActionProblem> {
    const key = sessions.open()?.vaultKey ?? null
    if (stored(profileId)?.keep !== 'device' || key === null) return undefined
    return taken(await work(vault, key))
  }

  return {
    async connectOnDevice(account, passphrase) {
      const known = sessions.open()?.accounts.find(({ apiKey }) => apiKey === account.apiKey)
      const profileId = known?.profileId ?? randomId()
      const added = { ...account, profileId, keep: 'device' as const, usedAt: Date.now() }
      const result = await vault.add(added, opener(passphrase))
      if (result.ok) sessions.unlock(result.vault.accounts, result.vault.key, profileId)
      else if (result.problem === 'not-stored') {
        sessions.connect(account)
        noteNotOnDevice()
      } else return result.problem
      return undefined
    },

    async keepOnDevice(profileId, passphrase) {
      const account = stored(profileId)
      if (account === undefined) return undefined
      const result = await vault.add({ ...account, keep: 'device' }, opener(passphrase))
      if (!result.ok) return result.problem
      sessions.unlock(result.vault.accounts, result.vault.key)
      return undefined
    },

    async unlock(passphrase) {
      const result = await vault.open({ passphrase })
      if (!result.ok) return result.problem
      sessions.unlock(result.vault.accounts, result.vault.key)
      return undefined
    },

    switchTo(profileId) {
      sessions.switchTo(profileId)
      // When it was used last is worth no waiting, and no word where it is not kept.
      void onDevice(profileId, (open, key) => open.change(profileId, { usedAt: Date.now() }, key))
    },

    async change(profileId, change) {
      const problem = await onDevice(profileId, (open, key) => open.change(profileId, change, key))
      if (problem === undefined) sessions.change(profileId, change)
      return problem
    },

    async replaceKey(name, apiKey) {
      const atWork = sessions.open()?.atWork ?? ''
      const account = stored(atWork)
      sessions.replace(name, apiKey)
      const next = sessions.open()?.accounts.find((one) => one.apiKey === apiKey)
      if (account?.keep !== 'device' || next === undefined) return undefined
      const key = sessions.open()?.vaultKey ?? ''
      return taken(await vault.replace(atWork, next, key))
    },

    async signOut(profileId) {
      const account = stored(profileId)
      if (account === undefined) return undefined
      const problem = await onDevice(profileId, (open, key) => open.remove(profileId, key))
      if (problem !== undefined) return problem
      await forgetting(async ({ forgetSubmissions }) => forgetSubmissions(account))
      sessions.signOut(profileId)
      return undefined
    },

    async changePassphrase(before, after) {
      const result = await vault.changePassphrase(before, after)
      if (!result.ok) return result.problem
      sessions.unlock(result.vault.accounts, result.vault.key)
      return undefined
    },

    async importVault(text, passphrase) {
      const key = sessions.open()?.vaultKey ?? null
      const result = await vault.merge(text, passphrase, key)
      if (!result.ok) return { problem: result.problem }
      const { accounts, key: vaultKey } = result.vault
      sessions.unlock(accounts, vaultKey, sessions.open()?.atWork ?? lastUsed(accounts)?.profileId)
      return { problem: undefined, added: result.added, known: result.known }
    },

    async forgetEverything() {
      sessions.forgetAll()
      await forgetting(async ({ forgetAllSubmissions }) => forgetAllSubmissions())
    },
  }
}

/** The journal of submissions is no part of what every screen loads. */
const loadSubmissions = () => import('#web/api/poster-tasks.ts')

/** Removes submissions, and has it said where some may be left. */
async function forgetting(
  work: (submissions: Awaited<ReturnType<typeof loadSubmissions>>) => Promise<boolean>,
): Promise<void> {
  // The code does not come where the host is gone: the key goes all the same.
  const isGone = await loadSubmissions().then(work, () => false)
  noteRemains(!isGone)
}

/** Follows a change of the vault in another tab: what is gone there is gone here. */
export async function followVault({ sessions, storage }: AccountsHome): Promise<void> {
  const key = sessions.open()?.vaultKey ?? null
  if (key === null) return
  const result = await openDeviceVault(storage).open({ key })
  if (result.ok) sessions.adopt(result.vault.accounts, key)
  else if (result.problem === 'none') sessions.adopt([], key)
  else sessions.lockTab('passphrase-changed')
}
