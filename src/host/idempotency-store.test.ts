import { readdirSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { IDEMPOTENCY_KEPT_MS, type StoredReply } from '#contract/idempotency.ts'
import {
  type IdempotencyStore,
  FORGET_EVERY_MS,
  MAX_COVERED_MS,
  openIdempotencyStore,
} from '#host/idempotency-store.ts'
import { type IdempotentRequest, idempotencyName, bodyDigest } from '#host/idempotency-name.ts'
import { IDEMPOTENCY_FILE } from '#host/idempotency-schema.ts'
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
  finding: null,
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
  it('is there for another process too, from the moment it was written', () => {
    const folder = writeFolder({})
    const first = openTestStore(folder)
    const second = openTestStore(folder)
    const forwarded = { state: 'forwarded', bodyDigest: submission.bodyDigest }
    expect(first.begin(submission)).toBeUndefined()
    expect(second.begin(submission)).toEqual(forwarded)
    expect(second.readOrCancel(submission.name)).toEqual(forwarded)
    first.finish(submission, reply)
    const done = { state: 'done', bodyDigest: submission.bodyDigest, reply }
    expect(second.begin(submission)).toEqual(done)
    expect(second.readOrCancel(submission.name)).toEqual(done)
    expect(second.readOrCancel(another('x').name)).toEqual({ state: 'cancelled' })
    expect(first.begin(another('x'))).toEqual({ state: 'cancelled' })
    expect(openTestStore(folder).begin(submission)).toEqual(done)
  })

  it('keeps every part of a reply', () => {
    const store = openTestStore()
    const odd: StoredReply = {
      status: 502,
      retryAfter: null,
      notSent: true,
      finding: 'unreachable',
      body: '',
    }
    store.begin(submission)
    store.finish(submission, odd)
    expect(store.begin(submission)).toMatchObject({ reply: odd })
  })

  it('is forgotten 7 days after it was last written, by a write once an hour', () => {
    const clock = setClock(1_000_000_000_000)
    const store = openTestStore(undefined, clock.now)
    store.begin(submission)
    store.begin(another('open'))
    store.readOrCancel(another('sealed').name)
    clock.time += 2 * FORGET_EVERY_MS
    store.finish(submission, reply)
    clock.time += IDEMPOTENCY_KEPT_MS - 2 * FORGET_EVERY_MS
    store.begin(another('later'))
    expect(store.read(another('open').name)).toMatchObject({ state: 'forwarded' })
    expect(store.read(another('sealed').name)).toEqual({ state: 'cancelled' })
    clock.time += FORGET_EVERY_MS - 1
    store.begin(another('within the hour'))
    expect(store.read(another('open').name)).toMatchObject({ state: 'forwarded' })
    clock.time += 1
    store.begin(another('an hour later'))
    expect(store.read(another('open').name)).toBeUndefined()
    expect(store.read(another('sealed').name)).toBeUndefined()
    expect(store.read(submission.name)).toMatchObject({ state: 'done' })
    clock.time += 2 * FORGET_EVERY_MS
    store.readOrCancel(another('given up').name)
    expect(store.read(submission.name)).toBeUndefined()
  })

  it('is also forgotten when the store opens, without another creation', () => {
    const folder = writeFolder({})
    const clock = setClock(1_000_000_000_000)
    openTestStore(folder, clock.now).begin(submission)
    clock.time += IDEMPOTENCY_KEPT_MS
    expect(openTestStore(folder, clock.now).read(submission.name)).toBeDefined()
    clock.time += 1
    expect(openTestStore(folder, clock.now).read(submission.name)).toBeUndefined()
  })

  it('can be read where the disk is too full to forget', () => {
    const folder = writeFolder({})
    const clock = setClock(1_000_000_000_000)
    openTestStore(folder, clock.now).begin(submission)
    const file = openDatabase(join(folder, IDEMPOTENCY_FILE))
    file.exec(
      `CREATE TRIGGER full BEFORE DELETE ON attempts BEGIN SELECT raise(ABORT, 'full'); END`,
    )
    file.close()
    clock.time += IDEMPOTENCY_KEPT_MS + 1
    expect(openTestStore(folder, clock.now).read(submission.name)).toBeDefined()
  })

  it.each([
    ['behind', -30 * HOUR],
    ['ahead', 30 * HOUR],
  ])('is kept by a host whose clock is 30 h %s, and by the next one', (_direction, wrong) => {
    const folder = writeFolder({})
    const right = 1_000_000_000_000
    const open = (time: number) => openTestStore(folder, setClock(time).now)
    const expectKnown = (store: IdempotencyStore, later: string) => {
      // A write may forget; what is young must stay.
      expect(store.begin(another(later))).toBeUndefined()
      expect(store.begin(submission)).toMatchObject({ state: 'done' })
      expect(store.begin(another('wrong time'))).toMatchObject({ state: 'forwarded' })
      expect(store.begin(another('sealed'))).toEqual({ state: 'cancelled' })
      expect(store.coversMs()).toBeLessThanOrEqual(24 * HOUR)
    }
    const first = open(right)
    first.begin(submission)
    first.finish(submission, reply)
    first.readOrCancel(another('sealed').name)
    const second = open(right + wrong)
    second.begin(another('wrong time'))
    expectKnown(second, 'later')
    expectKnown(open(right + 1000), 'still later')
  })

  it('holds a reply that comes after its creation was forgotten', () => {
    const clock = setClock(1_000_000_000_000)
    const store = openTestStore(undefined, clock.now)
    store.begin(submission)
    clock.time += IDEMPOTENCY_KEPT_MS + 1
    store.begin(another('later'))
    expect(store.read(submission.name)).toBeUndefined()
    store.finish(submission, reply)
    expect(store.begin(submission)).toMatchObject({ state: 'done', reply })
  })

  it('tells neither the key, nor the id, nor the body, and is for its owner only', () => {
    const folder = join(writeFolder({}), 'data')
    const store = openTestStore(folder)
    store.begin(submission)
    store.finish(submission, reply)
    const files = readdirSync(folder)
    expect(files).toContain(IDEMPOTENCY_FILE)
    const bytes = files.map((file) => readFileSync(join(folder, file), 'latin1')).join('')
    expect(bytes).toContain(submission.name)
    expect(bytes).not.toContain('CANARY')
    expect(bytes).not.toContain(ID)
    expect(statSync(folder).mode & 0o077).toBe(0)
  })
})

it('names a submission by key and id, in either letter case', () => {
  expect(idempotencyName(KEY, 'ABCDEF')).toBe(idempotencyName(KEY, 'abcdef'))
  const names = [
    idempotencyName(KEY, 'a'),
    idempotencyName('other', 'a'),
    idempotencyName(KEY, 'b'),
  ]
  expect(new Set([...names, bodyDigest(KEY, 'a'), bodyDigest('other', 'a')]).size).toBe(5)
})

it('covers the time since it exists, at most 24 h, also when it is opened again', () => {
  const folder = writeFolder({})
  const clock = setClock(1_000_000_000_000)
  const store = openTestStore(folder, clock.now)
  expect(store.coversMs()).toBe(0)
  clock.time += 5000
  expect(store.coversMs()).toBe(5000)
  expect(openTestStore(folder, clock.now).coversMs()).toBe(5000)
  clock.time += IDEMPOTENCY_KEPT_MS
  expect(store.coversMs()).toBe(24 * HOUR)
  // A clock that was set back.
  clock.time -= 2 * IDEMPOTENCY_KEPT_MS
  expect(store.coversMs()).toBe(0)
})

it('throws where another process holds the file for too long, and has written nothing', () => {
  const folder = writeFolder({})
  const store = openTestStore(folder, undefined, 1)
  const other = openDatabase(join(folder, IDEMPOTENCY_FILE))
  other.exclusively(() => {
    expect(() => store.begin(submission)).toThrow(/locked/)
    expect(() => store.finish(submission, reply)).toThrow(/locked/)
    expect(() => store.readOrCancel(submission.name)).toThrow(/locked/)
  })
  other.close()
  expect(store.begin(submission)).toBeUndefined()
})

it('does not open the file of a newer version', () => {
  const folder = writeFolder({})
  const database = openDatabase(join(folder, IDEMPOTENCY_FILE))
  database.exec('PRAGMA user_version = 3')
  database.close()
  expect(() => openIdempotencyStore(folder)).toThrow(/schema 3, this version knows 2/)
})

it('takes the texts out of replies that an earlier version has kept, as they may repeat a key', () => {
  const folder = writeFolder({})
  const body = `{"code": 402, "message": "${KEY}: \\"${KEY}\\"", "data": {"uuid" : "d3f1", "remaining_points": 12345678901234567890, "x": ["${KEY}"]}}`
  const store = openIdempotencyStore(folder)
  store.begin(submission)
  store.finish(submission, { ...reply, body })
  store.close()
  const file = join(folder, IDEMPOTENCY_FILE)
  const database = openDatabase(file)
  database.exec('ALTER TABLE attempts DROP COLUMN finding; PRAGMA user_version = 1')
  database.close()
  expect(openTestStore(folder).read(submission.name)).toMatchObject({
    state: 'done',
    reply: {
      status: 200,
      body: '{"code": 402, "message": "", "data": {"uuid" : "d3f1", "remaining_points": 12345678901234567890, "x": [""]}}',
    },
  })
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name), 'latin1')).not.toContain(KEY)
  }
})

it('goes by a clock that does not follow one that is set forward', ({ onTestFinished }) => {
  const store = openTestStore()
  const systemNow = Date.now
  onTestFinished(() => {
    Date.now = systemNow
  })
  Date.now = () => systemNow() + 10 * IDEMPOTENCY_KEPT_MS
  store.begin(submission)
  expect(store.coversMs()).toBeLessThan(MAX_COVERED_MS)
})

it('goes by a clock that goes on while the machine sleeps', ({ onTestFinished }) => {
  const store = openTestStore()
  const uptime = vi.spyOn(os, 'uptime').mockReturnValue(os.uptime() + 10 * 60 * 60)
  onTestFinished(() => uptime.mockRestore())
  expect(store.coversMs()).toBeGreaterThanOrEqual(10 * HOUR)
})

it('throws once it is closed', () => {
  const store = openIdempotencyStore(writeFolder({}))
  store.begin(submission)
  store.close()
  expect(() => store.finish(submission, reply)).toThrow(/closed/)
  expect(() => store.begin(submission)).toThrow(/closed/)
  expect(() => store.readOrCancel(submission.name)).toThrow(/closed/)
  expect(() => store.coversMs()).toThrow(/closed/)
})
