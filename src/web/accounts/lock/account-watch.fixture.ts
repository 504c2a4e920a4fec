import { vi } from 'vitest'

import { watchAccounts } from '#web/accounts/lock/account-watch.ts'
import { closeTabs, openTab, stubStorages } from '#web/accounts/accounts.fixture.ts'
import type { AccountServices } from '#web/accounts/account-services.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'

/** Shared by the tests of the watch: a browser with one tab that is watched, and other tabs. */

/** Events of a page that becomes active again. */
export const WAKES = ['visibilitychange', 'pageshow', 'focus', 'resume']

export const shop = account('Shop', 'secret-key-3f2a')
export const mill = account('Mill', 'key-of-the-mill')

function account(name: string, apiKey: string) {
  return { name, defaultName: 'Account 1', apiKey, isReadOnly: false }
}

/** The window of the watched tab. */
function stubPage() {
  const capturing = new EventTarget()
  const others = new EventTarget()
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: (event: Event) => void, options?: { capture?: boolean }) => {
      const listeners = options?.capture === true ? capturing : others
      listeners.addEventListener(type, listener)
    },
  )
  return {
    /** Dispatches an event that only capturing listeners receive, as one that does not bubble or is stopped. */
    happensInside(type: string) {
      capturing.dispatchEvent(new Event(type))
    },
    /** @param key the entry that another tab has changed; null: all of them */
    isStored(key: string | null) {
      const event = Object.assign(new Event('storage'), { key })
      for (const target of [capturing, others]) target.dispatchEvent(event)
    },
  }
}

/** A browser without channels, with fake timers. */
export function openBrowser() {
  closeTabs()
  const { session, local } = stubStorages()
  const page = stubPage()
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })

  return {
    session,
    local,
    page,
    /** Opens the watched tab. */
    openWatched() {
      const tab = openTab(session)
      const services: AccountServices = { ...tab, storage: browserKeyStorage() }
      watchAccounts(services, tab.signals)
      return { ...tab, services }
    },
    /** Opens another tab with an account of its own. It is not watched. */
    openOther() {
      const { sessions, inTab } = openTab()
      const act = (what: () => void) => {
        inTab(what)
        vi.stubGlobal('sessionStorage', session)
      }
      act(() => sessions.add(mill))
      return { sessions, act }
    },
    /** Empties the storage that the tabs share. */
    empty() {
      for (const entry of Object.keys(local)) Reflect.deleteProperty(local, entry)
    },
  }
}

/** Removes all stubs. */
export function closeBrowser(): void {
  vi.doUnmock('#web/accounts/account-actions.ts')
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** Stops the host, so that code that is not loaded yet cannot be loaded. */
export function loseActions(): void {
  vi.doMock('#web/accounts/account-actions.ts', () => {
    throw new Error('no host')
  })
  // The test runner wraps the error, so it does not look like the browser's.
  vi.stubGlobal('reportError', () => undefined)
}

/** Moves the clock without running timers, as a change of the clock or a sleeping machine does. */
export function setClock(byMs: number): void {
  vi.setSystemTime(Date.now() + byMs)
}
