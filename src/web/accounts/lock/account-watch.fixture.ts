import { vi } from 'vitest'

import { watchAccounts } from '#web/accounts/lock/account-watch.ts'
import { closeTabs, openTab, stubStorages } from '#web/accounts/accounts.fixture.ts'
import type { AccountsHome } from '#web/accounts/accounts-home.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'

/** What the tests of the watch have in common: a browser with one tab that is watched, and others. */

/** What happens in a page that is back. */
export const WAKES = ['visibilitychange', 'pageshow', 'focus', 'resume']

export const shop = account('Shop', 'secret-key-3f2a')
export const mill = account('Mill', 'key-of-the-mill')

function account(name: string, apiKey: string) {
  return { name, defaultName: 'Account 1', apiKey, isReadOnly: false }
}

/** The window of the tab that is watched. */
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
    /** Inside of the page, where it does not bubble, or a screen keeps it to itself. */
    happensInside(type: string) {
      capturing.dispatchEvent(new Event(type))
    },
    /** @param key what another tab has changed, null: everything */
    isStored(key: string | null) {
      const event = Object.assign(new Event('storage'), { key })
      for (const target of [capturing, others]) target.dispatchEvent(event)
    },
  }
}

/** A browser without channels, in which no time passes by itself. */
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
    /** Opens the tab whose page this is. */
    openWatched() {
      const tab = openTab(session)
      const home: AccountsHome = { ...tab, storage: browserKeyStorage() }
      watchAccounts(home, tab.signals)
      return { ...tab, home }
    },
    /** Opens another tab, with an account of its own; nothing watches it. */
    openOther() {
      const { sessions, inTab } = openTab()
      const act = (what: () => void) => {
        inTab(what)
        vi.stubGlobal('sessionStorage', session)
      }
      act(() => sessions.connect(mill))
      return { sessions, act }
    },
    /** Removes what the tabs share. */
    empty() {
      for (const entry of Object.keys(local)) Reflect.deleteProperty(local, entry)
    },
  }
}

/** Leaves nothing of it to the next test. */
export function closeBrowser(): void {
  vi.doUnmock('#web/accounts/account-actions.ts')
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** The host is gone: code that was not loaded yet does not come. */
export function loseActions(): void {
  vi.doMock('#web/accounts/account-actions.ts', () => {
    throw new Error('no host')
  })
}

/** Sets the clock, or has a machine sleep: no timer runs. */
export function setClock(byMs: number): void {
  vi.setSystemTime(Date.now() + byMs)
}
