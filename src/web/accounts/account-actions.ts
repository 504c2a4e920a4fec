import type { StoredAccount } from '#web/accounts/account-record.ts'
import { noteForgotten, noteNotOnDevice, noteRemains } from '#web/accounts/account-notices.ts'
import type { AccountsHome } from '#web/accounts/accounts-home.ts'
import {
  type DeviceProblem,
  type DeviceVault,
  type MergeResult,
  openDeviceVault,
  type Opener,
  type VaultResult,
} from '#web/accounts/vault/device-vault.ts'
import type { NewAccount } from '#web/accounts/open-accounts.ts'
import type { OpenVault } from '#web/accounts/vault/vault-format.ts'
import { randomId } from '#web/api/random-id.ts'
import { forgetShell } from '#web/shell/kept-shell.ts'

/** Why an action came to nothing; undefined: it did what it says. */
export type ActionProblem = DeviceProblem | undefined

/** What people do with accounts that this device keeps: in its vault, and in this tab. */
export interface AccountActions {
  /**
   * Puts a key to work.
   *
   * @param passphrase null: it is kept in this tab; otherwise on this device, or in this tab where the
   *   browser does not store it, and a notice says so
   */
  connect(account: NewAccount, passphrase: string | null): Promise<ActionProblem>
  /** Moves an account that this tab keeps into the vault. */
  keepOnDevice(profileId: string, passphrase: string): Promise<ActionProblem>
  unlock(passphrase: string): Promise<ActionProblem>
  switchTo(profileId: string): void
  change(
    profileId: string,
    change: Partial<Pick<StoredAccount, 'name' | 'isReadOnly'>>,
  ): Promise<ActionProblem>
  /** Another key in place of an account's, kept where that was. */
  replaceKey(profileId: string, name: string, apiKey: string): Promise<ActionProblem>
  /** Removes an account with its submissions. */
  signOut(profileId: string): Promise<ActionProblem>
  changePassphrase(before: string, after: string): Promise<ActionProblem>
  importVault(text: string, passphrase: string): Promise<MergeResult>
  /** Leaves nothing of this app in this browser. */
  forgetEverything(): Promise<void>
}

/** Opens the actions over the accounts of this tab. */
export function openAccountActions({ sessions, storage }: AccountsHome): AccountActions {
  const vault = openDeviceVault(storage)
  const vaultKey = () => sessions.open()?.vaultKey ?? null
  const stored = (profileId: string) =>
    sessions.open()?.accounts.find((one) => one.profileId === profileId)

  /** Where the vault is open nobody is asked for its passphrase. */
  function opener(passphrase: string): Opener {
    const key = vaultKey()
    return key === null ? { passphrase } : { key }
  }

  /**
   * Follows a change of the vault in this tab, unless that was locked meanwhile: what was begun before a
   * lock opens nothing after it.
   */
  async function following<Result extends { ok: true; vault: OpenVault } | { ok: false }>(
    work: Promise<Result>,
    atWork?: (opened: OpenVault) => string | undefined,
  ): Promise<Result> {
    const wasOpen = sessions.open() !== null
    const result = await work
    if (result.ok && (!wasOpen || sessions.open() !== null)) {
      const { vault: opened } = result
      sessions.adopt({ ...opened, mark: storage.vaultMark() }, atWork?.(opened))
    }
    return result
  }

  /** Does something with an account in the vault. */
  async function inVault(
    profileId: string,
    work: (open: DeviceVault, key: string) => Promise<VaultResult>,
  ): Promise<ActionProblem> {
    const key = vaultKey()
    if (stored(profileId)?.keep !== 'device' || key === null) return undefined
    const result = await following(work(vault, key))
    if (result.ok) return undefined
    // The key of this tab does not open it: it has another passphrase by now.
    if (result.problem === 'wrong-passphrase') sessions.lockTab('passphrase-changed')
    return result.problem
  }

  async function add(account: NewAccount, profileId: string, passphrase: string) {
    const adding = vault.add(account, profileId, Date.now(), opener(passphrase))
    const ofKey = ({ accounts }: OpenVault) =>
      accounts.find(({ apiKey }) => apiKey === account.apiKey)?.profileId
    return problemOf(await following(adding, ofKey))
  }

  return {
    async connect(account, passphrase) {
      const known = sessions.open()?.accounts.find(({ apiKey }) => apiKey === account.apiKey)
      // What the vault has stays there.
      const isKept = known?.keep === 'device'
      if (passphrase === null && !isKept) {
        sessions.connect(account)
        return undefined
      }
      const problem = await add(account, known?.profileId ?? randomId(), passphrase ?? '')
      if (problem !== 'not-stored') return problem
      sessions.connect(account)
      noteNotOnDevice()
      return undefined
    },

    async keepOnDevice(profileId, passphrase) {
      const account = stored(profileId)
      if (account === undefined) return undefined
      const { name, apiKey, isReadOnly } = account
      const adding = { name, defaultName: name, apiKey, isReadOnly }
      const result = await following(
        vault.add(adding, profileId, account.usedAt, opener(passphrase)),
      )
      return problemOf(result)
    },

    async unlock(passphrase) {
      return problemOf(await following(vault.open({ passphrase })))
    },

    switchTo(profileId) {
      sessions.switchTo(profileId)
      // When it was used last is worth no waiting, and no word where it is not kept.
      void inVault(profileId, (open, key) => open.change(profileId, { usedAt: Date.now() }, key))
    },

    async change(profileId, change) {
      const problem = await inVault(profileId, (open, key) => open.change(profileId, change, key))
      if (problem === undefined) sessions.change(profileId, change)
      return problem
    },

    async replaceKey(profileId, name, apiKey) {
      const account = stored(profileId)
      if (account === undefined) return undefined
      const next = { ...account, profileId: randomId(), name, apiKey, usedAt: Date.now() }
      const key = vaultKey()
      if (account.keep === 'device' && key !== null) {
        const result = await vault.replace(profileId, next, key)
        if (!result.ok) return result.problem
        sessions.replace(profileId, next)
        sessions.adopt({ ...result.vault, mark: storage.vaultMark() })
      } else sessions.replace(profileId, next)
      return undefined
    },

    async signOut(profileId) {
      const account = stored(profileId)
      if (account === undefined) return undefined
      const problem = await inVault(profileId, (open, key) => open.remove(profileId, key))
      if (problem !== undefined) return problem
      await forgetting(async ({ forgetSubmissions }) => forgetSubmissions(account))
      sessions.signOut(profileId)
      return undefined
    },

    async changePassphrase(before, after) {
      return problemOf(await following(vault.changePassphrase(before, after)))
    },

    async importVault(text, passphrase) {
      return following(vault.merge(text, passphrase, vaultKey()))
    },

    async forgetEverything() {
      sessions.forgetAll()
      const state = sessions.state()
      const areGone = await Promise.all([
        forgetting(async ({ forgetAllSubmissions }) => forgetAllSubmissions()),
        forgetShell(),
      ])
      if (areGone.every(Boolean)) noteForgotten(state)
    },
  }
}

function problemOf(result: VaultResult): ActionProblem {
  return result.ok ? undefined : result.problem
}

/** The journal of submissions is no part of what every screen loads. */
const loadSubmissions = () => import('#web/submissions/use-submissions.ts')

/** Removes submissions, and has it said where some may be left. @returns whether none is */
async function forgetting(
  work: (submissions: Awaited<ReturnType<typeof loadSubmissions>>) => Promise<boolean>,
): Promise<boolean> {
  // The code does not come where the host is gone: the key goes all the same.
  const isGone = await loadSubmissions().then(work, () => false)
  if (!isGone) noteRemains()
  return isGone
}

/** Follows a change of the vault in another tab: what is gone there is gone here. */
export async function followVault({ sessions, storage }: AccountsHome): Promise<void> {
  const key = sessions.open()?.vaultKey ?? null
  const mark = storage.vaultMark()
  if (key === null || !sessions.isVaultStale()) return
  const result = await openDeviceVault(storage).open({ key })
  // This tab, or another one, has gone on meanwhile: that change is followed by itself.
  if (sessions.open()?.vaultKey !== key || storage.vaultMark() !== mark) return
  if (result.ok) sessions.adopt({ ...result.vault, mark })
  else if (result.problem === 'none') sessions.adopt({ accounts: [], key, mark })
  else
    sessions.lockTab(result.problem === 'wrong-passphrase' ? 'passphrase-changed' : 'vault-changed')
}

/** Another tab has everything forgotten: what this page remembers goes, too. */
export async function forgetInMemory(): Promise<void> {
  // It may be about to keep what the other tab has removed.
  void forgetShell()
  const submissions = await loadSubmissions()
  submissions.forgetKnownSubmissions()
}
