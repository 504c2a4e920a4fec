import { vi } from 'vitest'

import type { StoredAccount } from '#web/accounts/account-record.ts'
import { openAccountSessions } from '#web/accounts/account-sessions.ts'
import type { AccountSignal, AccountSignals } from '#web/accounts/account-signals.ts'
import type { AccountServices } from '#web/accounts/account-services.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'
import { browserLockClock } from '#web/accounts/lock/lock-clock.ts'

/** Shared by the tests of accounts: the storages of a browser, and tabs on top of them. */

/** The part of a storage that is used here. Entries are own properties, as in a browser. */
class MemoryStorage {
  [entry: string]: unknown
  getItem(entry: string): unknown {
    return this[entry] ?? null
  }
  setItem(entry: string, text: string): void {
    if (text.length > room) throw new DOMException('full', 'QuotaExceededError')
    this[entry] = text
  }
  removeItem(entry: string): void {
    Reflect.deleteProperty(this, entry)
  }
}

let room = Number.POSITIVE_INFINITY

/** The sessionStorage of a tab that the browser opens from another one: a copy. */
export function copiedSession(session: Record<string, unknown>): Record<string, unknown> {
  return Object.assign(new MemoryStorage(), session)
}

/** Limits the length of a text that the storages take. */
export function leaveRoom(characters: number): void {
  room = characters
}

/** Runs the holders of a lock one after the other. */
function stubLocks(): void {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) => {
    last = last.then(work)
    return last
  }
  vi.stubGlobal('navigator', { locks: { request } })
}

/** A browser with empty storages. */
export function stubStorages(): {
  session: Record<string, unknown>
  local: Record<string, unknown>
} {
  room = Number.POSITIVE_INFINITY
  const storages = { session: new MemoryStorage(), local: new MemoryStorage() }
  vi.stubGlobal('sessionStorage', storages.session)
  vi.stubGlobal('localStorage', storages.local)
  stubLocks()
  return storages
}

/** A browser that refuses storage. */
export function refuseStorages(): void {
  vi.stubGlobal('sessionStorage', undefined)
  vi.stubGlobal('localStorage', undefined)
}

type Listener = (signal: AccountSignal) => void
let tabs: { storage: unknown; listener: Listener }[] = []

/** Closes all tabs. */
export function closeTabs(): void {
  tabs = []
}

/** A tab with its accounts, and what they depend on. */
interface Tab extends Omit<AccountServices, 'storage'> {
  signals: AccountSignals
  /** Acts with the storage of this tab, which also stays in place afterwards. */
  inTab: <Result>(act: () => Result) => Result
}

/** Opens a tab. The tabs of one browser have their own sessionStorage and receive each other's signals. */
export function openTab(session?: Record<string, unknown>, now?: () => number): Tab {
  const own = session ?? new MemoryStorage()
  function inTab<Result>(act: () => Result): Result {
    vi.stubGlobal('sessionStorage', own)
    return act()
  }
  const signals: AccountSignals = {
    post(signal) {
      for (const { storage, listener } of tabs) {
        if (storage === own) continue
        vi.stubGlobal('sessionStorage', storage)
        listener(signal)
      }
      vi.stubGlobal('sessionStorage', own)
    },
    listen(listener) {
      tabs.push({ storage: own, listener })
    },
  }
  const clock = browserLockClock()
  const storage = browserKeyStorage()
  const sessions = inTab(() =>
    openAccountSessions({ storage, clock, signals, ...(now !== undefined && { now }) }),
  )
  return { sessions, clock, signals, inTab }
}

/** An account of the device. */
export function storedAccount(change: Partial<StoredAccount> = {}): StoredAccount {
  return {
    profileId: 'p1',
    name: 'Shop',
    apiKey: 'secret-key-3f2a',
    keep: 'device',
    isReadOnly: false,
    usedAt: 1,
    marks: {},
    ...change,
  }
}
