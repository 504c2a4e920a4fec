import { setTimeout as delay } from 'node:timers/promises'

import { createClient, ErrorReply } from '@redis/client'

import type { WriteLine } from '#host/access-log.ts'

/** How long Redis may take to accept a connection, or to answer a command, in milliseconds. */
const TIME_LIMIT = 2000

/** How long to wait before the next attempt to connect, in milliseconds. */
const RECONNECT_MS = 250

/** A Redis that must not be used as it is set up. The message says how to change that. */
export class UnusableRedis extends Error {
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
export type RedisClient = ReturnType<typeof newClient>

/** A connection to Redis that is made again whenever it is lost. */
export type RedisConnection = Awaited<ReturnType<typeof connectToRedis>>

/** Whether an error of a command says that the command has not run, and never will. */
export function hasNotRun(error: unknown): boolean {
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
    writeLine(JSON.stringify({ time: new Date().toISOString(), event: 'redis-away', reason }))
    do {
      await delay(RECONNECT_MS, undefined, { ref: false })
      if (isClosed) return
      await connect().catch(() => undefined)
    } while (current === undefined)
    writeLine(JSON.stringify({ time: new Date().toISOString(), event: 'redis-back' }))
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
