import type { AccountChange, StoredAccount } from '#web/accounts/account-record.ts'
import type { TabAccounts } from '#web/accounts/key-storage.ts'
import type { LockReason } from '#web/accounts/lock/lock-clock.ts'
import { mergedMarks, NO_MARKS } from '#web/task-list/task-marks.ts'

/** The accounts of a tab. */
export interface AccountState {
  /** those that are open, with their keys; null: none is, or they are locked */
  readonly open: TabAccounts | null
  /** why they are locked; null: they are not */
  readonly locked: LockReason | null
  /** whether the lock removed keys that only this tab kept */
  readonly hasForgotten: boolean
  /** profile id of the account whose key was replaced by the active one's */
  readonly replaced: string | null
}

/** A tab without accounts. */
export const NO_ACCOUNTS: AccountState = {
  open: null,
  locked: null,
  hasForgotten: false,
  replaced: null,
}

/** The moment in which a key or a passphrase is entered. */
export interface Opening {
  /** milliseconds since the epoch */
  readonly now: number
  /** whether the browser stores the times that decide about a lock */
  readonly isTimed: boolean
}

/** An account to connect. */
export interface NewAccount
  extends Pick<StoredAccount, 'apiKey' | 'isReadOnly'>, Partial<Pick<StoredAccount, 'marks'>> {
  /** the name that was typed; undefined: none */
  readonly name: string | undefined
  /** the name if none was typed and the account is new */
  readonly defaultName: string
}

/** The open vault of this device. */
export interface OpenedVault {
  readonly accounts: readonly StoredAccount[]
  readonly key: string
  /** identifies this version of the vault's text */
  readonly mark: string | null
}

/** What happens to the accounts of a tab. */
export type AccountEvent =
  /** they were kept over a reload */
  | { kind: 'restored'; open: TabAccounts }
  /** an account is added with this profile id, or the one that has its key is changed; it becomes active */
  | { kind: 'connected'; account: NewAccount; profileId: string; opening: Opening }
  /** an account has another key, and with it another profile id */
  | { kind: 'replaced'; profileId: string; next: StoredAccount }
  | { kind: 'switched'; profileId: string; now: number }
  | { kind: 'changed'; profileId: string; change: AccountChange }
  /** the vault was opened or has changed; preferred: profile id of the account to make active */
  | { kind: 'vault-opened'; vault: OpenedVault; preferred: string | null; opening: Opening }
  | { kind: 'signed-out'; profileId: string }
  | { kind: 'locked'; reason: LockReason }
  /** everything about accounts was removed */
  | { kind: 'forgotten' }

/** The accounts of a tab after an event. The active account is one of those that are open. */
export function accountState(state: AccountState, event: AccountEvent): AccountState {
  const { open } = state
  if (event.kind === 'forgotten') return NO_ACCOUNTS
  if (event.kind === 'restored') return { ...NO_ACCOUNTS, open: event.open }
  if (event.kind === 'locked') {
    if (open === null) return state
    const hasForgotten = open.accounts.some(({ keep }) => keep === 'tab')
    return { ...NO_ACCOUNTS, locked: event.reason, hasForgotten }
  }
  const next = openAfter(open, event)
  if (next === open) return state
  if (next === null) return NO_ACCOUNTS
  const replaced = event.kind === 'replaced' ? event.profileId : state.replaced
  return { ...NO_ACCOUNTS, open: next, replaced }
}

function openAfter(
  open: TabAccounts | null,
  event: Exclude<AccountEvent, { kind: 'restored' | 'locked' | 'forgotten' }>,
): TabAccounts | null {
  if (event.kind === 'connected') return withConnected(open, event)
  if (event.kind === 'vault-opened') return withVault(open, event)
  const known = open?.accounts.some(({ profileId }) => profileId === event.profileId)
  if (open === null || known !== true) return open
  const { profileId } = event
  switch (event.kind) {
    case 'replaced': {
      const accounts = withReplacement(open.accounts, profileId, event.next)
      // The active account may have had the new key, or be the one that is replaced.
      const isOpen = accounts.some((one) => one.profileId === open.activeId)
      return { ...open, accounts, activeId: isOpen ? open.activeId : event.next.profileId }
    }
    case 'switched': {
      if (open.activeId === profileId) return open
      const accounts = withChange(open.accounts, profileId, { usedAt: event.now })
      return { ...open, accounts, activeId: profileId }
    }
    case 'changed':
      return { ...open, accounts: withChange(open.accounts, profileId, event.change) }
    case 'signed-out': {
      const accounts = open.accounts.filter((one) => one.profileId !== profileId)
      const next = accounts.find((one) => one.profileId === open.activeId) ?? lastUsed(accounts)
      return next === undefined ? null : { ...open, accounts, activeId: next.profileId }
    }
  }
}

function withConnected(
  open: TabAccounts | null,
  { account, profileId, opening }: Extract<AccountEvent, { kind: 'connected' }>,
): TabAccounts {
  const { now, isTimed } = opening
  const accounts = open?.accounts ?? []
  const known = accounts.find(({ apiKey }) => apiKey === account.apiKey)
  const rest = { vaultKey: null, vaultMark: null, openedAt: now, isTimed, ...open }
  if (known !== undefined) {
    const change = { ...knownAs(known, account), usedAt: now }
    const { profileId: activeId } = known
    return { ...rest, accounts: withChange(accounts, activeId, change), activeId }
  }
  const { apiKey, isReadOnly, name = account.defaultName } = account
  const kept = { keep: 'tab', usedAt: now, marks: NO_MARKS } as const
  const added = { profileId, name, apiKey, isReadOnly, ...kept }
  return { ...rest, accounts: [...accounts, added], activeId: profileId }
}

/** Combines the accounts of the vault with those of the tab. An account in both belongs to the vault, with the marks of both. */
function withVault(
  open: TabAccounts | null,
  { vault, preferred, opening }: Extract<AccountEvent, { kind: 'vault-opened' }>,
): TabAccounts | null {
  const tab = open ?? { accounts: [], openedAt: opening.now, isTimed: opening.isTimed }
  const device = withMarksOf(vault.accounts, tabOnly(tab.accounts)).map((one) => ({
    ...one,
    keep: 'device' as const,
  }))
  const inVault = (apiKey: string | undefined) => device.find((one) => one.apiKey === apiKey)
  const own = tabOnly(tab.accounts).filter(({ apiKey }) => !inVault(apiKey))
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
  return { ...tab, accounts, vaultKey, vaultMark, activeId: next.profileId }
}

/** A known account that is connected again: keeps its name if none is given, and always its read-only mark. */
export function knownAs(known: StoredAccount, { name, isReadOnly }: NewAccount): StoredAccount {
  return { ...known, name: name ?? known.name, isReadOnly: known.isReadOnly || isReadOnly }
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

/** Replaces an account in a list, and removes any other account that has the new key. The marks of both are kept. */
export function withReplacement(
  accounts: readonly StoredAccount[],
  profileId: string,
  next: StoredAccount,
): StoredAccount[] {
  const isTwin = (one: StoredAccount) => one.profileId !== profileId && one.apiKey === next.apiKey
  const twin = accounts.find(isTwin)
  return accounts
    .filter((one) => !isTwin(one))
    .map((one) =>
      one.profileId === profileId ? { ...next, marks: mergedMarks(one.marks, twin?.marks) } : one,
    )
}

/** Gives accounts the marks that others with the same key have of further tasks. */
export function withMarksOf(
  accounts: readonly StoredAccount[],
  others: readonly StoredAccount[],
): StoredAccount[] {
  return accounts.map((one) => {
    const twin = others.find(({ apiKey }) => apiKey === one.apiKey)
    return { ...one, marks: mergedMarks(one.marks, twin?.marks) }
  })
}

/** The accounts that only the tab keeps. */
export function tabOnly(accounts: readonly StoredAccount[]): StoredAccount[] {
  return accounts.filter(({ keep }) => keep === 'tab')
}

/** Changes one of the accounts. */
export function withChange(
  accounts: readonly StoredAccount[],
  profileId: string,
  change: AccountChange,
): StoredAccount[] {
  const changeOf = typeof change === 'function' ? change : () => change
  return accounts.map((one) => (one.profileId === profileId ? { ...one, ...changeOf(one) } : one))
}

function lastUsed(accounts: readonly StoredAccount[]): StoredAccount | undefined {
  return accounts.toSorted((a, b) => b.usedAt - a.usedAt)[0]
}
