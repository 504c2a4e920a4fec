import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { closeTabs, openTab, stubStorages } from '#web/accounts/accounts.fixture.ts'
import type { AccountServices } from '#web/accounts/account-services.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'
import { browserLockClock } from '#web/accounts/lock/lock-clock.ts'
import { type MarkChange, markTasks } from '#web/accounts/mark-tasks.ts'
import { sessionMarks } from '#web/task-list/session-marks.ts'
import { MOST_MARKED } from '#web/task-list/task-marks.ts'

let session: Record<string, unknown>
let services: AccountServices
beforeEach(() => {
  closeTabs()
  session = stubStorages().session
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
  const { sessions } = openTab(session)
  services = { sessions, storage: browserKeyStorage(), clock: browserLockClock() }
  sessions.add({ name: 'Shop', defaultName: '', apiKey: 'secret-key-3f2a', isReadOnly: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const tasks = (...uuids: string[]) =>
  uuids.flatMap((uuid) => {
    const row = readVideoTaskRow({ uuid })
    return row.kind === 'task' ? [row.task] : []
  })
const current = () => {
  const account = services.sessions.current()
  if (account === null) throw new Error('no account is open')
  return account
}
const mark = async (change: MarkChange, ...uuids: string[]) =>
  markTasks(services, current(), tasks(...uuids), change)
const starred = () => {
  const marks = Object.entries(sessionMarks(current().session))
  return marks.filter(([, { isStarred }]) => isStarred).map(([key]) => key)
}

test('some tasks are starred together, unless all of them are: then the stars go', async () => {
  await mark('isStarred', 'a')
  await mark('isStarred', 'a', 'b')
  expect(starred()).toEqual(['uuid a', 'uuid b'])
  await mark('isStarred', 'a', 'b')
  expect(starred()).toEqual([])
})

test('an account that was left gets no more marks, and the next one gets none of its', async () => {
  const left = current()
  services.sessions.signOut(left.profileId)
  services.sessions.add({
    name: 'Mill',
    defaultName: '',
    apiKey: 'secret-key-9x',
    isReadOnly: false,
  })
  expect(await markTasks(services, left, tasks('a'), 'isStarred')).toBeUndefined()
  expect(starred()).toEqual([])
})

test('where marks are kept is said at the first one of an account', async () => {
  expect(await mark({ note: 'ticket 4711' }, 'a')).toEqual({ kind: 'first' })
  expect(await mark('isHidden', 'a')).toBeUndefined()
})

test('an account with as many marked tasks as it can have takes no more, and keeps those it has', async () => {
  const names = Array.from({ length: MOST_MARKED }, (_, at) => `t${at}`)
  await mark('isStarred', ...names)
  expect(await mark('isStarred', 'one more')).toMatchObject({ kind: 'refused' })
  expect(starred()).toHaveLength(MOST_MARKED)
  expect(await mark('isHidden', 't0')).toBeUndefined()
  expect(await mark('isStarred', 't1')).toBeUndefined()
  expect(await mark('isStarred', 'one more')).toBeUndefined()
  expect(starred()).toContain('uuid one more')
})
