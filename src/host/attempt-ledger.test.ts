import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import type { StoredReply } from '#contract/attempts.ts'
import { KEPT_MS, LEDGER_FILE, openAttemptLedger } from '#host/attempt-ledger.ts'
import { type Attempt, attemptName, bodyDigest } from '#host/attempt-name.ts'
import { closeTestServers, openTestLedger, writeFolder } from '#host/test-servers.ts'
import { openDatabase } from '#local-api/database.ts'

afterEach(closeTestServers)

const KEY = 'CANARY-key'
const ID = '11111111-2222-4333-8444-555555555555'
const BODY = '{"image_url":"CANARY-image"}'
const attempt: Attempt = { name: attemptName(KEY, ID), bodyDigest: bodyDigest(KEY, BODY) }
const reply: StoredReply = { status: 200, retryAfter: '7', notSent: false, body: '{"code": 200}' }

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
    const odd: StoredReply = { status: 502, retryAfter: null, notSent: true, body: '' }
    ledger.begin(attempt)
    ledger.finish(attempt, odd)
    expect(ledger.begin(attempt)).toMatchObject({ reply: odd })
  })

  it('is forgotten 24 h after it was last written, at the next write', () => {
    const clock = setClock(1_000_000_000_000)
    const ledger = openTestLedger(undefined, clock.now)
    ledger.begin(attempt)
    ledger.begin(another('open'))
    ledger.readOrSeal(another('sealed').name)
    clock.time += 1000
    ledger.finish(attempt, reply)
    clock.time += KEPT_MS - 1000
    ledger.begin(another('later'))
    expect(ledger.begin(another('open'))).toMatchObject({ state: 'forwarded' })
    expect(ledger.begin(another('sealed'))).toEqual({ state: 'sealed' })
    clock.time += 1
    ledger.begin(another('still later'))
    expect(ledger.begin(another('open'))).toBeUndefined()
    expect(ledger.begin(another('sealed'))).toBeUndefined()
    expect(ledger.begin(attempt)).toMatchObject({ state: 'done' })
    clock.time += 1000
    expect(ledger.begin(attempt)).toBeUndefined()
  })

  it('holds a reply that comes after its creation was forgotten', () => {
    const clock = setClock(1_000_000_000_000)
    const ledger = openTestLedger(undefined, clock.now)
    ledger.begin(attempt)
    clock.time += KEPT_MS + 1
    ledger.begin(another('later'))
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
  clock.time += KEPT_MS
  expect(ledger.coversMs()).toBe(KEPT_MS)
  // A clock that was set back.
  clock.time -= 2 * KEPT_MS
  expect(ledger.coversMs()).toBe(0)
})

it('throws where another process holds the file for too long, and has written nothing', () => {
  const folder = writeFolder({})
  const ledger = openTestLedger(folder)
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
  database.exec('PRAGMA user_version = 2')
  database.close()
  expect(() => openAttemptLedger(folder)).toThrow(/schema 2, this version knows 1/)
})

it('goes by a clock that does not follow one that is set forward', ({ onTestFinished }) => {
  const ledger = openTestLedger()
  const systemNow = Date.now
  onTestFinished(() => {
    Date.now = systemNow
  })
  Date.now = () => systemNow() + 10 * KEPT_MS
  ledger.begin(attempt)
  expect(ledger.coversMs()).toBeLessThan(KEPT_MS)
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
