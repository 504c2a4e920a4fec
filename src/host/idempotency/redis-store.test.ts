import { createClient } from '@redis/client'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { IDEMPOTENCY_KEPT_MS, type StoredReply } from '#contract/idempotency.ts'
import type { IdempotentRequest } from '#host/idempotency/idempotency-store.ts'
import { bodyDigest, idempotencyName } from '#host/idempotency/with-idempotency.ts'
import { startRedis, type TestRedis } from '#host/idempotency/redis.fixture.ts'
import { openRedisStore } from '#host/idempotency/redis-store.ts'
import { closeAfterTest, closeTestServers } from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const KEY = 'CANARY-key'
/** What the user of the host may do, as docs/hosting.md says. */
const RIGHTS = ['config|get', 'get', 'set', 'pttl', 'eval']
const ID = '11111111-2222-4333-8444-555555555555'
const request: IdempotentRequest = {
  name: idempotencyName(KEY, ID),
  bodyDigest: bodyDigest(KEY, '{"image_url":"CANARY-image"}'),
}
const other: IdempotentRequest = { ...request, name: idempotencyName(KEY, 'other') }
const reply: StoredReply = {
  status: 200,
  retryAfter: null,
  notSent: false,
  hostErrorCode: null,
  body: '{"code": 200}',
}

async function startTestRedis(settings?: Readonly<Record<string, string>>): Promise<TestRedis> {
  const redis = await startRedis(settings)
  closeAfterTest(() => redis.end())
  return redis
}

async function openStore(url: string) {
  const lines: string[] = []
  const store = await openRedisStore(url, (line) => lines.push(line))
  closeAfterTest(() => store.close())
  return { store, lines }
}

/** A client of the test's own. */
async function openClient(url: string) {
  const client = createClient({ url })
  client.on('error', () => undefined)
  await client.connect()
  closeAfterTest(() => client.destroy())
  return client
}

describe('a Redis that could lose what it has acknowledged is refused:', () => {
  it.each([
    ['appendonly', 'no'],
    ['appendfsync', 'everysec'],
    ['no-appendfsync-on-rewrite', 'yes'],
    ['maxmemory-policy', 'allkeys-lru'],
    ['maxmemory-policy', 'volatile-ttl'],
  ])('%s %s', async (setting, value) => {
    const redis = await startTestRedis({ [setting]: value })
    await expect(openStore(redis.url)).rejects.toThrow(
      new RegExp(`Redis has ${setting} ${value}.*set "${setting} `),
    )
  })

  it('also when another one comes back in its place', async () => {
    const redis = await startTestRedis()
    const { store, lines } = await openStore(redis.url)
    const client = await openClient(redis.url)
    await client.configSet('appendfsync', 'everysec')
    const connections = async () =>
      Number(/total_connections_received:(\d+)/.exec(await client.info('stats'))?.[1])
    const before = await connections()
    await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])
    await vi.waitFor(() => expect(lines.join()).toContain('redis-away'))
    // By the second attempt it has refused the first connection.
    await vi.waitFor(async () => expect(await connections()).toBeGreaterThan(before + 1), 5000)
    await expect(store.begin(request)).rejects.toThrow('no connection')
    await client.configSet('appendfsync', 'always')
    await vi.waitFor(() => expect(lines.join()).toContain('redis-back'), 5000)
    expect(await store.begin(request)).toBeUndefined()
  })
})

it('takes user name and password from the address, and refuses wrong ones', async () => {
  const redis = await startTestRedis({ requirepass: 's3cret' })
  const withUser = (user: string) => redis.url.replace('//', `//${user}@`)
  const { store } = await openStore(withUser(':s3cret'))
  expect(await store.begin(request)).toBeUndefined()
  await expect(openStore(withUser(':wrong'))).rejects.toThrow('WRONGPASS')
  await expect(openStore(redis.url)).rejects.toThrow('NOAUTH')
})

it('opens while Redis has too many clients, and can be used once it has room', async () => {
  const redis = await startTestRedis({ maxclients: '1' })
  const onlyClient = await openClient(redis.url)
  const { store, lines } = await openStore(redis.url)
  await expect(store.begin(request)).rejects.toThrow('no connection')
  onlyClient.destroy()
  await vi.waitFor(() => expect(lines.join()).toContain('redis-back'), 5000)
  expect(await store.begin(request)).toBeUndefined()
})

it('needs the rights that docs/hosting.md names, and no others', async () => {
  const redis = await startTestRedis()
  const operator = await openClient(redis.url)
  await operator.sendCommand(['ACL', 'SETUSER', 'marquee', 'on', '>s3cret', '~marquee:*', '-@all'])
  for (const right of RIGHTS) await operator.sendCommand(['ACL', 'SETUSER', 'marquee', `+${right}`])
  const { store } = await openStore(redis.url.replace('//', '//marquee:s3cret@'))
  expect(await store.begin(request)).toBeUndefined()
  await store.finish(request, reply)
  expect(await store.readOrCancel(request.name)).toMatchObject({ state: 'done' })
  expect(await store.coversMs()).toBeGreaterThanOrEqual(0)
})

it('keeps an entry for 7 days from when it was last written', async () => {
  const redis = await startTestRedis()
  const { store } = await openStore(redis.url)
  const client = await openClient(redis.url)
  const timeToLive = async () => client.pTTL((await client.keys('marquee:creation:*'))[0] ?? '')
  await store.begin(request)
  expect(await timeToLive()).toBeGreaterThan(IDEMPOTENCY_KEPT_MS - 60_000)
  await client.pExpire((await client.keys('marquee:creation:*'))[0] ?? '', 1000)
  await store.finish(request, reply)
  expect(await timeToLive()).toBeGreaterThan(IDEMPOTENCY_KEPT_MS - 60_000)
  expect(await timeToLive()).toBeLessThanOrEqual(IDEMPOTENCY_KEPT_MS)
})

it('covers no time from before Redis was emptied', async () => {
  const redis = await startTestRedis()
  const { store } = await openStore(redis.url)
  const client = await openClient(redis.url)
  await client.pExpire('marquee:since', 9 * 365 * 24 * 60 * 60 * 1000)
  expect(await store.coversMs()).toBe(24 * 60 * 60 * 1000)
  await client.flushAll()
  expect(await store.coversMs()).toBeLessThan(10_000)
})

it('tells neither the key, nor the id, nor the body', async () => {
  const redis = await startTestRedis()
  const { store } = await openStore(redis.url)
  await store.begin(request)
  await store.finish(request, reply)
  const client = await openClient(redis.url)
  const keys = await client.keys('marquee:creation:*')
  const values = await client.mGet(keys)
  expect(keys.join()).toContain(request.name)
  expect(`${keys.join()} ${values.join()}`).not.toContain('CANARY')
  expect(`${keys.join()} ${values.join()}`).not.toContain(ID)
})

it('knows after Redis was killed all that Redis has acknowledged', async () => {
  const redis = await startTestRedis()
  const { store, lines } = await openStore(redis.url)
  expect(await store.begin(request)).toBeUndefined()
  await redis.kill()
  await expect(store.begin(other)).rejects.toThrow(/no connection|closed/i)
  await expect(store.read(request.name)).rejects.toThrow(/no connection|closed/i)
  await redis.restart()
  await vi.waitFor(() => expect(lines.join()).toContain('redis-back'), 10_000)
  expect(await store.begin(request)).toMatchObject({ state: 'forwarded' })
  await store.finish(request, reply)
  await redis.kill()
  await redis.restart()
  const { store: next } = await openStore(redis.url)
  expect(await next.begin(request)).toMatchObject({ state: 'done', reply })
  expect(lines.map((line) => /redis-\w+/.exec(line)?.[0])).toContain('redis-away')
})

it('does not count the time of an outage at first: another host may hold a reply that came during it', async () => {
  const redis = await startTestRedis()
  const { store, lines } = await openStore(redis.url)
  const client = await openClient(redis.url)
  const forwardedAt = performance.now()
  await store.begin(request)
  const timeToLive = async () => client.pTTL(`marquee:creation:${request.name}`)
  const afterAWhile = IDEMPOTENCY_KEPT_MS - 200
  await vi.waitFor(async () => expect(await timeToLive()).toBeLessThan(afterAWhile), 5000)
  await redis.kill()
  await vi.waitFor(() => expect(lines.join()).toContain('redis-away'), 5000)
  const awayAt = performance.now()
  await redis.restart()
  await vi.waitFor(() => expect(lines.join()).toContain('redis-back'), 5000)
  const age = async () => {
    const entry = await store.read(request.name)
    return entry?.state === 'forwarded' ? entry.ageMs : undefined
  }
  // It takes 250 ms and more until Redis is back.
  expect(await age()).toBeLessThan(awayAt - forwardedAt + 10)
  expect(await age()).toBeGreaterThan(190)
  await vi.waitFor(async () => expect(await age()).toBeGreaterThan(5000), 10_000)
})

it('opens while Redis is away, and can be used once it comes', async () => {
  const redis = await startTestRedis()
  await redis.kill()
  const { store, lines } = await openStore(redis.url)
  expect(lines.join()).toMatch(/redis-away.*ECONNREFUSED/)
  await expect(store.begin(request)).rejects.toThrow('no connection')
  await redis.restart()
  await vi.waitFor(() => expect(lines.join()).toContain('redis-back'), 10_000)
  expect(await store.begin(request)).toBeUndefined()
})

it('withdraws what a silent Redis has taken up too late', async () => {
  const redis = await startTestRedis()
  const { store, lines } = await openStore(redis.url)
  redis.pause()
  // Refused: the creation is not forwarded. But Redis finds the command when it goes on.
  await expect(store.begin(request)).rejects.toThrow('did not answer in time')
  await expect(store.begin(other)).rejects.toThrow('no connection')
  redis.resume()
  await vi.waitFor(() => expect(lines.join()).toContain('redis-back'), 10_000)
  expect(await store.read(request.name)).toEqual({ state: 'cancelled' })
  expect(await store.read(other.name)).toBeUndefined()
  // Another process may have begun it meanwhile: that stays.
  expect(await store.begin(other)).toBeUndefined()
})

it('reports a value that it has not written, and forwards nothing over it', async () => {
  const redis = await startTestRedis()
  const { store } = await openStore(redis.url)
  const client = await openClient(redis.url)
  await client.set(`marquee:creation:${request.name}`, '{"state":"new"}')
  await expect(store.begin(request)).rejects.toThrow(/state/)
  await expect(store.readOrCancel(request.name)).rejects.toThrow(/state/)
})

it('begins nothing while Redis has no memory left, and still reads', async () => {
  const redis = await startTestRedis()
  const { store } = await openStore(redis.url)
  await store.begin(request)
  const client = await openClient(redis.url)
  await client.configSet('maxmemory', '1')
  await expect(store.begin(other)).rejects.toThrow('OOM')
  expect(await store.read(request.name)).toMatchObject({ state: 'forwarded' })
  await client.configSet('maxmemory', '0')
  expect(await store.begin(other)).toBeUndefined()
})
