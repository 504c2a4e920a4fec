import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { IDEMPOTENCY_KEPT_MS } from '#contract/idempotency.ts'
import { bodyDigest, idempotencyName } from '#host/idempotency/with-idempotency.ts'
import { IDEMPOTENCY_FILE, openSqliteStore } from '#host/idempotency/sqlite-store.ts'
import { openDatabase } from '#sqlite/database.ts'

import { figure, type ProofResult, type ProofSetting } from './proof-figures.ts'

const DAY = 24 * 60 * 60 * 1000

/** How long keys came in. The host keeps them for 7 days: all others wait to be deleted. */
const DAYS = 30

/** An answer of /healthz while expired keys are deleted, at most, in milliseconds. The disk decides: another program's use of it made 2,200. */
const LONGEST_ANSWER = 5000

/**
 * Starts a host with 30 days of idempotency keys, and waits until it has deleted those that have expired, while it answers.
 *
 * @param keys how many there are
 */
export async function startWithKeys(
  { startHost }: ProofSetting,
  keys: number,
): Promise<ProofResult> {
  // Nothing asks the service.
  const taskApiUrl = 'http://127.0.0.1:9/api'
  const empty = await timed(() => startHost({ taskApiUrl }))
  const { dataDir } = empty.result
  await empty.result.kill()
  mkdirSync(dataDir, { recursive: true })
  await fill(dataDir, keys)
  const { result: host, milliseconds } = await timed(() => startHost({ taskApiUrl, dataDir }))
  const database = openDatabase(path.join(dataDir, IDEMPOTENCY_FILE))
  const count = (condition: string, ...values: number[]) =>
    database
      .query<{ n: number }>(`SELECT count(*) AS n FROM idempotency_keys WHERE ${condition}`)
      .one(...values)?.n ?? 0
  const expired = () => count('written_at < ?', Date.now() - IDEMPOTENCY_KEPT_MS)
  const expiredAtFirst = expired()
  const startedAt = performance.now()
  let slowest = 0
  do {
    for (let time = 0; time < 100; time += 1) {
      const answer = await timed(async () => (await fetch(`${host.origin}/healthz`)).arrayBuffer())
      slowest = Math.max(slowest, answer.milliseconds)
    }
  } while (expired() > 0)
  const seconds = (performance.now() - startedAt) / 1000
  const left = count('true')
  database.close()
  // Those that expired while the proof ran are no loss.
  const due = Math.floor((keys * IDEMPOTENCY_KEPT_MS) / DAYS / DAY - keys / 1000)
  return {
    problems: [],
    figures: [
      figure('keys of 30 days', keys),
      figure('of them expired, shortly after the start', expiredAtFirst),
      figure('start without a key, until its first line, ms', Math.round(empty.milliseconds)),
      figure('start with all of them, until its first line, ms', Math.round(milliseconds), {
        atMost: 1000,
      }),
      figure('seconds until the expired ones were deleted', Math.round(seconds)),
      figure('answers meanwhile, the slowest, ms', Math.round(slowest), { atMost: LONGEST_ANSWER }),
      figure('keys of the last 7 days that were deleted, too', Math.max(0, due - left), { is: 0 }),
    ],
  }
}

async function timed<Result>(work: () => Promise<Result>) {
  const startedAt = performance.now()
  const result = await work()
  return { result, milliseconds: performance.now() - startedAt }
}

/** Writes one key as a host does, and copies it: every key has a name and a time of its own. */
async function fill(dataDir: string, keys: number): Promise<void> {
  const from = Date.now() - DAYS * DAY
  const store = openSqliteStore(dataDir, () => from)
  const id = randomUUID()
  const request = { name: idempotencyName('key', id), bodyDigest: bodyDigest('key', id) }
  const body = JSON.stringify({ code: 200, message: '', data: { uuid: id, remaining_points: 990 } })
  await store.begin(request)
  await store.finish(request, {
    status: 200,
    retryAfter: null,
    notSent: false,
    hostErrorCode: null,
    body,
  })
  store.close()
  const database = openDatabase(path.join(dataDir, IDEMPOTENCY_FILE))
  database
    .query(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO idempotency_keys
         (name, body_digest, state, written_at, status, retry_after, not_sent, host_error_code, reply)
       SELECT hex(randomblob(32)), body_digest, state, written_at + n * ?, status, retry_after,
         not_sent, host_error_code, reply
       FROM idempotency_keys, numbers`,
    )
    .run(keys - 1, Math.floor((DAYS * DAY) / keys))
  database.close()
}
