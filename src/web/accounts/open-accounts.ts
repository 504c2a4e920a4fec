import { lastUsed, type StoredAccount, withChange } from '#web/accounts/account-record.ts'
import type { TabAccounts } from '#web/accounts/key-storage.ts'

/** An account to connect. */
export interface NewAccount extends Pick<StoredAccount, 'apiKey' | 'isReadOnly'> {
  /** the name that was typed; undefined: none */
  readonly name: string | undefined
  /** the name if none was typed and the account is new */
  readonly defaultName: string
}

/** Whether another account has this name. @param own the account that is named, by its id or its key */
export function isNameTaken(
  accounts: readonly StoredAccount[],
  name: string,
  own: Partial<Pick<StoredAccount, 'profileId' | 'apiKey'>>,
): boolean {
  return accounts.some(
    (one) => one.name === name && one.profileId !== own.profileId && one.apiKey !== own.apiKey,
  )
}

/** A known account that is connected again: keeps its name if none is given, and always its read-only mark. */
export function knownAs(known: StoredAccount, { name, isReadOnly }: NewAccount): StoredAccount {
  return { ...known, name: name ?? known.name, isReadOnly: known.isReadOnly || isReadOnly }
}

/** Adds an account and makes it active. An account that is open with the same key is changed instead. */
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

/** Replaces an account in a list, and removes any other account that has the new key. */
export function withReplacement(
  accounts: readonly StoredAccount[],
  profileId: string,
  next: StoredAccount,
): StoredAccount[] {
  return accounts
    .filter((one) => one.profileId === profileId || one.apiKey !== next.apiKey)
    .map((one) => (one.profileId === profileId ? next : one))
}

/** Replaces an account of the tab. */
export function withReplaced(
  tab: TabAccounts,
  profileId: string,
  next: StoredAccount,
): TabAccounts {
  const accounts = withReplacement(tab.accounts, profileId, next)
  return { ...tab, accounts, atWork: tab.atWork === profileId ? next.profileId : tab.atWork }
}

/** The open vault of this device. */
export interface OpenedVault {
  readonly accounts: readonly StoredAccount[]
  readonly key: string
  /** identifies this version of the vault's text */
  readonly mark: string | null
}

/**
 * Combines the accounts of the vault with those of the tab. An account in both belongs to the vault.
 *
 * @param preferred profile id of the account to make active
 * @returns null: no account is left
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
  // Treat an empty vault as missing.
  const isThere = device.length > 0
  const [vaultKey, vaultMark] = isThere ? [vault.key, vault.mark] : [null, null]
  return { ...tab, accounts, vaultKey, vaultMark, atWork: next.profileId }
}

/** Removes an account. The one used last becomes active if it was. @returns null: no account is left */
export function without(tab: TabAccounts, profileId: string): TabAccounts | null {
  const accounts = tab.accounts.filter((one) => one.profileId !== profileId)
  const next = accounts.find((one) => one.profileId === tab.atWork) ?? lastUsed(accounts)
  return next === undefined ? null : { ...tab, accounts, atWork: next.profileId }
}
