import { readdirSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { IDEMPOTENCY_KEPT_MS, type StoredReply } from '#contract/idempotency.ts'
import {
  type IdempotencyStore,
  type IdempotentRequest,
  MAX_COVERED_MS,
} from '#host/idempotency/idempotency-store.ts'
import {
  FORGET_EVERY_MS,
  FORGET_PAUSE_MS,
  FORGOTTEN_AT_ONCE,
  IDEMPOTENCY_FILE,
  openSqliteStore,
} from '#host/idempotency/sqlite-store.ts'
import { bodyDigest, idempotencyName } from '#host/idempotency/with-idempotency.ts'
import { closeTestServers, openTestStore, writeFolder } from '#host/servers.fixture.ts'
import { openDatabase } from '#sqlite/database.ts'

afterEach(closeTestServers)

const KEY = 'CANARY-key'
const ID = '11111111-2222-4333-8444-555555555555'
const BODY = '{"image_url":"CANARY-image"}'
const HOUR = 60 * 60 * 1000
const submission: IdempotentRequest = {
  name: idempotencyName(KEY, ID),
  bodyDigest: bodyDigest(KEY, BODY),
}
const reply: StoredReply = {
  status: 200,
  retryAfter: '7',
  notSent: false,
  hostErrorCode: null,
  body: '{"code": 200}',
}

function another(id: string): IdempotentRequest {
  return { ...submission, name: idempotencyName(KEY, id) }
}

/** A clock that stands where it is put. */
function setClock(time: number) {
  const clock = { time, now: () => clock.time }
  return clock
}

describe('what was written', () => {
  it('is forgotten 7 days after it was last written, by a write once an hour', async () => {
    const clock = setClock(1_000_000_000_000)
    const store = openTestStore(undefined, clock.now)
    await store.begin(submission)
    await store.begin(another('open'))
    await store.readOrCancel(another('cancelled').name)
    clock.time += 2 * FORGET_EVERY_MS
    await store.finish(submission, reply)
    clock.time += IDEMPOTENCY_KEPT_MS - 2 * FORGET_EVERY_MS
    await store.begin(another('later'))
    expect(await store.read(another('open').name)).toMatchObject({ state: 'forwarded' })
    expect(await store.read(another('cancelled').name)).toEqual({ state: 'cancelled' })
    clock.time += FORGET_EVERY_MS - 1
    await store.begin(another('within the hour'))
    expect(await store.read(another('open').name)).toMatchObject({ state: 'forwarded' })
    clock.time += 1
    await store.begin(another('an hour later'))
    expect(await store.read(another('open').name)).toBeUndefined()
    expect(await store.read(another('cancelled').name)).toBeUndefined()
    expect(await store.read(submission.name)).toMatchObject({ state: 'done' })
    clock.time += 2 * FORGET_EVERY_MS
    await store.readOrCancel(another('cancelled').name)
    expect(await store.read(submission.name)).toBeUndefined()
  })

  it('is also forgotten when the store opens, without another creation', async () => {
    const folder = writeFolder({})
    const clock = setClock(1_000_000_000_000)
    await openTestStore(folder, clock.now).begin(submission)
    clock.time += IDEMPOTENCY_KEPT_MS
    expect(await openTestStore(folder, clock.now).read(submission.name)).toBeDefined()
    clock.time += 1
    expect(await openTestStore(folder, clock.now).read(submission.name)).toBeUndefined()
  })

  it('is forgotten some at a time, so that a host with a month of it starts at once', async ({
    onTestFinished,
  }) => {
    const folder = writeFolder({})
    const clock = setClock(1_000_000_000_000)
    await openTestStore(folder, clock.now).begin(submission)
    const file = openDatabase(join(folder, IDEMPOTENCY_FILE))
    onTestFinished(() => file.close())
    file.exec(`
      WITH RECURSIVE numbers (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${3 * FORGOTTEN_AT_ONCE})
      INSERT INTO idempotency_keys (name, body_digest, state, written_at)
        SELECT 'old ' || n, body_digest, state, written_at FROM idempotency_keys, numbers;
    `)
    const left = () =>
      file.query<{ n: number }>('SELECT count(*) AS n FROM idempotency_keys').one()?.n
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    clock.time += IDEMPOTENCY_KEPT_MS + 1
    const store = openTestStore(folder, clock.now)
    expect(left()).toBe(2 * FORGOTTEN_AT_ONCE + 1)
    await store.begin(another('meanwhile'))
    expect(left()).toBe(2 * FORGOTTEN_AT_ONCE + 2)
    await vi.advanceTimersByTimeAsync(FORGET_PAUSE_MS)
    expect(left()).toBe(FORGOTTEN_AT_ONCE + 2)
    await vi.advanceTimersByTimeAsync(10 * FORGET_PAUSE_MS)
    expect(left()).toBe(1)
  })

  it('can be read where the disk is too full to forget', async () => {
    const folder = writeFolder({})
    const clock = setClock(1_000_000_000_000)
    await openTestStore(folder, clock.now).begin(submission)
    const file = openDatabase(join(folder, IDEMPOTENCY_FILE))
    file.exec(
      `CREATE TRIGGER full BEFORE DELETE ON idempotency_keys BEGIN SELECT raise(ABORT, 'full'); END`,
    )
    file.close()
    clock.time += IDEMPOTENCY_KEPT_MS + 1
    expect(await openTestStore(folder, clock.now).read(submission.name)).toBeDefined()
  })

  it.each([
    ['behind', -30 * HOUR],
    ['ahead', 30 * HOUR],
  ])('is kept by a host whose clock is 30 h %s, and by the next one', async (_direction, wrong) => {
    const folder = writeFolder({})
    const right = 1_000_000_000_000
    const open = (time: number) => openTestStore(folder, setClock(time).now)
    const expectKnown = async (store: IdempotencyStore, later: string) => {
      // A write may forget; what is young must stay.
      expect(await store.begin(another(later))).toBeUndefined()
      expect(await store.begin(submission)).toMatchObject({ state: 'done' })
      expect(await store.begin(another('wrong time'))).toMatchObject({ state: 'forwarded' })
      expect(await store.begin(another('cancelled'))).toEqual({ state: 'cancelled' })
      expect(await store.coversMs()).toBeLessThanOrEqual(24 * HOUR)
    }
    const first = open(right)
    await first.begin(submission)
    await first.finish(submission, reply)
    await first.readOrCancel(another('cancelled').name)
    const second = open(right + wrong)
    await second.begin(another('wrong time'))
    await expectKnown(second, 'later')
    await expectKnown(open(right + 1000), 'still later')
  })

  it('holds a reply that comes after its creation was forgotten', async () => {
    const clock = setClock(1_000_000_000_000)
    const store = openTestStore(undefined, clock.now)
    await store.begin(submission)
    clock.time += IDEMPOTENCY_KEPT_MS + 1
    await store.begin(another('later'))
    expect(await store.read(submission.name)).toBeUndefined()
    await store.finish(submission, reply)
    expect(await store.begin(submission)).toMatchObject({ state: 'done', reply })
  })

  it('tells neither the key, nor the id, nor the body, and is for its owner only', async () => {
    const folder = join(writeFolder({}), 'data')
    const store = openTestStore(folder)
    await store.begin(submission)
    await store.finish(submission, reply)
    const files = readdirSync(folder)
    expect(files).toContain(IDEMPOTENCY_FILE)
    const bytes = files.map((file) => readFileSync(join(folder, file), 'latin1')).join('')
    expect(bytes).toContain(submission.name)
    expect(bytes).not.toContain('CANARY')
    expect(bytes).not.toContain(ID)
    expect(statSync(folder).mode & 0o077).toBe(0)
  })
})

it('covers the time since it exists, at most 24 h, also when it is opened again', async () => {
  const folder = writeFolder({})
  const clock = setClock(1_000_000_000_000)
  const store = openTestStore(folder, clock.now)
  expect(await store.coversMs()).toBe(0)
  clock.time += 5000
  expect(await store.coversMs()).toBe(5000)
  expect(await openTestStore(folder, clock.now).coversMs()).toBe(5000)
  clock.time += IDEMPOTENCY_KEPT_MS
  expect(await store.coversMs()).toBe(24 * HOUR)
  // A clock that was set back.
  clock.time -= 2 * IDEMPOTENCY_KEPT_MS
  expect(await store.coversMs()).toBe(0)
})

it('throws where another process holds the file for too long, and has written nothing', async () => {
  const folder = writeFolder({})
  const store = openTestStore(folder, undefined, 1)
  const other = openDatabase(join(folder, IDEMPOTENCY_FILE))
  other.exec('BEGIN IMMEDIATE')
  await expect(store.begin(submission)).rejects.toThrow(/locked/)
  await expect(store.finish(submission, reply)).rejects.toThrow(/locked/)
  await expect(store.readOrCancel(submission.name)).rejects.toThrow(/locked/)
  other.close()
  expect(await store.begin(submission)).toBeUndefined()
})

it('writes those of one turn together, and one that cannot be written stops no other', async () => {
  const folder = writeFolder({})
  const store = openTestStore(folder)
  const file = openDatabase(join(folder, IDEMPOTENCY_FILE))
  file.exec(
    `CREATE TRIGGER bad BEFORE INSERT ON idempotency_keys WHEN new.name = '${another('bad').name}'
       BEGIN SELECT raise(ABORT, 'cannot be written'); END`,
  )
  file.close()
  const results = await Promise.allSettled([
    store.begin(submission),
    store.begin(another('bad')),
    store.begin(another('good')),
    store.begin(submission),
  ])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(await store.read(another('bad').name)).toBeUndefined()
  expect(await store.read(another('good').name)).toMatchObject({ state: 'forwarded' })
  // The second of two equal ones finds the first.
  expect(results[3]).toMatchObject({ value: { state: 'forwarded' } })
})

it('does not open the file of another version', () => {
  const folder = writeFolder({})
  const database = openDatabase(join(folder, IDEMPOTENCY_FILE))
  database.exec('PRAGMA user_version = 3')
  database.close()
  expect(() => openSqliteStore(folder)).toThrow(/schema 3, this version knows 2/)
})

it('goes by a clock that does not follow one that is set forward', async ({ onTestFinished }) => {
  const store = openTestStore()
  const systemNow = Date.now
  onTestFinished(() => {
    Date.now = systemNow
  })
  Date.now = () => systemNow() + 10 * IDEMPOTENCY_KEPT_MS
  await store.begin(submission)
  expect(await store.coversMs()).toBeLessThan(MAX_COVERED_MS)
})

it('goes by a clock that goes on while the machine sleeps', async ({ onTestFinished }) => {
  const store = openTestStore()
  const uptime = vi.spyOn(os, 'uptime').mockReturnValue(os.uptime() + 10 * 60 * 60)
  onTestFinished(() => uptime.mockRestore())
  expect(await store.coversMs()).toBeGreaterThanOrEqual(10 * HOUR)
})
