import { setTimeout as delay } from 'node:timers/promises'

import type { Browser } from '@playwright/test'

import { type SeededRandom, seededRandom } from '#e2e/support/seeded-random.ts'

import { submitInBrowser } from './browser-submissions.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Figure } from './proof-figures.ts'
import {
  openRawClient,
  type RawClient,
  type RawSubmission,
  type Told,
  type ToldSubmission,
} from './raw-submissions.ts'
import { startProofService } from './soak-service.ts'

/** Clients that send one creation after the other. */
const SENDERS = 24

/** Clients that read one list after the other. */
const READERS = 2

/** Most creations are answered within the first time, in milliseconds; the share of slow ones within the second. */
const QUICK = 30
const SLOW = 1500
const SLOW_SHARE = 0.05

/** The time-out of the hosts for the service, in seconds: far above SLOW, as all of this shares one machine. */
const TASK_API_TIMEOUT = 6

/**
 * Sends creations to two hosts behind nginx with one Redis, while hosts are killed and drained, Redis is killed and paused,
 * and nginx reloads. Compares what the clients were told with what has arrived at the service.
 *
 * @param counts how many creations at least: by clients without a browser, and through the form in a browser. Clients go
 *   on until each thing has happened to the cluster.
 */
export async function submitToSeveralHosts(
  browser: Browser,
  seed: number,
  counts: { raw: number; browser: number },
): Promise<{ figures: Figure[]; problems: string[] }> {
  const random = seededRandom(seed)
  const arrivals = new Map<string, number>()
  const service = await startProofService({
    markOf: (apiKey) => apiKey,
    async answerCreation({ imageUrl }) {
      arrivals.set(imageUrl, (arrivals.get(imageUrl) ?? 0) + 1)
      await delay(random.below(random.chance(SLOW_SHARE) ? SLOW : QUICK))
      return undefined
    },
  })
  const cluster = await startCluster(service.baseUrl, TASK_API_TIMEOUT)
  const client = openRawClient(cluster.nginx.origin, cluster.nginx.cert, random)
  const reads = { asked: 0, failed: 0 }
  const reading = new AbortController()
  const readers = Promise.all(
    Array.from({ length: READERS }, async () => readOnAndOn(client, reads, reading.signal)),
  )
  const submissions: RawSubmission[] = []
  let inBrowser: readonly ToldSubmission[] = []
  const trouble = cluster.trouble(seededRandom(seed + 1))
  const isCalm = () => [...cluster.incidents.values()].includes(0)
  try {
    const sending = Array.from({ length: SENDERS }, async (_, sender) => {
      for (let next = sender; next < counts.raw || isCalm(); next += SENDERS) {
        submissions.push(await client.submit(`http://p.example/${String(next)}`))
      }
    })
    inBrowser = await submitInBrowser(browser, cluster.nginx.origin, counts.browser)
    await Promise.all(sending)
  } finally {
    reading.abort()
    await readers
    await trouble.stop()
  }
  const seen = { counts, submissions, inBrowser, arrivals, cluster, reads }
  const { lines, lostWithHost } = await disagreements(seen, client, random)
  const problems = [...(await untruths(seen, [...submissions, ...inBrowser], client)), ...lines]
  client.close()
  await cluster.close()
  await service.close()
  return { problems, figures: figuresOf(seen, problems, lostWithHost) }
}

interface Seen {
  counts: { raw: number; browser: number }
  submissions: readonly RawSubmission[]
  inBrowser: readonly ToldSubmission[]
  /** the address of a poster → how often its creation has arrived */
  arrivals: ReadonlyMap<string, number>
  cluster: Cluster
  reads: { asked: number; failed: number }
}

async function readOnAndOn(client: RawClient, reads: Seen['reads'], until: AbortSignal) {
  while (!until.aborted) {
    reads.asked += 1
    if (!(await client.read())) reads.failed += 1
    await delay(20)
  }
}

/** What a client was told and is not so. */
async function untruths(
  { arrivals, cluster }: Seen,
  all: readonly (ToldSubmission & { idempotencyKey?: string })[],
  client: RawClient,
): Promise<string[]> {
  const lines: string[] = []
  for (const { imageUrl, told, from, until, idempotencyKey } of all) {
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
    const now = idempotencyKey === undefined ? undefined : await client.stateOf(idempotencyKey)
    const took = `${String(until - from)} ms from ${new Date(from).toISOString()}`
    lines.push(
      `${imageUrl}: told "${told}" in ${took}, arrived ${String(arrived)} times, now ${JSON.stringify(now)}`,
    )
  }
  return lines
}

/** Asks once more about a share of the creations: what was told has to stay so. */
async function disagreements(
  { submissions, cluster }: Seen,
  client: RawClient,
  random: SeededRandom,
): Promise<{ lines: string[]; lostWithHost: number }> {
  const states: Record<Told, string> = {
    created: 'done',
    unknown: 'unknown',
    'not sent': 'not-forwarded',
    'never told': '',
  }
  const lines: string[] = []
  let lostWithHost = 0
  for (const { idempotencyKey, imageUrl, told, until } of submissions) {
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

/** The share of creations that are asked about again at the end. */
const ASKED_AGAIN = 0.2

function figuresOf(
  { counts, submissions, inBrowser, arrivals, cluster, reads }: Seen,
  problems: readonly string[],
  lostWithHost: number,
): Figure[] {
  const all = [...submissions, ...inBrowser]
  const counted = (told: Told) => all.filter((one) => one.told === told).length
  const twice = [...arrivals.values()].filter((times) => times > 1).length
  return [
    {
      label: 'creations sent without a browser',
      value: submissions.length,
      expected: { atLeast: counts.raw },
    },
    {
      label: 'posters submitted through the form',
      value: inBrowser.length,
      expected: { is: counts.browser },
    },
    { label: 'creations that arrived at the service', value: arrivals.size },
    { label: 'creations that arrived twice', value: twice, expected: { is: 0 } },
    { label: 'told as created', value: counted('created') },
    { label: 'told as not sent', value: counted('not sent') },
    { label: 'told as unknown, while a host was killed', value: counted('unknown') },
    {
      label: 'told as created, and unknown later: a host was killed before Redis was back',
      value: lostWithHost,
    },
    { label: 'outcomes told wrongly or never', value: problems.length, expected: { is: 0 } },
    { label: 'lists read meanwhile', value: reads.asked, expected: { atLeast: 1 } },
    { label: 'lists that did not come', value: reads.failed, expected: { is: 0 } },
    ...Array.from(cluster.incidents, ([incident, value]) => ({
      label: `${incident}, times`,
      value,
      expected: { atLeast: 1 },
    })),
  ]
}
