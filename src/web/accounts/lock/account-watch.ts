import type { AccountSignals } from '#web/accounts/account-signals.ts'
import type { AccountServices } from '#web/accounts/account-services.ts'
import { SIGNED_OUT_ENTRY, VAULT_ENTRY } from '#web/accounts/key-storage.ts'
import { clockWatch, LOCKED_ENTRY } from '#web/accounts/lock/lock-clock.ts'
import { reportDefect } from '#web/api/api-error.ts'
import { forgetShell } from '#web/shell/kept-shell.ts'
import { isNotLoaded } from '#web/ui/is-not-loaded.ts'

/** How often a lock is checked without any event, in milliseconds. */
const CHECK_MS = 10_000

/** Shortest time between two notes of use, in milliseconds. */
const USE_MS = 1_000

/** Events that count as use. */
const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** Events of a page that becomes active again, before it is painted. */
const WAKES = ['visibilitychange', 'pageshow', 'focus', 'resume'] as const

/** Loads the code that opens the vault, which the first screen does not need. */
const loadActions = () => import('#web/accounts/account-actions.ts')

/**
 * Watches the accounts of this tab for as long as the page is open. Locks them when that is due, checks again when
 * the page becomes active, and takes over changes of other tabs.
 */
export function watchAccounts(services: AccountServices, signals: AccountSignals): void {
  const { sessions, clock } = services
  const wasSetBack = clockWatch()
  // Read the clocks now, as the page may be suspended before the first check.
  wasSetBack(Date.now(), performance.now())
  let usedAt = Number.NEGATIVE_INFINITY

  /** Locks the accounts if that is due. @returns whether they are locked now */
  function check(): boolean {
    const isSetBack = wasSetBack(Date.now(), performance.now())
    if (isSetBack && sessions.current() !== null) sessions.lock('clock')
    return sessions.lockIfDue()
  }

  async function followVault() {
    if (!sessions.isVaultStale()) return
    try {
      const actions = await loadActions()
      await actions.followVault(services)
    } catch (error) {
      if (!isNotLoaded(error)) reportDefect(error)
      // Do not go on showing accounts that may have changed.
      sessions.lockTab('vault-changed')
    }
  }

  /** Catches up with signals that the page may have missed while it was inactive. */
  function wake() {
    if (!check()) void followVault()
  }

  function noteUse() {
    const now = performance.now()
    if (now - usedAt < USE_MS) return
    usedAt = now
    // Lock first: the event that wakes a machine does not count as use.
    if (!check()) clock.noteUsed(Date.now())
  }

  /** Clears the memory of this page after another tab has removed everything. */
  async function forgetInMemory() {
    // This page may be about to store again what the other tab has removed.
    void forgetShell()
    try {
      const records = await import('#web/poster-records/account-records.ts')
      records.forgetKnownRecords()
    } catch (error) {
      // Code that could not be loaded has nothing in memory.
      if (!isNotLoaded(error)) reportDefect(error)
    }
  }

  setInterval(check, CHECK_MS)
  for (const event of WAKES) addEventListener(event, wake, { capture: true })
  for (const event of USES) addEventListener(event, noteUse, { capture: true, passive: true })
  addEventListener('storage', ({ key }) => {
    // null: the whole storage was emptied.
    if (key === LOCKED_ENTRY || key === SIGNED_OUT_ENTRY || key === null) check()
    if (key === VAULT_ENTRY || key === null) void followVault()
  })
  signals.listen(({ kind }) => {
    if (kind === 'forget-all') void forgetInMemory()
  })
}
