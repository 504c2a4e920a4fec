import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { openAccountSessions } from '#web/accounts/account-sessions.ts'
import { browserAccountSignals } from '#web/accounts/account-signals.ts'
import {
  closeBrowser,
  loseActions,
  openBrowser,
  setClock,
  shop,
  WAKES,
} from '#web/accounts/lock/account-watch.fixture.ts'
import { watchAccounts } from '#web/accounts/lock/account-watch.ts'
import { openTab } from '#web/accounts/accounts.fixture.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'
import { browserLockClock } from '#web/accounts/lock/lock-clock.ts'
import { poster } from '#web/poster-records/record-store.fixture.ts'
import { posterRecordStore } from '#web/poster-records/record-store.ts'

const MINUTE_MS = 60_000
const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']

let browser: ReturnType<typeof openBrowser>
beforeEach(() => {
  browser = openBrowser()
})
afterEach(closeBrowser)

function openShop() {
  const tab = browser.openWatched()
  tab.sessions.add(shop)
  return tab
}

describe('a lock that is due', () => {
  test('happens without any event at most ten seconds late, and reaches the other tabs', () => {
    const { sessions, clock } = browser.openWatched()
    const other = browser.openOther()
    vi.advanceTimersByTime(3_000)
    sessions.add(shop)
    clock.chooseIdleMinutes(5)
    const before = sessions.current()
    vi.advanceTimersByTime(5 * MINUTE_MS - 1)
    expect(sessions.current()).toBe(before)
    vi.advanceTimersByTime(10_000)
    expect(sessions.state.get()).toMatchObject({ account: null, locked: 'idle' })
    expect(before?.session.signal.aborted).toBe(true)
    expect(JSON.stringify(browser.session)).not.toContain('secret-key-3f2a')
    expect(other.sessions.state.get()).toMatchObject({ account: null, locked: 'idle' })
  })

  test.each(WAKES)(
    'is there when %s tells of a page that is back, before it is painted',
    (wake) => {
      const { sessions } = openShop()
      setClock(60 * MINUTE_MS - 1)
      browser.page.happensInside(wake)
      expect(sessions.current()).not.toBeNull()
      setClock(1)
      browser.page.happensInside(wake)
      expect(sessions.state.get()).toMatchObject({ account: null, locked: 'idle' })
      expect(JSON.stringify(browser.session)).not.toContain('secret-key-3f2a')
    },
  )

  test.each(USES)('is put off by %s, even if a screen stops that event', (use) => {
    const { sessions } = openShop()
    vi.advanceTimersByTime(59 * MINUTE_MS)
    browser.page.happensInside(use)
    vi.advanceTimersByTime(59 * MINUTE_MS)
    expect(sessions.current()).not.toBeNull()
    vi.advanceTimersByTime(MINUTE_MS)
    expect(sessions.state.get()).toMatchObject({ account: null, locked: 'idle' })
  })

  test.each(USES)('is not put off by the %s that wakes the machine', (use) => {
    const { sessions, clock } = openShop()
    const before = clock.moments()?.usedAt
    setClock(60 * MINUTE_MS)
    browser.page.happensInside(use)
    expect(sessions.state.get()).toMatchObject({ account: null, locked: 'idle' })
    expect(clock.moments()?.usedAt).toBe(before)
  })

  test('is checked at most once a second while a pointer moves', () => {
    openShop()
    const reads = vi.spyOn(localStorage, 'getItem')
    browser.page.happensInside('pointermove')
    const once = reads.mock.calls.length
    expect(once).toBeGreaterThan(0)
    for (let move = 0; move < 100; move += 1) browser.page.happensInside('pointermove')
    vi.advanceTimersByTime(999)
    browser.page.happensInside('pointermove')
    expect(reads).toHaveBeenCalledTimes(once)
    vi.advanceTimersByTime(1)
    browser.page.happensInside('pointermove')
    expect(reads).toHaveBeenCalledTimes(2 * once)
  })
})

describe('setting back the clock', () => {
  test.each<[string, () => unknown]>([
    ['by itself', () => vi.advanceTimersByTime(10_000)],
    ['on wake', () => browser.page.happensInside('visibilitychange')],
    ['at the next use', () => browser.page.happensInside('keydown')],
  ])('locks every tab %s, even where it still stands after the last use', (_when, act) => {
    const { sessions } = openShop()
    const other = browser.openOther()
    vi.advanceTimersByTime(30 * MINUTE_MS)
    setClock(-20 * MINUTE_MS)
    act()
    expect(sessions.state.get()).toMatchObject({ account: null, locked: 'clock' })
    expect(other.sessions.current()).toBeNull()
  })

  test('locks a page that was suspended right after it was loaded', () => {
    openTab(browser.session).sessions.add(shop)
    vi.advanceTimersByTime(30 * MINUTE_MS)
    const { sessions } = browser.openWatched()
    expect(sessions.current()).not.toBeNull()
    setClock(-20 * MINUTE_MS)
    browser.page.happensInside('pageshow')
    expect(sessions.state.get()).toMatchObject({ account: null, locked: 'clock' })
  })

  test('locks nothing if it is a small correction, or forward', () => {
    const { sessions } = openShop()
    const before = sessions.current()
    vi.advanceTimersByTime(10 * MINUTE_MS)
    for (const change of [-10_000, 30 * MINUTE_MS]) {
      setClock(change)
      browser.page.happensInside('visibilitychange')
    }
    expect(sessions.current()).toBe(before)
  })

  test('locks no other tab if the one that notices it has no accounts', () => {
    browser.openWatched()
    const other = browser.openOther()
    vi.advanceTimersByTime(30 * MINUTE_MS)
    setClock(-20 * MINUTE_MS)
    browser.page.happensInside('visibilitychange')
    expect(other.sessions.current()).not.toBeNull()
    expect(browser.local).not.toHaveProperty('marquee.locked-at')
  })
})

test('in a browser without channels, a storage event tells of a sign-out and of a lock in another tab', () => {
  const [storage, clock] = [browserKeyStorage(), browserLockClock()]
  const signals = browserAccountSignals()
  const sessions = openAccountSessions({ storage, clock, signals })
  watchAccounts({ sessions, storage, clock }, signals)
  sessions.add(shop)
  const other = browser.openOther()
  vi.advanceTimersByTime(1_000)
  const { profileId = '' } = sessions.current() ?? {}
  other.act(() => other.sessions.signOut(profileId))
  expect(sessions.current()).not.toBeNull()
  browser.page.isStored('marquee.signed-out')
  expect(sessions.state.get()).toMatchObject({ account: null, locked: null })
  sessions.add(shop)
  vi.advanceTimersByTime(1_000)
  other.act(() => other.sessions.lock('asked'))
  expect(sessions.current()).not.toBeNull()
  browser.page.isStored('marquee.locked-at')
  expect(sessions.state.get()).toMatchObject({ account: null, locked: 'asked' })
})

test('a storage that another tab has emptied closes all accounts and removes their drafts', () => {
  const { sessions } = openShop()
  browser.session['marquee.poster-form.x'] = 'a draft'
  browser.empty()
  browser.page.isStored(null)
  expect(sessions.state.get()).toMatchObject({ account: null, locked: null })
  expect(Object.keys(browser.session)).toEqual([])
})

describe('forgetting everything in another tab', () => {
  const owner = { name: undefined, session: 'session-1' }
  const known = () => posterRecordStore.own(owner.session).get().length
  beforeEach(async () => {
    await posterRecordStore.begin(poster(), owner, [])
  })
  afterEach(() => {
    posterRecordStore.forgetKnown()
  })

  test('removes the accounts of this tab, and the poster records in its memory', async () => {
    const { sessions } = openShop()
    const other = browser.openOther()
    const forgotten = new Promise<void>((resolve) => {
      posterRecordStore.subscribe(resolve)
    })
    expect(known()).toBe(1)
    other.act(() => other.sessions.forgetAll())
    await forgotten
    expect(known()).toBe(0)
    expect(sessions.state.get()).toMatchObject({ account: null, locked: null })
  })

  test('differs from locking and signing out, which keep the poster records in memory', async () => {
    const { sessions } = openShop()
    const other = browser.openOther()
    other.act(() => {
      other.sessions.signOut(other.sessions.current()?.profileId ?? '')
      other.sessions.lock('asked')
    })
    expect(sessions.current()).toBeNull()
    await vi.dynamicImportSettled()
    expect(known()).toBe(1)
  })

  test('removes the accounts even if the code for the rest cannot be loaded', async () => {
    const { sessions } = openShop()
    const other = browser.openOther()
    loseActions()
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    other.act(() => other.sessions.forgetAll())
    await vi.dynamicImportSettled()
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    expect(sessions.current()).toBeNull()
    expect(Object.keys(browser.session)).toEqual([])
  })
})
