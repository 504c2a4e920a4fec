import { readdirSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { ATTEMPT_KEPT_MS, type StoredReply } from '#contract/attempts.ts'
import {
  type AttemptLedger,
  FORGET_EVERY_MS,
  LEDGER_FILE,
  MAX_COVERED_MS,
  openAttemptLedger,
} from '#host/attempt-ledger.ts'
import { type Attempt, attemptName, bodyDigest } from '#host/attempt-name.ts'
import { closeTestServers, openTestLedger, writeFolder } from '#host/servers.fixture.ts'
import { openDatabase } from '#local-api/database.ts'

afterEach(closeTestServers)

const KEY = 'CANARY-key'
const ID = '11111111-2222-4333-8444-555555555555'
const BODY = '{"image_url":"CANARY-image"}'
const HOUR = 60 * 60 * 1000
const attempt: Attempt = { name: attemptName(KEY, ID), bodyDigest: bodyDigest(KEY, BODY) }
const reply: StoredReply = {
  status: 200,
  retryAfter: '7',
  notSent: false,
  finding: null,
  body: '{"code": 200}',
}

function another(id: string): Attempt {
  return { ...attempt, name: attemptName(KEY, id) }
}

/** A clock that stands where it is put. */
function setClock(time: number) {
  const clock = { time, now: () => clock.time }
  return clock
}

describe('what was written', () => {
  it('is there for another process too, from the moment it was written', () => {
    const folder = writeFolder({})
    const first = openTestLedger(folder)
    const second = openTestLedger(folder)
    const forwarded = { state: 'forwarded', bodyDigest: attempt.bodyDigest }
    expect(first.begin(attempt)).toBeUndefined()
    expect(second.begin(attempt)).toEqual(forwarded)
    expect(second.readOrSeal(attempt.name)).toEqual(forwarded)
    first.finish(attempt, reply)
    const done = { state: 'done', bodyDigest: attempt.bodyDigest, reply }
    expect(second.begin(attempt)).toEqual(done)
    expect(second.readOrSeal(attempt.name)).toEqual(done)
    expect(second.readOrSeal(another('x').name)).toEqual({ state: 'sealed' })
    expect(first.begin(another('x'))).toEqual({ state: 'sealed' })
    expect(openTestLedger(folder).begin(attempt)).toEqual(done)
  })

  it('keeps every part of a reply', () => {
    const ledger = openTestLedger()
    const odd: StoredReply = {
      status: 502,
      retryAfter: null,
      notSent: true,
      finding: 'unreachable',
      body: '',
    }
    ledger.begin(attempt)
    ledger.finish(attempt, odd)
    expect(ledger.begin(attempt)).toMatchObject({ reply: odd })
  })

  it('is forgotten 7 days after it was last written, by a write once an hour', () => {
    const clock = setClock(1_000_000_000_000)
    const ledger = openTestLedger(undefined, clock.now)
    ledger.begin(attempt)
    ledger.begin(another('open'))
    ledger.readOrSeal(another('sealed').name)
    clock.time += 2 * FORGET_EVERY_MS
    ledger.finish(attempt, reply)
    clock.time += ATTEMPT_KEPT_MS - 2 * FORGET_EVERY_MS
    ledger.begin(another('later'))
    expect(ledger.read(another('open').name)).toMatchObject({ state: 'forwarded' })
    expect(ledger.read(another('sealed').name)).toEqual({ state: 'sealed' })
    clock.time += FORGET_EVERY_MS - 1
    ledger.begin(another('within the hour'))
    expect(ledger.read(another('open').name)).toMatchObject({ state: 'forwarded' })
    clock.time += 1
    ledger.begin(another('an hour later'))
    expect(ledger.read(another('open').name)).toBeUndefined()
    expect(ledger.read(another('sealed').name)).toBeUndefined()
    expect(ledger.read(attempt.name)).toMatchObject({ state: 'done' })
    clock.time += 2 * FORGET_EVERY_MS
    ledger.readOrSeal(another('given up').name)
    expect(ledger.read(attempt.name)).toBeUndefined()
  })

  it('is forgotten at opening too, where nobody creates any more', () => {
    const folder = writeFolder({})
    const clock = setClock(1_000_000_000_000)
    openTestLedger(folder, clock.now).begin(attempt)
    clock.time += ATTEMPT_KEPT_MS
    expect(openTestLedger(folder, clock.now).read(attempt.name)).toBeDefined()
    clock.time += 1
    expect(openTestLedger(folder, clock.now).read(attempt.name)).toBeUndefined()
  })

  it('can be read where the disk is too full to forget', () => {
    const folder = writeFolder({})
    const clock = setClock(1_000_000_000_000)
    openTestLedger(folder, clock.now).begin(attempt)
    const file = openDatabase(join(folder, LEDGER_FILE))
    file.exec(
      `CREATE TRIGGER full BEFORE DELETE ON attempts BEGIN SELECT raise(ABORT, 'full'); END`,
    )
    file.close()
    clock.time += ATTEMPT_KEPT_MS + 1
    expect(openTestLedger(folder, clock.now).read(attempt.name)).toBeDefined()
  })

  it.each([
    ['behind', -30 * HOUR],
    ['ahead', 30 * HOUR],
  ])('is kept by a host whose clock is 30 h %s, and by the next one', (_direction, wrong) => {
    const folder = writeFolder({})
    const right = 1_000_000_000_000
    const open = (time: number) => openTestLedger(folder, setClock(time).now)
    const expectKnown = (ledger: AttemptLedger, later: string) => {
      // A write may forget; what is young must stay.
      expect(ledger.begin(another(later))).toBeUndefined()
      expect(ledger.begin(attempt)).toMatchObject({ state: 'done' })
      expect(ledger.begin(another('wrong time'))).toMatchObject({ state: 'forwarded' })
      expect(ledger.begin(another('sealed'))).toEqual({ state: 'sealed' })
      expect(ledger.coversMs()).toBeLessThanOrEqual(24 * HOUR)
    }
    const first = open(right)
    first.begin(attempt)
    first.finish(attempt, reply)
    first.readOrSeal(another('sealed').name)
    const second = open(right + wrong)
    second.begin(another('wrong time'))
    expectKnown(second, 'later')
    expectKnown(open(right + 1000), 'still later')
  })

  it('holds a reply that comes after its creation was forgotten', () => {
    const clock = setClock(1_000_000_000_000)
    const ledger = openTestLedger(undefined, clock.now)
    ledger.begin(attempt)
    clock.time += ATTEMPT_KEPT_MS + 1
    ledger.begin(another('later'))
    expect(ledger.read(attempt.name)).toBeUndefined()
    ledger.finish(attempt, reply)
    expect(ledger.begin(attempt)).toMatchObject({ state: 'done', reply })
  })

  it('tells neither the key, nor the id, nor the body, and is for its owner only', () => {
    const folder = join(writeFolder({}), 'data')
    const ledger = openTestLedger(folder)
    ledger.begin(attempt)
    ledger.finish(attempt, reply)
    const files = readdirSync(folder)
    expect(files).toContain(LEDGER_FILE)
    const bytes = files.map((file) => readFileSync(join(folder, file), 'latin1')).join('')
    expect(bytes).toContain(attempt.name)
    expect(bytes).not.toContain('CANARY')
    expect(bytes).not.toContain(ID)
    expect(statSync(folder).mode & 0o077).toBe(0)
  })
})

it('names a submission by key and id, in either letter case', () => {
  expect(attemptName(KEY, 'ABCDEF')).toBe(attemptName(KEY, 'abcdef'))
  const names = [attemptName(KEY, 'a'), attemptName('other', 'a'), attemptName(KEY, 'b')]
  expect(new Set([...names, bodyDigest(KEY, 'a'), bodyDigest('other', 'a')]).size).toBe(5)
})

it('covers the time since it exists, at most 24 h, also when it is opened again', () => {
  const folder = writeFolder({})
  const clock = setClock(1_000_000_000_000)
  const ledger = openTestLedger(folder, clock.now)
  expect(ledger.coversMs()).toBe(0)
  clock.time += 5000
  expect(ledger.coversMs()).toBe(5000)
  expect(openTestLedger(folder, clock.now).coversMs()).toBe(5000)
  clock.time += ATTEMPT_KEPT_MS
  expect(ledger.coversMs()).toBe(24 * HOUR)
  // A clock that was set back.
  clock.time -= 2 * ATTEMPT_KEPT_MS
  expect(ledger.coversMs()).toBe(0)
})

it('throws where another process holds the file for too long, and has written nothing', () => {
  const folder = writeFolder({})
  const ledger = openTestLedger(folder, undefined, 1)
  const other = openDatabase(join(folder, LEDGER_FILE))
  other.exclusively(() => {
    expect(() => ledger.begin(attempt)).toThrow(/locked/)
    expect(() => ledger.finish(attempt, reply)).toThrow(/locked/)
    expect(() => ledger.readOrSeal(attempt.name)).toThrow(/locked/)
  })
  other.close()
  expect(ledger.begin(attempt)).toBeUndefined()
})

it('does not open the file of a newer version', () => {
  const folder = writeFolder({})
  const database = openDatabase(join(folder, LEDGER_FILE))
  database.exec('PRAGMA user_version = 3')
  database.close()
  expect(() => openAttemptLedger(folder)).toThrow(/schema 3, this version knows 2/)
})

it('takes the texts out of replies that an earlier version has kept, as they may repeat a key', () => {
  const folder = writeFolder({})
  const body = `{"code": 402, "message": "${KEY}: \\"${KEY}\\"", "data": {"uuid" : "d3f1", "remaining_points": 12345678901234567890, "x": ["${KEY}"]}}`
  const ledger = openAttemptLedger(folder)
  ledger.begin(attempt)
  ledger.finish(attempt, { ...reply, body })
  ledger.close()
  const file = join(folder, LEDGER_FILE)
  const database = openDatabase(file)
  database.exec('ALTER TABLE attempts DROP COLUMN finding; PRAGMA user_version = 1')
  database.close()
  expect(openTestLedger(folder).read(attempt.name)).toMatchObject({
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
  const ledger = openTestLedger()
  const systemNow = Date.now
  onTestFinished(() => {
    Date.now = systemNow
  })
  Date.now = () => systemNow() + 10 * ATTEMPT_KEPT_MS
  ledger.begin(attempt)
  expect(ledger.coversMs()).toBeLessThan(MAX_COVERED_MS)
})

it('goes by a clock that goes on while the machine sleeps', ({ onTestFinished }) => {
  const ledger = openTestLedger()
  const uptime = vi.spyOn(os, 'uptime').mockReturnValue(os.uptime() + 10 * 60 * 60)
  onTestFinished(() => uptime.mockRestore())
  expect(ledger.coversMs()).toBeGreaterThanOrEqual(10 * HOUR)
})

it('throws once it is closed', () => {
  const ledger = openAttemptLedger(writeFolder({}))
  ledger.begin(attempt)
  ledger.close()
  expect(() => ledger.finish(attempt, reply)).toThrow(/closed/)
  expect(() => ledger.begin(attempt)).toThrow(/closed/)
  expect(() => ledger.readOrSeal(attempt.name)).toThrow(/closed/)
  expect(() => ledger.coversMs()).toThrow(/closed/)
})
