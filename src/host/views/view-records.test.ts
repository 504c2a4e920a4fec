import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { createClient } from '@redis/client'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { MOST_VIEWS } from '#contract/views.ts'
import { startRedis } from '#host/idempotency/redis.fixture.ts'
import { closeAfterTest, closeTestServers, KEY, writeFolder } from '#host/servers.fixture.ts'
import { openRedisViews } from '#host/views/redis-views.ts'
import { openSqliteViews } from '#host/views/sqlite-views.ts'
import { openTestViews, refusalOf, START, uuidOf } from '#host/views/views.fixture.ts'

afterEach(closeTestServers)

const tasks = [uuidOf(3), uuidOf(299)]
const now = () => START
const HIDDEN = [KEY, Buffer.from(KEY).toString('base64url'), Buffer.from(KEY).toString('hex')]

/** A folder with a store. */
function startFolder() {
  let folder = writeFolder({})
  return {
    open: () => Promise.resolve(openSqliteViews(folder, now)),
    /** Goes on with the files as they are on the disk while they are in use. */
    kill() {
      const left = writeFolder({})
      cpSync(folder, left, { recursive: true })
      folder = left
      return Promise.resolve()
    },
    bytes: () =>
      Promise.resolve(
        readdirSync(folder)
          .map((file) => readFileSync(path.join(folder, file), 'latin1'))
          .join('\n'),
      ),
  }
}

/** A Redis with a user that may do what docs/hosting.md says. */
async function startStore() {
  const redis = await startRedis()
  closeAfterTest(() => redis.end())
  async function openClient() {
    const client = createClient({ url: redis.url })
    client.on('error', () => undefined)
    await client.connect()
    closeAfterTest(() => client.destroy())
    return client
  }
  const allow = async () =>
    (await openClient()).sendCommand(
      'ACL SETUSER marquee on >s3cret ~marquee:* -@all +config|get +get +set +pttl +eval'.split(
        ' ',
      ),
    )
  await allow()
  return {
    redis,
    openClient,
    open: () => openRedisViews(redis.url.replace('//', '//marquee:s3cret@'), now),
    async kill() {
      await redis.kill()
      await redis.restart()
      await allow()
    },
    async bytes() {
      const client = await openClient()
      const keys = await client.keys('*')
      return JSON.stringify([keys, await client.mGet(keys)])
    },
  }
}

describe.each([
  ['a folder', () => Promise.resolve(startFolder())],
  ['Redis', startStore],
])('views in %s', (_, start) => {
  it('are those of all hosts, and stay when a process or the store is killed', async () => {
    const store = await start()
    const one = openTestViews({ records: await store.open() })
    const other = openTestViews({ records: await store.open() })
    const part = await one.lend({ tasks })
    const whole = await one.lend()
    expect(await other.list(part.credential)).toEqual({ places: [3, 299], total: 2 })
    expect((await other.views.facts(part.credential, part.id, true)).status).toBe(200)
    await other.views.end(KEY, whole.id)
    expect(await refusalOf(one.ask(whole.credential))).toEqual([410, 'view-taken-back'])
    await store.kill()
    const next = openTestViews({ records: await store.open() })
    expect(await next.list(part.credential)).toEqual({ places: [3, 299], total: 2 })
    expect(await refusalOf(next.ask(whole.credential))).toEqual([410, 'view-taken-back'])
    expect(await (await next.views.own(KEY)).json()).toMatchObject([{ id: part.id, opened: 1 }])
  })

  it('are at most so many of a key, and count each opening, however many hosts write at once', async () => {
    const store = await start()
    const hosts = [await store.open(), await store.open()].map((records) =>
      openTestViews({ records }),
    )
    const lend = ({ views, request }: (typeof hosts)[number]) =>
      views.lend(KEY, JSON.stringify(request()))
    const lent = await Promise.all(
      hosts.flatMap((host) => Array.from({ length: MOST_VIEWS }, () => lend(host))),
    )
    const statuses = lent.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(MOST_VIEWS)
    expect(statuses.filter((status) => status === 409)).toHaveLength(MOST_VIEWS)
    const [one, other] = hosts
    await one?.views.end(KEY)
    const view = await one?.lend()
    const open = (host = one) => host?.views.facts(view?.credential ?? '', view?.id, true)
    await Promise.all([open(), open(other), open(), open(other)])
    expect(await (await one?.views.own(KEY))?.json()).toMatchObject([{ opened: 4 }])
  })

  it('tell neither the key nor a secret, and after their end nothing of the key', async () => {
    const store = await start()
    const { views, lend } = openTestViews({ records: await store.open() })
    const { id, secret, credential } = await lend({ tasks })
    await views.facts(credential, id, true)
    const before = await store.bytes()
    const [, sealed = ''] = /"sealed\W+([\w-]+)/.exec(before) ?? []
    expect(sealed.length).toBeGreaterThan(KEY.length)
    for (const hidden of [...HIDDEN, secret]) expect(before).not.toContain(hidden)
    expect(before).toContain(uuidOf(299))
    expect((await views.end(KEY, id)).status).toBe(204)
    const after = await store.bytes()
    for (const erased of [sealed, uuidOf(299), 'ticket 4711']) expect(after).not.toContain(erased)
  })

  it('are forgotten at their time', async () => {
    const store = await start()
    const records = await store.open()
    closeAfterTest(() => records.close())
    const record = { name: 'view:a', known: undefined, value: 'one' }
    expect(await records.replace({ ...record, forgetAt: START + 60_000 })).toBe(true)
    expect(await records.replace({ ...record, forgetAt: START + 60_000 })).toBe(false)
    expect(await records.read('view:a')).toBe('one')
    const change = { name: 'view:a', known: 'one', value: 'two' }
    expect(await records.replace({ ...change, known: 'other', forgetAt: START })).toBe(false)
    expect(await records.replace({ ...change, forgetAt: START })).toBe(true)
    await vi.waitFor(async () => expect(await records.read('view:a')).toBeUndefined())
    expect(await records.replace({ ...record, forgetAt: START + 60_000 })).toBe(true)
  })
})

it('views in Redis have an expiry, all of them', async () => {
  const store = await startStore()
  const { views, lend } = openTestViews({ records: await store.open() })
  const { id, credential } = await lend({ tasks })
  await views.facts(credential, id, true)
  await views.end(KEY, (await lend()).id)
  const client = await store.openClient()
  const keys = await client.keys('*')
  expect(keys.map((key) => key.replace(/:[^:]*$/, '')).toSorted()).toEqual([
    'marquee:view',
    'marquee:view',
    'marquee:views-of',
  ])
  const days = async (key: string) => Math.ceil((await client.pTTL(key)) / 86_400_000)
  const kept = await Promise.all(keys.map(days))
  expect(kept.toSorted((one, other) => one - other)).toEqual([8, 8, 14])
})

it('views cannot be used while Redis is away, and can afterwards', async () => {
  const store = await startStore()
  const { views, lend, ask } = openTestViews({ records: await store.open() })
  const { credential } = await lend()
  await store.redis.kill()
  await expect(ask(credential)).rejects.toThrow(/no connection|closed/i)
  await expect(views.own(KEY)).rejects.toThrow(/no connection|closed/i)
  await store.redis.restart()
  const operator = await store.openClient()
  await operator.sendCommand(
    'ACL SETUSER marquee on >s3cret ~marquee:* -@all +config|get +get +set +pttl +eval'.split(' '),
  )
  await vi.waitFor(async () => expect((await ask(credential)).status).toBe(200), 10_000)
})

it('a closed folder is not used any more', async () => {
  const records = openSqliteViews(writeFolder({}), now)
  records.close()
  records.close()
  await expect(records.read('view:a')).rejects.toThrow('closed')
  const change = { name: 'view:a', known: undefined, value: '', forgetAt: START + 1 }
  await expect(records.replace(change)).rejects.toThrow('closed')
})
