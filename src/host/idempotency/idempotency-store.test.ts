// The contract of the idempotency store, for SQLite and Redis.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { StoredReply } from '#contract/idempotency.ts'
import type { IdempotencyStore, IdempotentRequest } from '#host/idempotency/idempotency-store.ts'
import { bodyDigest, idempotencyName } from '#host/idempotency/with-idempotency.ts'
import { startRedis, type TestRedis } from '#host/idempotency/redis.fixture.ts'
import { openRedisStore } from '#host/idempotency/redis-store.ts'
import {
  closeAfterTest,
  closeTestServers,
  openTestStore,
  writeFolder,
} from '#host/servers.fixture.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterEach(closeTestServers)
afterAll(() => redis.end())

let folder: string
/** Opens the record as another process of another machine does. */
const stores: Record<string, () => Promise<IdempotencyStore>> = {
  SQLite: () => Promise.resolve(openTestStore(folder)),
  async Redis() {
    const store = await openRedisStore(redis.url, () => undefined)
    closeAfterTest(() => store.close())
    return store
  },
}

const reply: StoredReply = {
  status: 200,
  retryAfter: '7',
  notSent: false,
  hostErrorCode: null,
  body: '{"code": 200}',
}
const age: unknown = expect.any(Number)

let created = 0
/** A creation that no test before has named. */
function newRequest(body = '{}'): IdempotentRequest {
  created += 1
  return { name: idempotencyName('key', String(created)), bodyDigest: bodyDigest('key', body) }
}

describe.each(Object.entries(stores))('%s', (_name, open) => {
  let first: IdempotencyStore
  let second: IdempotencyStore
  async function openBoth() {
    folder = writeFolder({})
    first = await open()
    second = await open()
  }

  it('shows every process what another one has recorded, from that moment', async () => {
    await openBoth()
    const request = newRequest()
    const forwarded = { state: 'forwarded', bodyDigest: request.bodyDigest, ageMs: age }
    expect(await first.read(request.name)).toBeUndefined()
    expect(await first.begin(request)).toBeUndefined()
    expect(await second.begin(request)).toEqual(forwarded)
    expect(await second.readOrCancel(request.name)).toEqual(forwarded)
    await first.finish(request, reply)
    const done = { state: 'done', bodyDigest: request.bodyDigest, reply }
    expect(await second.begin(request)).toEqual(done)
    expect(await second.read(request.name)).toEqual(done)
    expect(await second.readOrCancel(request.name)).toEqual(done)
    const third = await open()
    expect(await third.begin(request)).toEqual(done)
  })

  it('begins no creation that was cancelled', async () => {
    await openBoth()
    const request = newRequest()
    expect(await first.readOrCancel(request.name)).toEqual({ state: 'cancelled' })
    expect(await second.read(request.name)).toEqual({ state: 'cancelled' })
    expect(await second.readOrCancel(request.name)).toEqual({ state: 'cancelled' })
    expect(await second.begin(request)).toEqual({ state: 'cancelled' })
  })

  it('keeps every part of a reply', async () => {
    await openBoth()
    const request = newRequest()
    const odd: StoredReply = {
      status: 502,
      retryAfter: null,
      notSent: true,
      hostErrorCode: 'unreachable',
      body: 'ü 鐘 \u{1F389} "\\',
    }
    await first.begin(request)
    await first.finish(request, odd)
    expect(await second.read(request.name)).toMatchObject({ reply: odd })
  })

  it('lets one process alone begin a creation, or cancel it, however many try at once', async () => {
    await openBoth()
    for (let round = 0; round < 20; round += 1) {
      const request = newRequest()
      const begun = [first, second, first, second].map((store) => store.begin(request))
      const cancelled = [second, first].map((store) => store.readOrCancel(request.name))
      const began = (await Promise.all(begun)).filter((entry) => entry === undefined)
      const states = (await Promise.all(cancelled)).map(({ state }) => state)
      const expected = began.length === 1 ? 'forwarded' : 'cancelled'
      expect(began.length).toBeLessThanOrEqual(1)
      expect(states).toEqual([expected, expected])
    }
  })

  it('says how long ago a creation was forwarded', async () => {
    await openBoth()
    const request = newRequest()
    await first.begin(request)
    const entry = await second.read(request.name)
    if (entry?.state !== 'forwarded') throw new Error('was not recorded')
    // The clocks of two processes differ a little.
    expect(Math.abs(entry.ageMs)).toBeLessThan(10_000)
  })

  it('holds a reply that comes after its creation was forgotten', async () => {
    await openBoth()
    const request = newRequest()
    await first.finish(request, reply)
    expect(await second.begin(request)).toMatchObject({ state: 'done', reply })
  })

  it('says how far back it knows everything, the same to every process', async () => {
    await openBoth()
    const [covered, bySecond] = [await first.coversMs(), await second.coversMs()]
    expect(covered).toBeGreaterThanOrEqual(0)
    expect(Math.abs(covered - bySecond)).toBeLessThan(10_000)
  })

  it('rejects once it is closed', async () => {
    await openBoth()
    const request = newRequest()
    await first.begin(request)
    first.close()
    first.close()
    await expect(first.begin(request)).rejects.toThrow(/closed|no connection/)
    await expect(first.finish(request, reply)).rejects.toThrow(/closed|no connection/)
    await expect(first.read(request.name)).rejects.toThrow(/closed|no connection/)
    await expect(first.readOrCancel(request.name)).rejects.toThrow(/closed|no connection/)
    await expect(first.coversMs()).rejects.toThrow(/closed|no connection/)
    expect(await second.read(request.name)).toMatchObject({ state: 'forwarded' })
  })
})
