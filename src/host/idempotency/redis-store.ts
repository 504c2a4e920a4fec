import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { createClient, ErrorReply } from '@redis/client'
import * as z from 'zod/mini'

import { IDEMPOTENCY_KEPT_MS, storedReply } from '#contract/idempotency.ts'
import { eventLine, type WriteLine } from '#host/access-log.ts'
import {
  type IdempotencyEntry,
  type IdempotencyStore,
  MAX_COVERED_MS,
} from '#host/idempotency/idempotency-store.ts'

/** The start of the key of a creation. The rest is its name. */
const CREATION = 'marquee:creation:'

/** The key that exists since creations are recorded. Its age says how long that is. */
const SINCE = 'marquee:since'
const SINCE_KEPT_MS = 10 * 365 * 24 * 60 * 60 * 1000

/**
 * How long other hosts may need to write the replies that they hold once Redis is back, in milliseconds: for 2 s they may wait for a
 * dead connection, then they connect again and write one reply after the other.
 */
const SETTLING_MS = 5000

/**
 * What has to be set so that what Redis has acknowledged is on disk and stays there: the append-only file is
 * written and synced before each answer, also while it is being rewritten, and no key is evicted.
 */
export const NEEDED_SETTINGS = {
  appendonly: 'yes',
  appendfsync: 'always',
  'no-appendfsync-on-rewrite': 'no',
  'maxmemory-policy': 'noeviction',
}

/** Cancels a creation unless another process has recorded something about it. */
const WITHDRAW = `
  local known = redis.call('GET', KEYS[1])
  if not known or known == ARGV[1] then
    redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  end
`

/** The value of a creation. `writer` differs for each forwarded creation, so that a process knows its own. */
const value = z.discriminatedUnion('state', [
  z.object({ state: z.literal('forwarded'), bodyDigest: z.string(), writer: z.string() }),
  z.object({ state: z.literal('done'), bodyDigest: z.string(), reply: storedReply }),
  z.object({ state: z.literal('cancelled') }),
])
type Value = z.infer<typeof value>

/**
 * Opens the store that several hosts share: Redis, or another server that speaks its protocol (Valkey). If the
 * server cannot be reached, this resolves nevertheless; until it can be, every method rejects.
 *
 * Ages come from the time to live of the keys. So only the clock of Redis counts, not those of the hosts.
 *
 * @param url `redis://` or `rediss://`, with user name, password and database where there are any
 * @throws if the server refuses the user, or could lose what it has acknowledged
 */
export async function openRedisStore(url: string, writeLine: WriteLine): Promise<IdempotencyStore> {
  /** Values by key that may have reached Redis although their creations were refused. */
  const uncertain = new Map<string, string>()

  async function withdrawUncertain(client: RedisClient) {
    for (const [key, written] of uncertain) {
      try {
        await client.eval(WITHDRAW, {
          keys: [key],
          arguments: [written, encode({ state: 'cancelled' }), String(IDEMPOTENCY_KEPT_MS)],
        })
      } catch (error) {
        // Out of memory, for example: what Redis knows can still be read.
        if (hasNotRun(error)) return
        throw error
      }
      uncertain.delete(key)
    }
  }

  const connection = await connectToRedis(
    url,
    async (client) => {
      await checkSettings(client)
      await withdrawUncertain(client)
      await markBeginning(client)
    },
    writeLine,
  )
  async function setIfAbsent(name: string, written: string): Promise<boolean> {
    const reply = await connection.run((client) =>
      client.set(CREATION + name, written, { ...kept, condition: 'NX' }),
    )
    return reply === 'OK'
  }

  async function read(name: string): Promise<IdempotencyEntry | undefined> {
    const key = CREATION + name
    // No transaction, as Redis takes none while it has no memory left.
    const [text, timeToLive] = await connection.run((client) =>
      Promise.all([client.get(key), client.pTTL(key)]),
    )
    if (text === null) return undefined
    const ageMs = IDEMPOTENCY_KEPT_MS - timeToLive
    // At first the time of an outage does not count: another host may hold a reply that came during it. An outage during which
    // this host kept its connection is not noticed.
    const { beganMs, endedMs } = connection.lastOutage()
    return entryOf(text, endedMs < SETTLING_MS ? Math.max(0, ageMs - beganMs) : ageMs)
  }

  return {
    async begin({ name, bodyDigest }) {
      const written = encode({ state: 'forwarded', bodyDigest, writer: randomUUID() })
      try {
        for (;;) {
          if (await setIfAbsent(name, written)) return undefined
          const entry = await read(name)
          // It may have expired in between.
          if (entry !== undefined) return entry
        }
      } catch (error) {
        if (!hasNotRun(error)) uncertain.set(CREATION + name, written)
        throw error
      }
    },

    async finish({ name, bodyDigest }, reply) {
      const written = encode({ state: 'done', bodyDigest, reply })
      await connection.run((client) => client.set(CREATION + name, written, kept))
    },

    read,

    async readOrCancel(name) {
      for (;;) {
        const entry = await read(name)
        if (entry !== undefined) return entry
        const cancelled: Value = { state: 'cancelled' }
        if (await setIfAbsent(name, encode(cancelled))) return cancelled
      }
    },

    async coversMs() {
      const age = await connection.run(markBeginning)
      return Math.min(MAX_COVERED_MS, Math.max(0, age))
    },

    close: () => connection.close(),
  }
}

const kept = { expiration: { type: 'PX', value: IDEMPOTENCY_KEPT_MS } } as const

/** Notes since when creations are recorded, if that is not noted. @returns how long ago that is, in milliseconds */
async function markBeginning(client: RedisClient): Promise<number> {
  const timeToLive = await client.pTTL(SINCE)
  if (timeToLive > 0) return SINCE_KEPT_MS - timeToLive
  const expiration = { type: 'PX', value: SINCE_KEPT_MS } as const
  await client.set(SINCE, '1', { condition: 'NX', expiration })
  return 0
}

/** @throws UnusableRedis if Redis could lose what it has acknowledged */
export async function checkSettings(client: RedisClient): Promise<void> {
  for (const [setting, needed] of Object.entries(NEEDED_SETTINGS)) {
    const found = (await client.configGet(setting))[setting]
    if (found === needed) continue
    throw new UnusableRedis(
      `Redis has ${setting} ${found ?? 'not set'}, so it could lose the record of a paid creation; ` +
        `set "${setting} ${needed}" in its configuration`,
    )
  }
}

function encode(written: Value): string {
  return JSON.stringify(written)
}

/** @throws if the value was not written by this program */
function entryOf(text: string, ageMs: number): IdempotencyEntry {
  const read = value.parse(JSON.parse(text))
  if (read.state !== 'forwarded') return read
  return { state: 'forwarded', bodyDigest: read.bodyDigest, ageMs }
}

/** How long Redis may take to accept a connection, or to answer a command, in milliseconds. */
const TIME_LIMIT = 2000

/** How long to wait before the next attempt to connect, in milliseconds. */
const RECONNECT_MS = 250

/** A Redis that must not be used as it is set up. The message says how to change that. */
class UnusableRedis extends Error {
  override readonly name = 'UnusableRedis'
}

/** There is no connection to Redis, so it has not got the command. */
class RedisAway extends Error {
  override readonly name = 'RedisAway'
}

class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

/** A client of the library. It never connects again by itself, and keeps no command for later. */
type RedisClient = ReturnType<typeof newClient>

/** Whether an error of a command says that the command has not run, and never will. */
function hasNotRun(error: unknown): boolean {
  return error instanceof RedisAway || error instanceof ErrorReply
}

/**
 * Connects to Redis. If it cannot be reached, this resolves nevertheless, and goes on trying.
 *
 * @param url `redis://` or `rediss://`, with user name, password and database where there are any
 * @param prepare runs on each new connection before it is used
 * @param writeLine gets a line when Redis cannot be used any more, and when it can be used again
 * @throws UnusableRedis from `prepare`, and ErrorReply if Redis refuses the user
 */
export async function connectToRedis(
  url: string,
  prepare: (client: RedisClient) => Promise<void>,
  writeLine: WriteLine,
) {
  /** undefined: there is no connection */
  let current: RedisClient | undefined
  let isClosed = false
  let beganAt = performance.now()
  let endedAt = beganAt

  async function connect() {
    const client = newClient(url)
    client.on('error', (error) => drop(client, error))
    try {
      await withTimeout(client.connect())
      await withTimeout(prepare(client))
      if (isClosed || !client.isReady) throw new RedisAway('the connection was lost or closed')
    } catch (error) {
      client.destroy()
      throw error
    }
    current = client
    endedAt = performance.now()
  }

  /** Ends the connection, unless another one is in use already, and makes a new one. */
  function drop(client: RedisClient, why: unknown) {
    if (client !== current) return
    current = undefined
    beganAt = performance.now()
    // Not at once: first the client rejects its commands with the reason.
    setImmediate(() => client.destroy())
    void reconnect(why)
  }

  async function reconnect(why: unknown) {
    const reason = why instanceof Error ? why.message : String(why)
    writeLine(eventLine('redis-away', { reason }))
    do {
      await delay(RECONNECT_MS, undefined, { ref: false })
      if (isClosed) return
      await connect().catch(() => undefined)
    } while (current === undefined)
    writeLine(eventLine('redis-back'))
  }

  try {
    await connect()
  } catch (error) {
    if (error instanceof UnusableRedis || isRefusal(error)) throw error
    void reconnect(error)
  }
  return {
    /** Runs a command. @throws if Redis did not answer it in time, or with an error; see `hasNotRun` */
    async run<Result>(command: (client: RedisClient) => Promise<Result>): Promise<Result> {
      const client = current
      if (client === undefined) throw new RedisAway('there is no connection to Redis')
      try {
        return await withTimeout(command(client))
      } catch (error) {
        // A connection that is silent may be dead.
        if (error instanceof TimeLimitError) drop(client, error)
        throw error
      }
    },
    /** How long ago the last outage began and ended, in milliseconds. Before the first one, that is the start. */
    lastOutage: () => ({
      beganMs: performance.now() - beganAt,
      endedMs: performance.now() - endedAt,
    }),
    /** Closes the connection. Every later command is refused. */
    close() {
      isClosed = true
      current?.destroy()
      current = undefined
    },
  }
}

function newClient(url: string) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: TIME_LIMIT, reconnectStrategy: false },
  })
}

/** Whether Redis refuses the user, so that another attempt would not help. It also answers with errors while it starts. */
function isRefusal(error: unknown): boolean {
  return error instanceof ErrorReply && /^(?:WRONGPASS|NOAUTH|NOPERM|ERR)\b/.test(error.message)
}

/** @throws TimeLimitError if a promise takes too long. The client itself has no limit for a command that it has sent. */
async function withTimeout<Result>(pending: Promise<Result>): Promise<Result> {
  let limit: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new TimeLimitError('Redis did not answer in time')), TIME_LIMIT)
  })
  return Promise.race([pending, tooLong]).finally(() => clearTimeout(limit))
}
