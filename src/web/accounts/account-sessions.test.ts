import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { StoredAccount } from '#web/accounts/account-record.ts'
import { sessionMarks } from '#web/task-list/session-marks.ts'
import type { AccountSessions } from '#web/accounts/account-sessions.ts'
import {
  closeTabs,
  copiedSession,
  leaveRoom,
  openTab,
  refuseStorages,
  storedAccount,
  stubStorages,
} from '#web/accounts/accounts.fixture.ts'

let session: Record<string, unknown>
let local: Record<string, unknown>
let time = 0
const now = () => time

beforeEach(() => {
  closeTabs()
  const storages = stubStorages()
  session = storages.session
  local = storages.local
  time = Date.UTC(2026, 0, 1)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = () => openTab(session, now).sessions
const connect = (sessions: AccountSessions, name: string, apiKey: string, isReadOnly = false) => {
  sessions.add({ name, defaultName: 'Account', apiKey, isReadOnly })
}
const unlock = (
  sessions: AccountSessions,
  accounts: readonly StoredAccount[],
  activeId?: string,
) => {
  sessions.adopt({ accounts, key: 'vault-key', mark: null }, activeId)
}
const replace = (sessions: AccountSessions, apiKey: string) => {
  const before = sessions
    .tabAccounts()
    ?.accounts.find(({ profileId }) => profileId === sessions.current()?.profileId)
  if (before !== undefined)
    sessions.replace(before.profileId, { ...before, profileId: 'new', apiKey })
}
const names = (sessions: AccountSessions) => sessions.state.get().accounts.map(({ name }) => name)
const MINUTE_MS = 60_000

describe('one account', () => {
  test('has the marks of its tasks in its session, also after a reload; a change of them changes nothing else', () => {
    const first = open()
    connect(first, 'Shop', 'secret-key-3f2a')
    const { profileId, session: reading } = first.current() ?? {}
    if (profileId === undefined || reading === undefined) throw new Error('nothing is open')
    const before = first.state.get()
    const marks = { 'uuid a': { isStarred: true, isHidden: false, note: 'ticket 4711' } }
    first.change(profileId, { marks })
    expect(sessionMarks(reading)).toEqual(marks)
    expect(first.state.get()).toBe(before)
    const reloaded = open().current()
    expect(reloaded && sessionMarks(reloaded.session)).toEqual(marks)
    first.signOut(profileId)
    expect(sessionMarks(reading)).toEqual({})
  })

  test('is active again after a reload, under the same local id', () => {
    const first = open()
    connect(first, 'Shop', 'secret-key-3f2a')
    const reloaded = open().current()
    expect(reloaded).toMatchObject({ name: 'Shop', keyTail: '3f2a', keep: 'tab' })
    expect(reloaded?.session.apiKey).toBe('secret-key-3f2a')
    expect(reloaded?.profileId).toBe(first.current()?.profileId)
  })

  test('that is connected again gets its new name and keeps its session', () => {
    const sessions = open()
    connect(sessions, 'Shop', 'secret-key-3f2a')
    const before = sessions.current()
    connect(sessions, 'Shop 2', 'secret-key-3f2a')
    expect(sessions.current()).toMatchObject({ name: 'Shop 2', profileId: before?.profileId })
    expect(sessions.current()?.session).toBe(before?.session)
    expect(names(sessions)).toEqual(['Shop 2'])
  })

  test('whose key is replaced gets a new id and session, and keeps its place and its read-only mark', () => {
    const sessions = open()
    connect(sessions, 'Shop', 'secret-key-3f2a', true)
    const before = sessions.current()
    replace(sessions, 'another-key-77ab')
    const after = sessions.current()
    expect(after).toMatchObject({ keyTail: '77ab', isReadOnly: true })
    expect(after?.profileId).not.toBe(before?.profileId)
    expect(before?.session.signal.aborted).toBe(true)
    expect(sessions.state.get()).toMatchObject({ replaced: before?.profileId })
    expect(JSON.stringify(session)).not.toContain('secret-key-3f2a')
  })

  test('keeps its draft when its key is replaced', () => {
    const sessions = open()
    connect(sessions, 'Shop', 'secret-key-3f2a')
    const before = sessions.current()?.profileId ?? ''
    session[`marquee.poster-form.${before}`] = 'a draft'
    replace(sessions, 'another-key-77ab')
    const after = sessions.current()?.profileId ?? ''
    expect(session[`marquee.poster-form.${after}`]).toBe('a draft')
    expect(session).not.toHaveProperty(`marquee.poster-form.${before}`)
  })

  test('that is marked read-only gets a read-only session', () => {
    const sessions = open()
    connect(sessions, 'Shop', 'secret-key-3f2a')
    const before = sessions.current()
    sessions.change(before?.profileId ?? '', { isReadOnly: true })
    expect(sessions.current()?.session.isReadOnly).toBe(true)
    expect(before?.session.signal.aborted).toBe(true)
    expect(sessions.current()?.session.serial).not.toBe(before?.session.serial)
  })

  test.each([
    ['secret-key-3f2a', '3f2a'],
    ['abcdef', 'def'],
    ['abc', 'c'],
    ['a', ''],
  ])('shows %s only as %j', (apiKey, tail) => {
    const sessions = open()
    connect(sessions, 'Shop', apiKey)
    expect(sessions.current()?.keyTail).toBe(tail)
  })
})

describe('several accounts', () => {
  test('each have their own session; switching ends the session before and removes its rows', () => {
    const sessions = open()
    const changes = vi.fn<() => void>()
    sessions.state.subscribe(changes)
    connect(sessions, 'A', 'key-of-a')
    const a = sessions.current()?.session
    a?.queryClient.setQueryData(['rows'], ['of a'])
    connect(sessions, 'B', 'key-of-b')
    const b = sessions.current()?.session
    expect(a?.signal.aborted).toBe(true)
    expect(a?.queryClient.getQueryData(['rows'])).toBeUndefined()
    expect(b?.queryClient).not.toBe(a?.queryClient)
    expect(b?.profileId).not.toBe(a?.profileId)
    expect(changes).toHaveBeenCalledTimes(2)
    sessions.switchTo(a?.profileId ?? '')
    expect(sessions.current()).toMatchObject({ name: 'A' })
    expect(sessions.current()?.session).not.toBe(a)
    expect(b?.signal.aborted).toBe(true)
  })

  test('can be read beside the active one, each with its own key, until they are closed or become active', () => {
    const sessions = open()
    connect(sessions, 'A', 'key-of-a')
    const a = sessions.current()?.profileId ?? ''
    connect(sessions, 'B', 'key-of-b')
    const b = sessions.current()
    expect(sessions.lend(b?.profileId ?? '')).toBeUndefined()
    expect(sessions.lend('unknown')).toBeUndefined()
    const returned = sessions.lend(a)
    const lent = sessions.lend(a)
    if (returned === undefined || lent === undefined) throw new Error('A is not open')
    expect([lent.apiKey, b?.session.apiKey]).toEqual(['key-of-a', 'key-of-b'])
    sessions.takeBack(returned)
    expect(returned.signal.aborted).toBe(true)
    expect([lent, b?.session].map((one) => one?.signal.aborted)).toEqual([false, false])
    sessions.switchTo(a)
    expect(sessions.current()?.session).toBe(lent)
    sessions.takeBack(lent)
    expect(lent.apiKey).toBe('key-of-a')

    const ofB = sessions.lend(b?.profileId ?? '')
    sessions.change(a, { name: 'A 2' })
    expect(ofB?.signal.aborted).toBe(false)
    sessions.lock('asked')
    expect(ofB?.signal.aborted).toBe(true)
    expect(ofB?.apiKey).toBe('')
  })

  test('are all open after a reload, and the same one is active', () => {
    const sessions = open()
    connect(sessions, 'A', 'key-of-a')
    const a = sessions.current()?.profileId ?? ''
    connect(sessions, 'B', 'key-of-b')
    sessions.switchTo(a)
    const reloaded = open()
    expect(names(reloaded)).toEqual(['A', 'B'])
    expect(reloaded.current()).toMatchObject({ name: 'A' })
  })

  test('are signed out one by one: the one used last becomes active', () => {
    const sessions = open()
    for (const name of ['A', 'B', 'C']) {
      connect(sessions, name, `key-of-${name}`)
      session[`marquee.poster-form.${sessions.current()?.profileId ?? ''}`] = `draft of ${name}`
      time += MINUTE_MS
    }
    const gone = sessions.current()
    sessions.signOut(gone?.profileId ?? '')
    expect(gone?.session.signal.aborted).toBe(true)
    expect(sessions.current()).toMatchObject({ name: 'B' })
    expect(JSON.stringify(session)).not.toMatch(/key-of-C|draft of C/)
    expect(JSON.stringify(session)).toContain('draft of A')
  })

  test('leave nothing of this app in the tab after the last sign-out, and nothing else is removed', () => {
    const sessions = open()
    connect(sessions, 'Shop', 'secret-key-3f2a')
    Object.assign(session, { 'marquee.poster-form.x': '{}', 'another-app': 'its own' })
    sessions.signOut(sessions.current()?.profileId ?? '')
    expect(sessions.state.get()).toMatchObject({ account: null, locked: null })
    expect(Object.keys(session)).toEqual(['another-app'])
  })
})

describe('accounts of the device', () => {
  const device = [
    storedAccount(),
    storedAccount({ profileId: 'p2', name: 'Mill', apiKey: 'key-of-the-mill', usedAt: 2 }),
  ]

  test('are open beside those of the tab; the one used last is active', () => {
    const sessions = open()
    unlock(sessions, device)
    expect(sessions.current()).toMatchObject({ name: 'Mill', keep: 'device' })
    connect(sessions, 'Guest', 'key-of-the-guest')
    expect(names(sessions)).toEqual(['Shop', 'Mill', 'Guest'])
    expect(sessions.tabAccounts()).toMatchObject({ vaultKey: 'vault-key' })
  })

  test('replace an account of the tab that has the same key', () => {
    const sessions = open()
    connect(sessions, 'Guest', 'key-of-the-mill')
    unlock(sessions, device, 'p2')
    expect(names(sessions)).toEqual(['Shop', 'Mill'])
  })

  test('that were removed in another tab are removed here; the active one keeps its session', () => {
    const sessions = open()
    unlock(sessions, device, 'p1')
    const before = sessions.current()?.session
    unlock(sessions, [storedAccount({ name: 'Shop, renamed' })])
    expect(names(sessions)).toEqual(['Shop, renamed'])
    expect(sessions.current()?.session).toBe(before)
    unlock(sessions, [])
    expect(sessions.current()).toBeNull()
  })

  test('are unlocked with the one that was active in this tab', () => {
    const sessions = open()
    unlock(sessions, device, 'p1')
    sessions.lock('asked')
    expect(JSON.stringify(session)).not.toMatch(/secret-key|vault-key/)
    const reloaded = open()
    expect(reloaded.current()).toBeNull()
    unlock(reloaded, device)
    expect(reloaded.current()).toMatchObject({ name: 'Shop' })
  })
})

describe('locking', () => {
  test('removes keys from the tab, keeps drafts of device accounts, and removes those of tab accounts', () => {
    const sessions = open()
    connect(sessions, 'Guest', 'key-of-the-guest')
    const guest = sessions.current()?.profileId ?? ''
    unlock(sessions, [storedAccount()], 'p1')
    session['marquee.poster-form.p1'] = 'kept'
    session[`marquee.poster-form.${guest}`] = 'dropped'
    const before = sessions.current()?.session
    sessions.lock('asked')
    expect(sessions.state.get()).toMatchObject({ account: null, accounts: [], locked: 'asked' })
    expect(sessions.tabAccounts()).toBeNull()
    expect(before?.signal.aborted).toBe(true)
    expect(JSON.stringify(session)).not.toMatch(/key-of-the-guest|secret-key|vault-key|dropped/)
    expect(session['marquee.poster-form.p1']).toBe('kept')
  })

  test('reaches every tab at once, as does signing out', () => {
    const first = openTab(undefined, now)
    const second = openTab(undefined, now)
    first.inTab(() => unlock(first.sessions, [storedAccount()]))
    second.inTab(() => unlock(second.sessions, [storedAccount()]))
    first.inTab(() => first.sessions.lock('asked'))
    expect(second.sessions.state.get()).toMatchObject({ account: null, locked: 'asked' })
    second.inTab(() => unlock(second.sessions, [storedAccount()]))
    expect(first.sessions.current()).toBeNull()
    first.inTab(() => unlock(first.sessions, [storedAccount()]))
    second.inTab(() => second.sessions.signOut('p1'))
    expect(first.sessions.state.get()).toMatchObject({ account: null, locked: null })
  })

  test.each([
    [MINUTE_MS, 'idle'],
    [-60 * MINUTE_MS, 'clock'],
  ])('is due when the tab wakes after another %d ms: %s', (passed, reason) => {
    const sessions = open()
    connect(sessions, 'Shop', 'secret-key-3f2a')
    time += 59 * MINUTE_MS
    expect(sessions.lockIfDue()).toBe(false)
    time += passed
    expect(sessions.lockIfDue()).toBe(true)
    expect(sessions.state.get()).toMatchObject({ account: null, locked: reason })
  })

  test('is due at start, before anything is shown', () => {
    connect(open(), 'Shop', 'secret-key-3f2a')
    time += 8 * 60 * MINUTE_MS
    const reloaded = open()
    expect(reloaded.state.get()).toMatchObject({ account: null, locked: 'absolute' })
    expect(JSON.stringify(session)).not.toContain('secret-key-3f2a')
  })

  test.each(['wakes', 'is loaded again'])(
    'reaches a tab that was frozen and %s after the others were unlocked',
    (how) => {
      const awake = open()
      connect(awake, 'Shop', 'secret-key-3f2a')
      const frozen = session
      // Another tab, whose signals the frozen one does not receive.
      closeTabs()
      time += MINUTE_MS
      const other = openTab(undefined, now)
      other.inTab(() => {
        connect(other.sessions, 'Shop', 'secret-key-3f2a')
        time += MINUTE_MS
        other.sessions.lock('asked')
        time += MINUTE_MS
        connect(other.sessions, 'Shop', 'secret-key-3f2a')
      })
      vi.stubGlobal('sessionStorage', frozen)
      const back = how === 'wakes' ? awake : openTab(frozen, now).sessions
      back.lockIfDue()
      expect(back.state.get()).toMatchObject({ account: null, locked: 'asked' })
      expect(other.inTab(() => other.sessions.lockIfDue())).toBe(false)
    },
  )

  test('does not keep accounts from being opened again, even if the clock was set back', () => {
    const sessions = open()
    connect(sessions, 'Shop', 'secret-key-3f2a')
    sessions.lock('asked')
    time -= MINUTE_MS
    connect(sessions, 'Shop', 'secret-key-3f2a')
    expect(sessions.lockIfDue()).toBe(false)
    expect(open().current()).toMatchObject({ name: 'Shop' })
  })
})

describe('a tab that was inactive and still has its keys', () => {
  test('removes them if everything was forgotten in the meantime', () => {
    const away = open()
    connect(away, 'Shop', 'secret-key-3f2a')
    session['marquee.poster-form.x'] = 'a draft'
    for (const entry of Object.keys(local)) Reflect.deleteProperty(local, entry)
    time += MINUTE_MS
    expect(away.lockIfDue()).toBe(true)
    expect(away.state.get()).toMatchObject({ account: null, locked: null })
    expect(Object.keys(session)).toEqual([])
  })

  test('also removes them when it is loaded again', () => {
    connect(open(), 'Shop', 'secret-key-3f2a')
    for (const entry of Object.keys(local)) Reflect.deleteProperty(local, entry)
    expect(open().current()).toBeNull()
    expect(Object.keys(session)).toEqual([])
  })

  test.each([
    ['wakes', (away: AccountSessions) => away],
    ['is loaded again', open],
  ])(
    'leaves the account that was signed out of elsewhere when it %s, with its draft',
    (_, again) => {
      const away = open()
      connect(away, 'Shop', 'secret-key-3f2a')
      const { profileId = '' } = away.current() ?? {}
      connect(away, 'Mill', 'mill-key')
      session[`marquee.poster-form.${profileId}`] = 'a draft'
      // The signal of this tab does not reach the one that it was opened from.
      closeTabs()
      const beside = openTab(copiedSession(session), now)
      beside.inTab(() => beside.sessions.signOut(profileId))
      vi.stubGlobal('sessionStorage', session)
      const after = again(away)
      expect(after.lockIfDue()).toBe(false)
      expect(names(after)).toEqual(['Mill'])
      expect(JSON.stringify(session)).not.toMatch(/secret-key|a draft/)
      after.signOut(after.current()?.profileId ?? '')
      expect(open().current()).toBeNull()
    },
  )

  test('keeps an account of the vault that came back after it was signed out of', () => {
    const sessions = open()
    unlock(sessions, [storedAccount()])
    sessions.signOut('p1')
    unlock(sessions, [storedAccount()])
    expect(open().current()).toMatchObject({ name: 'Shop' })
  })

  test('is locked if the vault was changed in the meantime', () => {
    local['marquee.vault'] = 'as it was'
    const away = open()
    away.adopt({ accounts: [storedAccount()], key: 'vault-key', mark: 'as it was' })
    expect(away.isVaultStale()).toBe(false)
    expect(open().current()).toMatchObject({ name: 'Shop' })
    local['marquee.vault'] = 'as it is'
    expect(away.isVaultStale()).toBe(true)
    expect(open().state.get()).toMatchObject({ account: null, locked: 'vault-changed' })
    expect(JSON.stringify(session)).not.toMatch(/secret-key|vault-key/)
  })
})

test('the eight hours start with the first key of a tab; another key does not extend them', () => {
  const sessions = open()
  connect(sessions, 'Shop', 'secret-key-3f2a')
  for (let hour = 1; hour < 8; hour += 1) {
    time += 59 * MINUTE_MS
    connect(sessions, `Guest ${hour}`, `key-of-guest-${hour}`)
    unlock(sessions, [storedAccount({ profileId: 'd', apiKey: 'of the device' })])
  }
  expect(sessions.lockIfDue()).toBe(false)
  time += 67 * MINUTE_MS
  expect(sessions.lockIfDue()).toBe(true)
  expect(sessions.state.get().locked).toBe('absolute')
})

test('removing the last account of the device closes the vault in the tab', () => {
  const sessions = open()
  connect(sessions, 'Guest', 'key-of-the-guest')
  unlock(sessions, [storedAccount()])
  expect(sessions.tabAccounts()?.vaultKey).toBe('vault-key')
  unlock(sessions, [])
  expect(sessions.tabAccounts()).toMatchObject({ vaultKey: null, accounts: [{ name: 'Guest' }] })
})

test('an account that moves into the vault keeps its draft and stays active', () => {
  const sessions = open()
  connect(sessions, 'Other', 'another-key')
  connect(sessions, 'Shop', 'secret-key-3f2a')
  session[`marquee.poster-form.${sessions.current()?.profileId ?? ''}`] = 'a draft'
  unlock(sessions, [storedAccount({ usedAt: 0 })])
  expect(sessions.current()).toMatchObject({ profileId: 'p1' })
  expect(session['marquee.poster-form.p1']).toBe('a draft')
})

test('connecting a known key keeps its read-only mark, and its name if none is given', () => {
  const sessions = open()
  connect(sessions, 'Shop', 'secret-key-3f2a', true)
  sessions.add({
    name: undefined,
    defaultName: 'Account 2',
    apiKey: 'secret-key-3f2a',
    isReadOnly: false,
  })
  expect(sessions.current()).toMatchObject({ name: 'Shop', isReadOnly: true })
})

test('signing out in another tab removes the draft that a locked tab holds', () => {
  const first = openTab(session, now)
  const second = openTab(undefined, now)
  first.inTab(() => unlock(first.sessions, [storedAccount()]))
  second.inTab(() => unlock(second.sessions, [storedAccount()]))
  session['marquee.poster-form.p1'] = 'a draft'
  first.inTab(() => first.sessions.lockTab('asked'))
  expect(session).toHaveProperty('marquee.poster-form.p1')
  second.inTab(() => second.sessions.signOut('p1'))
  expect(session).not.toHaveProperty('marquee.poster-form.p1')
})

test('forgetting everything removes everything of this app from every tab', () => {
  const first = openTab(session, now)
  const second = openTab(undefined, now)
  second.inTab(() => connect(second.sessions, 'B', 'key-of-b'))
  first.inTab(() => {
    connect(first.sessions, 'A', 'key-of-a')
    Object.assign(local, { 'marquee.vault': '{}', 'another-app': 'its own' })
    first.sessions.forgetAll()
  })
  expect(first.sessions.current()).toBeNull()
  expect(second.sessions.current()).toBeNull()
  expect(Object.keys(session)).toEqual([])
  expect(Object.keys(local)).toEqual(['another-app'])
})

test.each([
  'not json',
  '{}',
  '{"accounts":[{"profileId":"","name":"x","apiKey":"y"}]}',
  'null',
  '[]',
])('stored text that cannot be read is ignored: %s', (text) => {
  session['marquee.accounts'] = text
  expect(open().current()).toBeNull()
})

test('a browser that refuses storage still connects and locks, and reports that keys are not kept', () => {
  refuseStorages()
  const sessions = openTab(undefined, now).sessions
  refuseStorages()
  connect(sessions, 'Shop', 'secret-key-3f2a')
  expect(sessions.state.get()).toMatchObject({ isKept: false, account: { name: 'Shop' } })
  time += 60 * MINUTE_MS
  expect(sessions.lockIfDue()).toBe(true)
  expect(sessions.current()).toBeNull()
})

test('accounts that cannot be stored also remove the ones stored before', () => {
  const sessions = open()
  connect(sessions, 'A', 'key-of-a')
  leaveRoom(String(session['marquee.accounts']).length)
  connect(sessions, 'B', 'key-of-b')
  expect(sessions.state.get().isKept).toBe(false)
  expect(open().current()).toBeNull()
})
