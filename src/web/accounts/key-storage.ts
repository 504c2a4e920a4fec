import { readAccounts, type StoredAccount } from '#web/accounts/account-record.ts'
import { isRecord } from '#contract/record.ts'
import { accountEntry, isEntryOf, TAB_PREFIX } from '#web/api/tab-entries.ts'

/** The accounts that are open in a tab. */
export interface TabAccounts {
  /** profile id of the one at work */
  readonly atWork: string
  /** in the order in which they were added; at least the one at work */
  readonly accounts: readonly StoredAccount[]
  /** opens the vault of this device, base64; null: it was not opened in this tab */
  readonly vaultKey: string | null
  /** tells the vault as this tab knows it from any other */
  readonly vaultMark: string | null
  /** when a key or a passphrase was first entered in this tab, milliseconds since the epoch */
  readonly openedAt: number
  /** whether the browser keeps the moments that decide about a lock */
  readonly isTimed: boolean
}

const TAB_ENTRY = `${TAB_PREFIX}accounts`
const LEFT_ENTRY = `${TAB_PREFIX}left`
/** The encrypted accounts of this device. A change of it reaches other tabs as a `storage` event. */
export const VAULT_ENTRY = `${TAB_PREFIX}vault`

/** Where keys are kept. This file is the only one that touches a stored key. */
export interface KeyStorage {
  /** The accounts open in this tab, if there are some and they can be read. */
  load(): TabAccounts | undefined
  /**
   * Keeps them until the tab is closed.
   *
   * @returns false where the browser refuses storage: they then last until a reload
   */
  keep(tab: TabAccounts): boolean
  /**
   * Leaves no key and no vault key in the tab; notes which account was at work, so that it is the one
   * that comes back.
   */
  lock(atWork: string): void
  /** Which account was at work in this tab when it was locked. */
  left(): string | null
  /** Whether something stands in an account's poster form, or several posters at once are begun. */
  hasDraft(profileId: string): boolean
  /** Removes what the tab holds beside the keys (drafts, choices) for an account that is gone. */
  removeLeftovers(profileId: string): void
  /** Hands on what the tab holds for an account, as another key takes its place. */
  moveLeftovers(from: string, to: string): void
  /** Leaves nothing of this app behind in this tab. */
  clearTab(): void
  /** Leaves nothing of this app behind in the storages that tabs share. */
  clearDevice(): void
  /** The vault's text as it stands now; null: none. */
  readVault(): string | null
  /** Tells its text from any other: its end, which is its checksum. */
  vaultMark(): string | null
  /**
   * Writes the vault's text, null: removes it.
   *
   * @returns false where the browser refuses, or the storage is full: what was there stays
   */
  writeVault(text: string | null): boolean
}

/** Keys in the browser's own storages: sessionStorage is a tab's own, localStorage has encrypted ones only. */
export function browserKeyStorage(): KeyStorage {
  return {
    load: () => attempt(() => readTab(sessionStorage.getItem(TAB_ENTRY)), undefined),
    keep(tab) {
      const isKept = attempt(() => {
        sessionStorage.setItem(TAB_ENTRY, JSON.stringify(tab))
        return true
      }, false)
      // Nor may those from before be found in their place after a reload.
      if (!isKept) removeEntry(TAB_ENTRY)
      return isKept
    },
    lock(atWork) {
      removeEntry(TAB_ENTRY)
      attempt(() => {
        sessionStorage.setItem(LEFT_ENTRY, atWork)
      }, undefined)
    },
    left: () => attempt(() => sessionStorage.getItem(LEFT_ENTRY), null),
    hasDraft: (profileId) =>
      attempt(
        () =>
          (['poster-draft', 'poster-batch'] as const).some(
            (entry) => sessionStorage.getItem(accountEntry(entry, profileId)) !== null,
          ),
        false,
      ),
    removeLeftovers(profileId) {
      clear('sessionStorage', (entry) => isEntryOf(profileId, entry))
    },
    moveLeftovers(from, to) {
      attempt(() => {
        for (const entry of Object.keys(sessionStorage).filter((name) => isEntryOf(from, name))) {
          const text = sessionStorage.getItem(entry) ?? ''
          sessionStorage.removeItem(entry)
          sessionStorage.setItem(entry.slice(0, -from.length) + to, text)
        }
      }, undefined)
    },
    clearTab() {
      clear('sessionStorage', () => true)
    },
    clearDevice() {
      clear('localStorage', () => true)
    },
    readVault,
    vaultMark: () => readVault()?.slice(-64) ?? null,
    writeVault: (text) =>
      attempt(() => {
        if (text === null) localStorage.removeItem(VAULT_ENTRY)
        else localStorage.setItem(VAULT_ENTRY, text)
        return true
      }, false),
  }
}

function readVault(): string | null {
  return attempt(() => localStorage.getItem(VAULT_ENTRY), null)
}

/** Where a browser refuses storage, even to name it throws. */
function attempt<Result>(access: () => Result, otherwise: Result): Result {
  try {
    return access()
  } catch {
    return otherwise
  }
}

function removeEntry(entry: string): void {
  attempt(() => {
    sessionStorage.removeItem(entry)
  }, undefined)
}

function clear(name: 'sessionStorage' | 'localStorage', isMeant: (entry: string) => boolean): void {
  attempt(() => {
    const storage = globalThis[name]
    for (const entry of Object.keys(storage)) {
      if (entry.startsWith(TAB_PREFIX) && isMeant(entry)) storage.removeItem(entry)
    }
  }, undefined)
}

/** Reads what a tab has kept; undefined where no account is in it. */
function readTab(text: string | null): TabAccounts | undefined {
  const kept: unknown = text === null ? null : JSON.parse(text)
  if (!isRecord(kept)) return undefined
  const accounts = readAccounts(kept['accounts'])
  const { atWork, vaultKey, vaultMark, openedAt, isTimed } = kept
  const current = accounts.find(({ profileId }) => profileId === atWork) ?? accounts[0]
  if (current === undefined) return undefined
  return {
    atWork: current.profileId,
    accounts,
    vaultKey: typeof vaultKey === 'string' ? vaultKey : null,
    vaultMark: typeof vaultMark === 'string' ? vaultMark : null,
    openedAt: Number.isFinite(openedAt) ? Number(openedAt) : 0,
    isTimed: isTimed !== false,
  }
}
