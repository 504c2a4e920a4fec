import type { AccountSignals } from '#web/accounts/account-signals.ts'
import type { AccountsHome } from '#web/accounts/accounts-home.ts'
import { VAULT_ENTRY } from '#web/accounts/key-storage.ts'
import { clockWatch, LOCKED_ENTRY } from '#web/accounts/lock/lock-clock.ts'

/** How often the clocks are compared while nothing happens, in milliseconds. */
const CHECK_MS = 10_000

/** A pointer that moves is asked about no more often, in milliseconds. */
const USE_MS = 1_000

/** What tells that somebody is here. */
const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** What happens when a page comes back from wherever it was; before it is painted again. */
const WAKES = ['visibilitychange', 'pageshow', 'focus', 'resume'] as const

/** The code that opens the vault is no part of what every screen loads. */
const loadActions = () => import('#web/accounts/account-actions.ts')

/**
 * Keeps the accounts of this tab as they are to be for as long as the page is there: locks them by
 * time, on wake and with other tabs, and follows what those change.
 */
export function watchAccounts(home: AccountsHome, signals: AccountSignals): void {
  const { sessions, clock } = home
  const wasSetBack = clockWatch()
  // Where the clocks stand now: a page can be away before their first check.
  wasSetBack(Date.now(), performance.now())
  let usedAt = Number.NEGATIVE_INFINITY

  /** @returns whether the accounts are locked now */
  function check(): boolean {
    const isSetBack = wasSetBack(Date.now(), performance.now())
    if (isSetBack && sessions.current() !== null) sessions.lock('clock')
    return sessions.lockIfDue()
  }

  async function followVault() {
    if (!sessions.isVaultStale()) return
    try {
      const actions = await loadActions()
      await actions.followVault(home)
    } catch {
      // What cannot be followed is not shown on.
      sessions.lockTab('vault-changed')
    }
  }

  /** A page that was away may have missed what other tabs have told. */
  function wake() {
    if (!check()) void followVault()
  }

  function noteUse() {
    const now = performance.now()
    if (now - usedAt < USE_MS) return
    usedAt = now
    // What wakes a machine is no use of an account that is to be locked.
    if (!check()) clock.noteUsed(Date.now())
  }

  async function forgetInMemory() {
    try {
      const actions = await loadActions()
      await actions.forgetInMemory()
    } catch {
      // What was never loaded remembers nothing.
    }
  }

  setInterval(check, CHECK_MS)
  for (const event of WAKES) addEventListener(event, wake, { capture: true })
  for (const event of USES) addEventListener(event, noteUse, { capture: true, passive: true })
  addEventListener('storage', ({ key }) => {
    // null: all entries are gone.
    if (key === LOCKED_ENTRY || key === null) check()
    if (key === VAULT_ENTRY || key === null) void followVault()
  })
  signals.listen(({ kind }) => {
    if (kind === 'forget-all') void forgetInMemory()
  })
}
