import type { AccountChange, StoredAccount } from '#web/accounts/account-record.ts'
import { noteOfAccounts } from '#web/accounts/account-notices.ts'
import type { AccountServices } from '#web/accounts/account-services.ts'
import {
  type DeviceProblem,
  type MergeResult,
  openDeviceVault,
  type VaultResult,
} from '#web/accounts/vault/device-vault.ts'
import { profileIdOf } from '#web/accounts/key-storage.ts'
import { type NewAccount, tabOnly } from '#web/accounts/account-state.ts'
import type { Opener, OpenVault } from '#web/accounts/vault/vault-format.ts'
import { askToKeepStorage } from '#web/poster-records/lasting-storage.ts'
import { forgetShell } from '#web/shell/kept-shell.ts'

/** Why an action failed; undefined: it succeeded. */
export type ActionProblem = DeviceProblem | undefined

/** What people do with accounts, in this tab and in the vault of this device. */
export function openAccountActions(services: AccountServices) {
  const { sessions } = services
  const tabVault = openTabVault(services)
  const { vault, vaultKey, opener, follow, changeInVault } = tabVault

  return {
    /**
     * Connects an account and makes it active.
     *
     * @param passphrase null: keeps the key in this tab; otherwise on this device, or in this tab with a
     *   notice if the browser does not store it
     */
    connect: async (account: NewAccount, passphrase: string | null) =>
      connect(services, tabVault, account, passphrase),

    /** Moves an account of this tab into the vault. */
    async keepOnDevice(profileId: string, passphrase: string): Promise<ActionProblem> {
      const account = sessions.stored(profileId)
      if (account === undefined) return undefined
      const { name, apiKey, isReadOnly, usedAt, marks } = account
      const added = { name, defaultName: name, apiKey, isReadOnly, marks }
      const result = await follow(vault.add(added, profileId, usedAt, opener(passphrase)))
      if (result.ok) void askToKeepStorage(true)
      return problemOf(result)
    },

    async unlock(passphrase: string): Promise<ActionProblem> {
      const own = tabOnly(sessions.tabAccounts()?.accounts ?? [])
      const result = await follow(vault.open({ passphrase }))
      // It may be older than the question.
      if (result.ok) void askToKeepStorage(false)
      await keepMarksOf(tabVault, own, result)
      return problemOf(result)
    },

    switchTo(profileId: string) {
      sessions.switchTo(profileId)
      // Do not wait until the vault has the time of use, and do not report it if that fails.
      void changeInVault(profileId, (key) => vault.change(profileId, { usedAt: Date.now() }, key))
    },

    async change(profileId: string, change: AccountChange): Promise<ActionProblem> {
      const changing = changeInVault(profileId, (key) => vault.change(profileId, change, key))
      const problem = await changing
      if (problem === undefined) sessions.change(profileId, change)
      return problem
    },

    /** Replaces the key of an account, with the name and the mark. The new key is kept where the old one was. */
    async replaceKey(
      profileId: string,
      change: Pick<StoredAccount, 'name' | 'isReadOnly' | 'apiKey'>,
    ): Promise<ActionProblem> {
      const account = sessions.stored(profileId)
      if (account === undefined) return undefined
      const newId = await profileIdOf(change.apiKey)
      const next = { ...account, ...change, profileId: newId, usedAt: Date.now() }
      return replace(services, tabVault, profileId, next)
    },

    /** Removes an account and its submissions. */
    async signOut(profileId: string): Promise<ActionProblem> {
      if (sessions.stored(profileId) === undefined) return undefined
      const forgetRecords = await prepareForgetOf(services, profileId)
      const problem = await changeInVault(profileId, (key) => vault.remove(profileId, key))
      if (problem !== undefined) return problem
      await noteLeft(forgetRecords?.())
      sessions.signOut(profileId)
      return undefined
    },

    async changePassphrase(before: string, after: string) {
      return problemOf(await follow(vault.changePassphrase(before, after)))
    },

    async importVault(text: string, passphrase: string): Promise<MergeResult> {
      const own = tabOnly(sessions.tabAccounts()?.accounts ?? [])
      const result = await follow(vault.merge(text, passphrase, vaultKey()))
      if (result.ok) void askToKeepStorage(true)
      await keepMarksOf(tabVault, own, result)
      return result
    },

    /** Removes everything of this app from this browser. */
    async forgetEverything() {
      sessions.forgetAll()
      const state = sessions.state.get()
      const areGone = await Promise.all([
        noteLeft(loadRecords().then(async ({ forgetAllRecords }) => forgetAllRecords())),
        forgetShell(),
      ])
      if (areGone.every(Boolean)) noteOfAccounts({ forgotten: state })
    },
  }
}

/** Connects an account in the tab, or in the vault if a passphrase is given or the vault already has the key. */
async function connect(
  { sessions }: AccountServices,
  { vault, opener, follow }: TabVault,
  account: NewAccount,
  passphrase: string | null,
): Promise<ActionProblem> {
  const isOfKey = ({ apiKey }: StoredAccount) => apiKey === account.apiKey
  const known = sessions.tabAccounts()?.accounts.find(isOfKey)
  const wasOpen = sessions.tabAccounts() !== null
  const profileId = known?.profileId ?? (await profileIdOf(account.apiKey))
  // This tab was locked meanwhile.
  if (wasOpen && sessions.tabAccounts() === null) return undefined
  // An account of the vault stays there.
  if (passphrase === null && known?.keep !== 'device') {
    sessions.add(account, profileId)
    return undefined
  }
  const added = known === undefined ? account : { ...account, marks: known.marks }
  const adding = vault.add(added, profileId, Date.now(), opener(passphrase ?? ''))
  const result = await follow(adding, ({ accounts }) => accounts.find(isOfKey)?.profileId)
  if (result.ok) void askToKeepStorage(true)
  if (result.ok || result.problem !== 'not-stored') return problemOf(result)
  sessions.add(account, profileId)
  noteOfAccounts({ isNotOnDevice: true })
  return undefined
}

/** Replaces an account in the tab, and before that in the vault if it is kept there. */
async function replace(
  { sessions, storage }: AccountServices,
  { vault, vaultKey }: TabVault,
  profileId: string,
  next: StoredAccount,
): Promise<ActionProblem> {
  const key = vaultKey()
  if (next.keep === 'tab' || key === null) {
    sessions.replace(profileId, next)
    return undefined
  }
  const result = await vault.replace(profileId, next, key)
  if (result.ok) {
    sessions.replace(profileId, next)
    sessions.adopt({ ...result.vault, mark: storage.vaultMark() })
  }
  return problemOf(result)
}

/**
 * Writes marks of accounts that only the tab kept into the vault, if that has the same accounts. If the browser refuses, they
 * last until the vault changes.
 */
async function keepMarksOf(
  { vault, follow }: TabVault,
  own: readonly StoredAccount[],
  result: { ok: true; vault: OpenVault } | { ok: false },
): Promise<void> {
  if (!result.ok) return
  const marked = own.filter(({ marks }) => Object.keys(marks).length > 0)
  const { accounts, key } = result.vault
  const isKnown = marked.some(({ apiKey }) => accounts.some((one) => one.apiKey === apiKey))
  if (isKnown) await follow(vault.addMarks(marked, key))
}

type TabVault = ReturnType<typeof openTabVault>

/** The vault of this device as this tab uses it: the tab takes over what it changes there. */
function openTabVault({ sessions, storage }: AccountServices) {
  const vault = openDeviceVault(storage)
  const vaultKey = () => sessions.tabAccounts()?.vaultKey ?? null

  /** An open vault needs no passphrase. */
  function opener(passphrase: string): Opener {
    const key = vaultKey()
    return key === null ? { passphrase } : { key }
  }

  /**
   * Takes over the vault after a change, unless this tab was locked in the meantime.
   *
   * @param preferred finds the profile id of the account to make active
   */
  async function follow<Result extends { ok: true; vault: OpenVault } | { ok: false }>(
    change: Promise<Result>,
    preferred?: (opened: OpenVault) => string | undefined,
  ): Promise<Result> {
    const wasOpen = sessions.tabAccounts() !== null
    const result = await change
    if (result.ok && (!wasOpen || sessions.tabAccounts() !== null)) {
      const { vault: opened } = result
      sessions.adopt({ ...opened, mark: storage.vaultMark() }, preferred?.(opened))
    }
    return result
  }

  /** Changes the vault if it holds the account. @param change gets the key of the vault */
  async function changeInVault(
    profileId: string,
    change: (key: string) => Promise<VaultResult>,
  ): Promise<ActionProblem> {
    const account = sessions.stored(profileId)
    const key = vaultKey()
    if (account?.keep !== 'device' || key === null) return undefined
    const result = await follow(change(key))
    // The key of this tab no longer opens the vault, so the passphrase was changed in another tab.
    if (!result.ok && result.problem === 'wrong-passphrase') {
      sessions.lockTab('passphrase-changed')
    }
    return problemOf(result)
  }

  return { vault, vaultKey, opener, follow, changeInVault }
}

function problemOf(result: VaultResult): ActionProblem {
  return result.ok ? undefined : result.problem
}

/** Loads the code that keeps submissions, which the first screen does not need. */
const loadRecords = () => import('#web/poster-records/account-records.ts')

/** Prepares the deletion of an account's records. In a function of its own, so that the caller holds no account. */
async function prepareForgetOf({ sessions }: AccountServices, profileId: string) {
  const account = sessions.stored(profileId)
  // Remove the key even if the host is down and the code cannot be loaded.
  const records = await loadRecords().catch(() => undefined)
  return account && records?.prepareForget(account)
}

/** Says so if a deletion may have left submissions in this browser. @returns whether they are gone */
async function noteLeft(deletion: Promise<boolean> | undefined): Promise<boolean> {
  const isGone = (await deletion?.catch(() => false)) === true
  if (!isGone) noteOfAccounts({ mayHaveLeftSubmissions: true })
  return isGone
}

/** Takes over a change that another tab has made to the vault. */
export async function followVault(services: AccountServices): Promise<void> {
  const { sessions, storage } = services
  const key = sessions.tabAccounts()?.vaultKey ?? null
  const mark = storage.vaultMark()
  if (key === null || !sessions.isVaultStale()) return
  const result = await openDeviceVault(storage).open({ key })
  // The vault has changed again in the meantime, and that change is followed separately.
  if (sessions.tabAccounts()?.vaultKey !== key || storage.vaultMark() !== mark) return
  const own = tabOnly(sessions.tabAccounts()?.accounts ?? [])
  if (result.ok) {
    sessions.adopt({ ...result.vault, mark })
    await keepMarksOf(openTabVault(services), own, result)
  } else if (result.problem === 'none') sessions.adopt({ accounts: [], key, mark })
  else
    sessions.lockTab(result.problem === 'wrong-passphrase' ? 'passphrase-changed' : 'vault-changed')
}
