/**
 * What is left of the service's best rate when four times as many requests come: with the limits of the host, and without
 * them. The service in this process gets slower the more it has to do at once, as real ones do. Half of all requests come from
 * one greedy key. Figures for "The host under load" of docs/benchmarks.md:
 *
 *   npm run build && npx tsx bench/overload.ts
 */
import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import { cpus } from 'node:os'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

import { successEnvelope } from '#contract/envelope.ts'
import { startHost } from '#e2e/support/host-process.ts'
import { freePort } from '#host/free-port.fixture.ts'

/** The service answers within this time, in milliseconds, while it has at most so many requests at once. */
const SERVICE_MS = 40
const SERVICE_AT_ONCE = 16
/** So it can answer this many requests in a second at best. */
const BEST = (SERVICE_AT_ONCE / SERVICE_MS) * 1000

const SECONDS = 10
/** A client leaves after this time, in milliseconds. */
const PATIENCE = 5000
const MODEST_KEYS = 50

const GREEDY = 'greedy'

interface Counts {
  asked: number
  answered: number
  refused: number
}

/** Starts a service whose requests take longer with the square of how many there are beyond what it can bear. */
async function startService(port: number) {
  let atOnce = 0
  const body = JSON.stringify(successEnvelope({ list: [], total: 0, page: 1, page_size: 20 }))
  const server = createServer((_request, response) => {
    atOnce += 1
    const timer = setTimeout(
      () => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.end(body)
      },
      SERVICE_MS * Math.max(1, atOnce / SERVICE_AT_ONCE) ** 2,
    )
    response.once('close', () => {
      clearTimeout(timer)
      atOnce -= 1
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Asks at a steady rate, whatever the answers. @param rate requests in a second */
async function ask(origin: string, rate: number): Promise<Record<'modest' | 'greedy', Counts>> {
  const agent = new Agent({ keepAlive: true })
  const counts = {
    modest: { asked: 0, answered: 0, refused: 0 },
    greedy: { asked: 0, answered: 0, refused: 0 },
  }
  const pending: Promise<void>[] = []
  const total = rate * SECONDS
  const startedAt = performance.now()
  for (let sent = 0; sent < total; sent += 1) {
    const due = startedAt + (sent / rate) * 1000
    while (performance.now() < due) await delay(1)
    const key = sent % 2 === 0 ? GREEDY : `modest-${String(sent % MODEST_KEYS)}`
    const count = counts[key === GREEDY ? 'greedy' : 'modest']
    count.asked += 1
    pending.push(
      (async () => {
        const status = await askOnce(`${origin}/api/plugins/video/tasks?page=1`, key, agent)
        if (status === 200) count.answered += 1
        if (status === 503) count.refused += 1
      })(),
    )
  }
  await Promise.all(pending)
  agent.destroy()
  return counts
}

async function askOnce(url: string, key: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${key}` }
    const signal = AbortSignal.timeout(PATIENCE)
    const sent = get(url, { agent, headers, signal }, (response) => {
      response.resume()
      response.once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0))
    })
    sent.once('error', () => resolve(0))
  })
}

const port = await freePort()
const service = await startService(port)
console.log(
  `A service of ${String(BEST)} requests a second at best, Node ${process.version}, ` +
    `${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown'}\n`,
)
console.log(
  '| Limits | Asked, of the best rate | Answered | Refused | Of modest keys | Of the greedy key |',
)
console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
for (const [limits, concurrency] of [
  ['none', 10_000],
  [`${String(SERVICE_AT_ONCE)} at once`, SERVICE_AT_ONCE],
] as const) {
  const host = await startHost({
    taskApiUrl: `http://127.0.0.1:${String(port)}`,
    taskApiConcurrency: concurrency,
  })
  for (const times of [1, 4]) {
    const { modest, greedy } = await ask(host.origin, BEST * times)
    const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(0)} %`
    const answered = modest.answered + greedy.answered
    const cells = [
      limits,
      `×${String(times)}`,
      `×${(answered / SECONDS / BEST).toFixed(2)}`,
      share(modest.refused + greedy.refused, modest.asked + greedy.asked),
      share(modest.answered, modest.asked),
      share(greedy.answered, greedy.asked),
    ]
    console.log(`| ${cells.join(' | ')} |`)
    await delay(PATIENCE)
  }
  await host.stop()
}
service.close()
service.closeAllConnections()
