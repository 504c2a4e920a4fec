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
export interface RedisConnection {
  /** Runs a command. @throws if Redis did not answer it in time, or with an error; see `hasNotRun` */
  run<Result>(command: (client: RedisClient) => Promise<Result>): Promise<Result>
  /** How long ago the last outage began and ended, in milliseconds. Before the first one, that is the start. */
  lastOutage(): { beganMs: number; endedMs: number }
  /** Closes the connection. Every later command is refused. */
  close(): void
}

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
): Promise<RedisConnection> {
  const closing = new AbortController()
  /** undefined: there is no connection */
  let current: Awaited<ReturnType<typeof connect>> | undefined
  let isAway = false
  let beganAt = performance.now()
  let endedAt = beganAt

  async function connect() {
    const client = newClient(url)
    let drop: (why: unknown) => void = () => undefined
    const lost = new Promise<unknown>((resolve) => {
      drop = resolve
    })
    client.on('error', drop)
    try {
      await within(client.connect())
      await within(prepare(client))
      closing.signal.throwIfAborted()
    } catch (error) {
      client.destroy()
      throw error
    }
    endedAt = performance.now()
    return { client, drop, lost }
  }

  function note(problem: unknown) {
    const isAwayNow = problem !== undefined
    if (isAwayNow === isAway || closing.signal.aborted) return
    isAway = isAwayNow
    const time = new Date().toISOString()
    const reason = problem instanceof Error ? problem.message : String(problem)
    writeLine(
      JSON.stringify(
        isAway ? { time, event: 'redis-away', reason } : { time, event: 'redis-back' },
      ),
    )
  }

  async function keepConnected() {
    while (!closing.signal.aborted) {
      try {
        current ??= await connect()
        note(undefined)
        const { client, lost } = current
        const why = await lost
        current = undefined
        beganAt = performance.now()
        client.destroy()
        note(why)
      } catch (error) {
        note(error)
      }
      await delay(RECONNECT_MS, undefined, { ref: false })
    }
  }

  try {
    current = await connect()
  } catch (error) {
    if (error instanceof UnusableRedis || isRefusal(error)) throw error
    note(error)
  }
  void keepConnected()
  return {
    async run(command) {
      const connection = current
      if (connection === undefined || closing.signal.aborted) {
        throw new RedisAway('there is no connection to Redis')
      }
      try {
        return await within(command(connection.client))
      } catch (error) {
        // A connection that is silent may be dead.
        if (error instanceof TimeLimitError) connection.drop(error)
        throw error
      }
    },
    lastOutage() {
      const now = performance.now()
      return { beganMs: now - beganAt, endedMs: now - endedAt }
    },
    close() {
      closing.abort()
      current?.drop(undefined)
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

/** @throws TimeLimitError if a promise takes too long */
async function within<Result>(pending: Promise<Result>): Promise<Result> {
  let limit: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new TimeLimitError('Redis did not answer in time')), TIME_LIMIT)
  })
  try {
    return await Promise.race([pending, tooLong])
  } finally {
    clearTimeout(limit)
  }
}
