/**
 * What it costs to record a creation: SQLite, Redis as it has to be set up, and Redis as it must not be (synced once a
 * second), in turns. Figures for "Idempotency stores" of docs/benchmarks.md:
 *
 *   npx tsx bench/idempotency-stores.ts
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'

import type { StoredReply } from '#contract/idempotency.ts'
import { bodyDigest, idempotencyName } from '#host/idempotency/with-idempotency.ts'
import type { IdempotencyStore } from '#host/idempotency/idempotency-store.ts'
import { startRedis } from '#host/idempotency/redis.fixture.ts'
import { openRedisStore } from '#host/idempotency/redis-store.ts'
import { openSqliteStore } from '#host/idempotency/sqlite-store.ts'

const ROUNDS = 7
const CREATIONS = 2000
const AT_ONCE = 32

const reply: StoredReply = {
  status: 200,
  retryAfter: null,
  notSent: false,
  hostErrorCode: null,
  body: JSON.stringify({ code: 200, message: 'ok', data: { uuid: randomUUID(), points: 10 } }),
}

/** Records creations, some at once. @returns how long each took until it could be forwarded, and all together, in milliseconds */
async function record(store: IdempotencyStore): Promise<{ waits: number[]; total: number }> {
  const waits: number[] = []
  const startedAt = performance.now()
  let left = CREATIONS
  async function work() {
    while (left > 0) {
      left -= 1
      const id = randomUUID()
      const request = { name: idempotencyName('key', id), bodyDigest: bodyDigest('key', id) }
      const began = performance.now()
      await store.begin(request)
      waits.push(performance.now() - began)
      await store.finish(request, reply)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { waits, total: performance.now() - startedAt }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

const folder = mkdtempSync(path.join(tmpdir(), 'marquee-bench-'))
const redis = await startRedis()
const sqlite = openSqliteStore(folder)
const inRedis = await openRedisStore(redis.url, (line) => console.error(line))
const sync = (how: string) =>
  execFileSync('redis-cli', ['-u', redis.url, 'config', 'set', 'appendfsync', how])
const ways = [
  { name: 'SQLite', store: sqlite, prepare: () => undefined },
  { name: 'Redis, appendfsync always', store: inRedis, prepare: () => sync('always') },
  {
    name: 'Redis, appendfsync everysec (refused)',
    store: inRedis,
    prepare: () => sync('everysec'),
  },
].map((way) => ({ ...way, totals: [] as number[], waits: [] as number[] }))

for (let round = 0; round < ROUNDS; round += 1) {
  for (const way of ways) {
    way.prepare()
    const { waits, total } = await record(way.store)
    way.totals.push(total)
    way.waits.push(...waits)
  }
}
const perSecond = (totals: readonly number[]) => (CREATIONS / quantile(totals, 0.5)) * 1000
const [first] = ways
console.log(
  `${String(ROUNDS)} rounds of ${String(CREATIONS)} creations, ${String(AT_ONCE)} at once`,
)
console.log(`Node ${process.version}, ${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown'}`)
for (const { name, totals, waits } of ways) {
  const ratio = perSecond(totals) / perSecond(first?.totals ?? totals)
  console.log(
    `${name}: ${perSecond(totals).toFixed(0)} creations a second (×${ratio.toFixed(2)}), ` +
      `wait before forwarding ${quantile(waits, 0.5).toFixed(1)} ms, p99 ${quantile(waits, 0.99).toFixed(1)} ms`,
  )
}
sqlite.close()
inRedis.close()
await redis.end()
rmSync(folder, { recursive: true })
