import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import {
  copiedSession,
  openTab,
  refuseStorages,
  stubStorages,
} from '#web/accounts/accounts.fixture.ts'
import { dropEarlyRequest, startEarlyRequest } from '#web/early/early-request.ts'

const fetched = vi.fn<typeof fetch>()
let session: Record<string, unknown>
let local: Record<string, unknown>

beforeEach(() => {
  vi.useFakeTimers()
  const storages = stubStorages()
  session = storages.session
  local = storages.local
  vi.stubGlobal('fetch', fetched)
  goTo('/tasks')
})
afterEach(() => {
  dropEarlyRequest()
  fetched.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function goTo(address: string): void {
  const { pathname, search } = new URL(address, 'http://localhost')
  vi.stubGlobal('location', { pathname, search })
}

function connect(name: string, apiKey: string): void {
  openTab(session).sessions.add({ name, defaultName: name, apiKey, isReadOnly: false })
  fetched.mockReset()
}

const sent = () =>
  fetched.mock.calls.map(([url, init]) => [url, new Headers(init?.headers).get('authorization')])

test('the list of the address is requested with the key of the active account', () => {
  connect('Shop', 'shop-key-1')
  connect('Mill', 'mill-key-2')
  goTo('/tasks?status=failed&page=3&page_size=50&task=7&page_size_=9')
  startEarlyRequest()
  expect(sent()).toEqual([
    ['/api/plugins/video/tasks?status=failed&page=3&page_size=50', 'Bearer mill-key-2'],
  ])
})

test('an invalid parameter takes its default, as in the app', () => {
  connect('Shop', 'shop-key-1')
  goTo('/tasks?status=nonsense&page=0&page_size=20')
  startEarlyRequest()
  expect(sent()).toEqual([['/api/plugins/video/tasks', 'Bearer shop-key-1']])
})

test('nothing is sent on another screen', () => {
  connect('Shop', 'shop-key-1')
  goTo('/posters')
  startEarlyRequest()
  expect(sent()).toEqual([])
})

test('nothing is sent without an account, or if the browser refuses storage', () => {
  startEarlyRequest()
  refuseStorages()
  startEarlyRequest()
  expect(sent()).toEqual([])
})

test.each<[string, () => void]>([
  ['was not used for an hour', () => vi.advanceTimersByTime(61 * 60_000)],
  ['is due to lock after eight hours', () => vi.advanceTimersByTime(8 * 60 * 60_000)],
  ['was locked from another tab', () => lockElsewhere()],
  ['was signed out of in another tab', () => signOutElsewhere()],
  ['has lost the times that decide about a lock', () => emptyShared()],
  ['has a clock that was set back', () => vi.setSystemTime(Date.now() - 60_000)],
])('nothing is sent or shown for a tab that %s', (_, happen) => {
  connect('Shop', 'shop-key-1')
  startEarlyRequest()
  const { earlyRequest } = globalThis
  expect(earlyRequest?.isStillOpen()).toBe(true)
  fetched.mockReset()
  happen()
  expect(earlyRequest?.isStillOpen()).toBe(false)
  startEarlyRequest()
  expect(sent()).toEqual([])
})

function lockElsewhere(): void {
  vi.advanceTimersByTime(1_000)
  local['marquee.locked-at'] = String(Date.now())
}

function signOutElsewhere(): void {
  const { sessions, inTab } = openTab(copiedSession(session))
  inTab(() => sessions.signOut(sessions.current()?.profileId ?? ''))
  vi.stubGlobal('sessionStorage', session)
}

function emptyShared(): void {
  for (const entry of Object.keys(local)) Reflect.deleteProperty(local, entry)
}
