import { checkSettings, connectToRedis } from '#host/idempotency/redis-store.ts'
import type { ViewRecords } from '#host/views/view-store.ts'

/** Writes a value over the one that is known; '' stands for none. It needs no rights that the idempotency store does not need. */
const REPLACE = `
  if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return 1
`

/**
 * Opens the records of views in the Redis of the idempotency store. If it cannot be reached, this resolves nevertheless; until it can
 * be, every method rejects.
 *
 * @param now milliseconds since the epoch
 * @throws if Redis refuses the user, or could lose what it has acknowledged
 */
export async function openRedisViews(
  url: string,
  now: () => number = Date.now,
): Promise<ViewRecords> {
  // The idempotency store logs when Redis is away.
  const connection = await connectToRedis(url, checkSettings, () => undefined)
  return {
    read: async (name) => {
      const value = await connection.run((client) => client.get(`marquee:${name}`))
      return value ?? undefined
    },
    async replace({ name, known = '', value, forgetAt }) {
      const keptMs = String(Math.max(1, forgetAt - now()))
      const change = { keys: [`marquee:${name}`], arguments: [known, value, keptMs] }
      return (await connection.run((client) => client.eval(REPLACE, change))) === 1
    },
    close: () => connection.close(),
  }
}
