import { setTimeout as delay } from 'node:timers/promises'

import { seededRandom, type SeededRandom } from '#e2e/support/seeded-random.ts'

import { type Cluster, startCluster } from './cluster.ts'
import { type Figure, figure, type ProofResult, type ProofSetting } from './proof-figures.ts'
import { openRawClient, type RawClient, type RawCreation, type Told } from './raw-client.ts'
import { startProofService } from './soak-service.ts'

/** Clients that send one creation after the other. */
const SENDERS = 24

/** Clients that read one list after the other. */
const READERS = 2

/** Most creations are answered within the first time, in milliseconds; the share of slow ones within the second. */
const QUICK = 30
const SLOW = 1500
const SLOW_SHARE = 0.05

/** The share of creations that are asked about again at the end. */
const ASKED_AGAIN = 0.2

/** The time-out of the hosts for the service, in seconds: far above SLOW, as all of this shares one machine. */
const TASK_API_TIMEOUT = 6

/**
 * Sends creations to two hosts behind nginx with one Redis, while hosts are killed and drained, Redis is killed and paused,
 * and nginx reloads. Compares what the clients were told with what has arrived at the service.
 *
 * @param count how many creations at least are sent: until each thing has happened to the cluster
 */
export async function submitToSeveralHosts(
  { seed }: ProofSetting,
  count: number,
): Promise<ProofResult> {
  const random = seededRandom(seed)
  const arrivals = new Map<string, number>()
  const service = await startProofService({
    async answerCreation({ imageUrl }) {
      arrivals.set(imageUrl, (arrivals.get(imageUrl) ?? 0) + 1)
      await delay(random.below(random.chance(SLOW_SHARE) ? SLOW : QUICK))
      return undefined
    },
  })
  const cluster = await startCluster(service.baseUrl, TASK_API_TIMEOUT)
  const client = openRawClient(cluster.nginx.origin, cluster.nginx.cert, random)
  const reads: Reads = { asked: 0, failed: [] }
  const reading = new AbortController()
  const readers = Promise.all(
    Array.from({ length: READERS }, async () => readOnAndOn(client, reads, reading.signal)),
  )
  const problems: string[] = []
  const raw: RawCreation[] = []
  const trouble = cluster.trouble(seededRandom(seed + 1))
  const toTheMinute = () => [...cluster.incidents.values()].includes(0)
  try {
    const sending = Array.from({ length: SENDERS }, async (_, sender) => {
      for (let next = sender; next < count || toTheMinute(); next += SENDERS) {
        raw.push(await client.submit(`http://p.example/${String(next)}`))
      }
    })
    await Promise.all(sending)
  } finally {
    reading.abort()
    await readers
    await trouble.stop()
  }
  problems.push(...(await untruths(raw, { arrivals, cluster, client })))
  const later = await disagreements(raw, { cluster, client, random })
  problems.push(...later.lines)
  client.close()
  await cluster.close()
  await service.close()
  const counted = (word: Told) => raw.filter(({ told }) => told === word).length
  const twice = [...arrivals.values()].filter((times) => times > 1).length
  const figures: Figure[] = [
    figure('creations', raw.length, { atLeast: count }),
    figure('creations that arrived at the service', arrivals.size),
    figure('creations that arrived twice', twice, { is: 0 }),
    figure('told as created', counted('created')),
    figure('told as not sent', counted('not sent')),
    figure('told as unknown, while a host was killed', counted('unknown')),
    figure(
      'told as created, and unknown later: a host was killed before Redis was back',
      later.lostWithHost,
    ),
    figure('outcomes told wrongly or never, and errors of the page', problems.length, { is: 0 }),
    figure('lists read meanwhile', reads.asked, { atLeast: 1 }),
    figure('lists that did not come', reads.failed.length, { is: 0 }),
    ...Array.from(cluster.incidents, ([incident, times]) =>
      figure(`${incident}, times`, times, { atLeast: 1 }),
    ),
  ]
  return { problems: [...problems, ...reads.failed], figures }
}

/** The lists that were asked for, and what came instead of one. */
interface Reads {
  asked: number
  failed: string[]
}

async function readOnAndOn(client: RawClient, reads: Reads, until: AbortSignal) {
  while (!until.aborted) {
    reads.asked += 1
    const from = Date.now()
    const instead = await client.read()
    if (instead !== '') reads.failed.push(`after ${String(Date.now() - from)} ms: ${instead}`)
    await delay(20)
  }
}

/** What a client was told and is not so. */
async function untruths(
  creations: readonly RawCreation[],
  {
    arrivals,
    cluster,
    client,
  }: { arrivals: ReadonlyMap<string, number>; cluster: Cluster; client: RawClient },
): Promise<string[]> {
  const lines: string[] = []
  for (const { imageUrl, told, from, until, idempotencyKey } of creations) {
    const arrived = arrivals.get(imageUrl) ?? 0
    const wasKilledMeanwhile = cluster.kills.some((time) => time >= from && time <= until)
    const isTrue: Record<Told, boolean> = {
      created: arrived === 1,
      'not sent': arrived === 0,
      // Only the host that has sent it could know more.
      unknown: arrived <= 1 && wasKilledMeanwhile,
      'never told': false,
    }
    if (isTrue[told]) continue
    const now = await client.stateOf(idempotencyKey)
    const took = `${String(until - from)} ms from ${new Date(from).toISOString()}`
    lines.push(
      `${imageUrl}: told "${told}" in ${took}, arrived ${String(arrived)} times, now ${JSON.stringify(now)}`,
    )
  }
  return lines
}

/** Asks once more about a share of the creations: what was told has to stay so. */
async function disagreements(
  creations: readonly RawCreation[],
  { cluster, client, random }: { cluster: Cluster; client: RawClient; random: SeededRandom },
): Promise<{ lines: string[]; lostWithHost: number }> {
  const states: Record<Told, string> = {
    created: 'done',
    unknown: 'unknown',
    'not sent': 'not-forwarded',
    'never told': '',
  }
  const lines: string[] = []
  let lostWithHost = 0
  for (const { idempotencyKey, imageUrl, told, until } of creations) {
    if (!random.chance(ASKED_AGAIN)) continue
    let state = (await client.stateOf(idempotencyKey))?.state
    // A host that has just connected to Redis again waits for replies that others may hold.
    while (state === 'in-flight') {
      await delay(200)
      state = (await client.stateOf(idempotencyKey))?.state
    }
    // A reply may have been written after all; and one of the host itself says that nothing was sent.
    if (state === states[told] || state === 'done') continue
    if (told === 'created' && state === 'unknown' && wasHeldByKilled(cluster, until))
      lostWithHost += 1
    else {
      lines.push(`${imageUrl}: told "${told}", later it is "${String(state)}"`)
    }
  }
  return { lines, lostWithHost }
}

/** How long a host may need after an outage of Redis until it has written what it holds, in milliseconds. */
const WRITES_MS = 5000

/** Whether a reply came during an outage of Redis, and a host was killed before it can have written it. */
function wasHeldByKilled({ kills, outages }: Cluster, cameAt: number): boolean {
  return outages.some(({ from, until }) => {
    const end = until + WRITES_MS
    return from <= cameAt && cameAt <= end && kills.some((time) => cameAt <= time && time <= end)
  })
}
