import { isRecord } from '#contract/record.ts'

/** An account as it is kept in this tab. */
export interface StoredAccount {
  /** Random and local; stands for the account wherever its key must not. */
  profileId: string
  name: string
  apiKey: string
}

const STORAGE_PREFIX = 'marquee.'
const STORAGE_KEY = `${STORAGE_PREFIX}account`

/** Reads what was kept; undefined where it is no account. Part of the first load: plain checks, no schema. */
function readStored(text: string): StoredAccount | undefined {
  const kept: unknown = JSON.parse(text)
  if (!isRecord(kept)) return undefined
  const { profileId, name, apiKey } = kept
  const isAccount = isText(profileId) && typeof name === 'string' && isText(apiKey)
  return isAccount ? { profileId, name, apiKey } : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Where an account is kept. This file is the only one that touches a stored key. */
export interface KeyStorage {
  /** The account kept in this tab, if one is there and readable. */
  load(): StoredAccount | undefined
  /**
   * Keeps the account until the tab is closed.
   *
   * @returns false where the browser refuses storage: the account then lasts until a reload
   */
  keep(account: StoredAccount): boolean
  /** Leaves nothing of this app behind in the tab, the form's draft included. */
  forget(): void
}

function forgetAccount(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Where storage is refused nothing was kept.
  }
}

/** Keeps the account in this tab alone: sessionStorage is not shared and ends with the tab. */
export function tabKeyStorage(): KeyStorage {
  return {
    load() {
      try {
        const text = sessionStorage.getItem(STORAGE_KEY)
        return text === null ? undefined : readStored(text)
      } catch {
        return undefined
      }
    },
    keep(account) {
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify(account))
        return true
      } catch {
        // Nor may the one before be found in its place after a reload.
        forgetAccount()
        return false
      }
    },
    forget() {
      try {
        for (const key of Object.keys(sessionStorage)) {
          if (key.startsWith(STORAGE_PREFIX)) sessionStorage.removeItem(key)
        }
      } catch {
        // Where storage is refused nothing was kept.
      }
    },
  }
}
