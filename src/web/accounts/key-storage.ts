import { readAccounts, type StoredAccount } from '#web/accounts/account-record.ts'
import { isRecord } from '#contract/record.ts'
import { type AccountMarks, readMarks } from '#web/task-list/task-marks.ts'
import { randomId } from '#web/api/random-id.ts'
import {
  accountEntry,
  canNameKeys,
  isEntryOf,
  nameOfKey,
  TAB_PREFIX,
} from '#web/api/tab-entries.ts'
import { readChoice, writeChoice } from '#web/ui/kept-choices.ts'

/** The accounts that are open in a tab. */
export interface TabAccounts {
  /** profile id of the active account */
  readonly activeId: string
  /** in the order in which they were added; at least the active one */
  readonly accounts: readonly StoredAccount[]
  /** the key of this device's vault, base64; null: the vault is not open in this tab */
  readonly vaultKey: string | null
  /** identifies the version of the vault that this tab has open */
  readonly vaultMark: string | null
  /** when a key or a passphrase was first entered in this tab, milliseconds since the epoch */
  readonly openedAt: number
  /** whether the browser stores the times that decide about a lock */
  readonly isTimed: boolean
}

const TAB_ENTRY = `${TAB_PREFIX}accounts`
const LEFT_ENTRY = `${TAB_PREFIX}left`
const SALT_ENTRY = `${TAB_PREFIX}salt`
const PROFILE_PREFIX = `${TAB_PREFIX}profile.`
/** The encrypted accounts of this device. Another tab that writes them causes a `storage` event. */
export const VAULT_ENTRY = `${TAB_PREFIX}vault`
/** The ids of accounts that were signed out of. Another tab that writes them causes a `storage` event. */
export const SIGNED_OUT_ENTRY = `${TAB_PREFIX}signed-out`

/** So many are kept, the last first: a tab that has not read them by then is locked, eight hours after it was opened. */
const SIGNED_OUT_COUNT = 50

/** The storage of keys. No other file touches a stored key. */
export type KeyStorage = ReturnType<typeof browserKeyStorage>

/** Both may have entries of an account. */
const STORAGES = ['sessionStorage', 'localStorage'] as const
type StorageName = (typeof STORAGES)[number]

/** As much of the storage as decides about the first request: without the marks of tasks. */
export const keptKeys = {
  load: () => loadTab(() => ({})),
  /** The end of the vault's text. It is a checksum, so it identifies this version of the text. */
  vaultMark: () => readChoice(VAULT_ENTRY)?.slice(-64) ?? null,
  /** Whether an account that tabs keep was signed out of. What the vault says of its accounts is newer. */
  isSignedOut: ({ profileId, keep }: Pick<StoredAccount, 'profileId' | 'keep'>) =>
    keep === 'tab' && readSignedOut().includes(profileId),
}

/** Stores keys in the browser: in sessionStorage for a tab, and in localStorage only encrypted. */
export function browserKeyStorage() {
  return {
    ...keptKeys,
    /** Reads the accounts of this tab; undefined: there are none, or they cannot be read. */
    load: () => loadTab(readMarks),
    /**
     * Stores the accounts until the tab is closed.
     *
     * @returns false if the browser refuses storage: the accounts then last until a reload
     */
    keep(tab: TabAccounts): boolean {
      const isKept = writeChoice(TAB_ENTRY, JSON.stringify(tab), 'sessionStorage')
      // A reload must not bring back the accounts that were stored before.
      if (!isKept) writeChoice(TAB_ENTRY, null, 'sessionStorage')
      return isKept
    },
    /**
     * Removes all keys from the tab, the vault's too. Remembers the active account, so that it becomes active
     * again after unlocking.
     */
    lock(activeId: string) {
      writeChoice(TAB_ENTRY, null, 'sessionStorage')
      writeChoice(LEFT_ENTRY, activeId, 'sessionStorage')
    },
    /** The account that was active in this tab when it was locked. */
    left: () => readChoice(LEFT_ENTRY, 'sessionStorage'),
    /** Whether the tab has a draft of a poster, or of several at once, for an account. */
    hasDraft: (profileId: string) =>
      (['poster-form', 'poster-records'] as const).some(
        (entry) => readChoice(accountEntry(entry, profileId), 'sessionStorage') !== null,
      ),
    /** Notes a sign-out for tabs that hear no signal: those that are starting, or asleep. */
    noteSignedOut(profileId: string) {
      const last = [profileId, ...readSignedOut()].slice(0, SIGNED_OUT_COUNT)
      writeChoice(SIGNED_OUT_ENTRY, last.join(' '))
    },
    /**
     * Removes drafts and choices of an account that is gone from the tab.
     *
     * @param isSignedOut also what this device keeps for whenever its key is connected again
     */
    removeLeftovers(profileId: string, isSignedOut: boolean) {
      clear('sessionStorage', (entry) => isEntryOf(profileId, entry))
      const isOfKey = (entry: string) =>
        entry.startsWith(PROFILE_PREFIX) && readChoice(entry) === profileId
      if (isSignedOut)
        clear('localStorage', (entry) => isEntryOf(profileId, entry) || isOfKey(entry))
    },
    /** Moves the drafts and choices of an account to the one that replaces it. */
    moveLeftovers(from: string, to: string) {
      for (const name of STORAGES) move(name, from, to)
    },
    /** Removes everything of this app from this tab. */
    clearTab() {
      clear('sessionStorage', () => true)
    },
    /** Removes everything of this app from the storage that tabs share. */
    clearDevice() {
      clear('localStorage', () => true)
    },
    /** The current text of the vault; null: there is none. */
    readVault: () => readChoice(VAULT_ENTRY),
    /**
     * Writes the vault's text; null: removes the vault.
     *
     * @returns false if the browser refuses or the storage is full: the stored text stays as it was
     */
    writeVault: (text: string | null) => writeChoice(VAULT_ENTRY, text),
  }
}

function readSignedOut(): string[] {
  return readChoice(SIGNED_OUT_ENTRY)?.split(' ') ?? []
}

/**
 * The profile id of a key. It is random, and the same in every tab and whenever the key is connected again, so that what this
 * device keeps for an account is found. It is kept under a name that does not reveal the key. Never rejects.
 *
 * @returns another id each time where the browser cannot name the key, or keeps nothing
 */
export async function profileIdOf(apiKey: string): Promise<string> {
  const id = randomId()
  try {
    if (!canNameKeys()) return id
    const salt = keptText(SALT_ENTRY, randomId())
    const name = await nameOfKey(apiKey, new TextEncoder().encode(salt))
    // If everything was forgotten meanwhile, nothing must come back.
    return readChoice(SALT_ENTRY) === salt ? keptText(`${PROFILE_PREFIX}${name}`, id) : id
  } catch {
    return id
  }
}

/** The stored text of an entry. If there is none, this text is stored if possible. */
function keptText(entry: string, otherwise: string): string {
  const kept = readChoice(entry)
  if (kept === null) writeChoice(entry, otherwise)
  return kept ?? otherwise
}

/** In a browser that refuses storage, even naming it throws. */
function attempt<Result>(access: () => Result, otherwise: Result): Result {
  try {
    return access()
  } catch {
    return otherwise
  }
}

/** Gives the entries of one account to another one. */
function move(name: StorageName, from: string, to: string): void {
  attempt(() => {
    const storage = globalThis[name]
    for (const entry of Object.keys(storage).filter((one) => isEntryOf(from, one))) {
      const text = storage.getItem(entry) ?? ''
      storage.removeItem(entry)
      storage.setItem(entry.slice(0, -from.length) + to, text)
    }
  }, undefined)
}

function clear(name: StorageName, isMeant: (entry: string) => boolean): void {
  attempt(() => {
    const storage = globalThis[name]
    for (const entry of Object.keys(storage)) {
      if (entry.startsWith(TAB_PREFIX) && isMeant(entry)) storage.removeItem(entry)
    }
  }, undefined)
}

function loadTab(marksOf: (kept: unknown) => AccountMarks): TabAccounts | undefined {
  return attempt(() => readTab(readChoice(TAB_ENTRY, 'sessionStorage'), marksOf), undefined)
}

/** Reads the stored accounts of a tab; undefined: there is none. */
function readTab(
  text: string | null,
  marksOf: (kept: unknown) => AccountMarks,
): TabAccounts | undefined {
  const kept: unknown = text === null ? null : JSON.parse(text)
  if (!isRecord(kept)) return undefined
  const accounts = readAccounts(kept['accounts'], marksOf)
  const { activeId, vaultKey, vaultMark, openedAt, isTimed } = kept
  const current = accounts.find(({ profileId }) => profileId === activeId) ?? accounts[0]
  if (current === undefined) return undefined
  return {
    activeId: current.profileId,
    accounts,
    vaultKey: typeof vaultKey === 'string' ? vaultKey : null,
    vaultMark: typeof vaultMark === 'string' ? vaultMark : null,
    openedAt: Number.isFinite(openedAt) ? Number(openedAt) : 0,
    isTimed: isTimed !== false,
  }
}
