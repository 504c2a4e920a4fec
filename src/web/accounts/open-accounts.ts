import { lastUsed, type StoredAccount, withChange } from '#web/accounts/account-record.ts'
import type { TabAccounts } from '#web/accounts/key-storage.ts'

/** A key that is put to work. */
export interface NewAccount extends Pick<StoredAccount, 'apiKey' | 'isReadOnly'> {
  /** what the person has called it; undefined: nothing */
  readonly name: string | undefined
  /** what it is called where it has no name yet */
  readonly defaultName: string
}

/** Whether an account is called by this name already, other than the one of this id or this key. */
export function isNameTaken(
  accounts: readonly StoredAccount[],
  name: string,
  own: Partial<Pick<StoredAccount, 'profileId' | 'apiKey'>>,
): boolean {
  return accounts.some(
    (one) => one.name === name && one.profileId !== own.profileId && one.apiKey !== own.apiKey,
  )
}

/** An account that is known already keeps its name where none is given, and its mark in any case. */
export function knownAs(known: StoredAccount, { name, isReadOnly }: NewAccount): StoredAccount {
  return { ...known, name: name ?? known.name, isReadOnly: known.isReadOnly || isReadOnly }
}

/** With a key put to work; one that is open already is no other account. */
export function withConnected(
  tab: TabAccounts | null,
  account: NewAccount,
  fresh: { profileId: string; now: number; isTimed: boolean },
): TabAccounts {
  const { profileId, now } = fresh
  const accounts = tab?.accounts ?? []
  const known = accounts.find(({ apiKey }) => apiKey === account.apiKey)
  const rest = { vaultKey: null, vaultMark: null, openedAt: now, isTimed: fresh.isTimed, ...tab }
  if (known !== undefined) {
    const change = { ...knownAs(known, account), usedAt: now }
    const { profileId: atWork } = known
    return { ...rest, accounts: withChange(accounts, atWork, change), atWork }
  }
  const { apiKey, isReadOnly, name = account.defaultName } = account
  const added = { profileId, name, apiKey, isReadOnly, keep: 'tab', usedAt: now } as const
  return { ...rest, accounts: [...accounts, added], atWork: profileId }
}

/** With one account in the place of another; the same key elsewhere is the same account. */
export function withReplaced(
  tab: TabAccounts,
  profileId: string,
  next: StoredAccount,
): TabAccounts {
  const accounts = tab.accounts
    .filter((one) => one.profileId === profileId || one.apiKey !== next.apiKey)
    .map((one) => (one.profileId === profileId ? next : one))
  return { ...tab, accounts, atWork: tab.atWork === profileId ? next.profileId : tab.atWork }
}

/** The vault of this device, open. */
export interface OpenedVault {
  readonly accounts: readonly StoredAccount[]
  readonly key: string
  /** tells the vault's text from any other */
  readonly mark: string | null
}

/**
 * With what the vault holds beside what is the tab's own. Who is in both is the vault's.
 *
 * @param preferred profile id of the account to put to work
 * @returns null: there is no account any more
 */
export function withVault(
  tab: Omit<TabAccounts, 'atWork' | 'vaultKey' | 'vaultMark'>,
  vault: OpenedVault,
  preferred: string | null,
): TabAccounts | null {
  const device = vault.accounts.map((one) => ({ ...one, keep: 'device' as const }))
  const inVault = (apiKey: string | undefined) => device.find((one) => one.apiKey === apiKey)
  const own = tab.accounts.filter(({ keep, apiKey }) => keep === 'tab' && !inVault(apiKey))
  const accounts = [...own, ...device]
  const former = tab.accounts.find(({ profileId }) => profileId === preferred)
  const next =
    accounts.find(({ profileId }) => profileId === preferred) ??
    inVault(former?.apiKey) ??
    lastUsed(accounts)
  if (next === undefined) return null
  // A vault without accounts is none.
  const isThere = device.length > 0
  const [vaultKey, vaultMark] = isThere ? [vault.key, vault.mark] : [null, null]
  return { ...tab, accounts, vaultKey, vaultMark, atWork: next.profileId }
}

/** Without an account; the one used last goes on. @returns null: it was the last one */
export function without(tab: TabAccounts, profileId: string): TabAccounts | null {
  const accounts = tab.accounts.filter((one) => one.profileId !== profileId)
  const next = accounts.find((one) => one.profileId === tab.atWork) ?? lastUsed(accounts)
  return next === undefined ? null : { ...tab, accounts, atWork: next.profileId }
}
