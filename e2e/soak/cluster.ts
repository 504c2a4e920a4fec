import { once } from 'node:events'

import { freePort } from '#host/free-port.fixture.ts'
import { startRedis } from '#host/idempotency/redis.fixture.ts'
import { type HostProcess, startHost } from '#e2e/support/host-process.ts'
import { type NginxProcess, startNginx } from '#e2e/support/nginx-process.ts'
import type { SeededRandom } from '#e2e/support/seeded-random.ts'

/** Two hosts behind nginx, with one Redis: all of them the real programs. */
export interface Cluster {
  readonly nginx: NginxProcess
  /** the times at which a host was killed, in milliseconds since 1970 */
  readonly kills: readonly number[]
  /** the times from which to which Redis was killed or paused, in milliseconds since 1970 */
  readonly outages: readonly Outage[]
  /** how often each thing was done to it so far */
  readonly incidents: ReadonlyMap<string, number>
  /**
   * Does one thing after the other to it, until it is told to stop. One host answers at any time.
   *
   * @param random chooses what and when
   */
  trouble(random: SeededRandom): { stop(): Promise<void> }
  close(): Promise<void>
}

type Happen = (random: SeededRandom) => void | Promise<void>

interface Outage {
  from: number
  /** Infinity: it goes on */
  until: number
}

/**
 * After this time nginx asks a host again that did not answer, in milliseconds. Its `fail_timeout=2s` takes up to 3 s, as it counts whole
 * ones. If the other host ended before that, nginx would have none.
 */
const LEFT_OUT = 3500

/** Longest pause between two incidents, and longest time that Redis is silent or away, in milliseconds. */
const LONGEST_PAUSE = 1500
const LONGEST_SILENCE = 3000

/**
 * Starts a cluster.
 *
 * @param taskApiUrl the service behind it
 * @param taskApiTimeout how long the service may take, in seconds
 */
export async function startCluster(taskApiUrl: string, taskApiTimeout: number): Promise<Cluster> {
  const redis = await startRedis()
  const port = await freePort()
  const options = {
    taskApiUrl,
    taskApiTimeout,
    idempotencyUrl: redis.url,
    allowedHosts: [`127.0.0.1:${String(port)}`],
  }
  const hosts = [await startHost(options), await startHost(options)]
  const [first, second] = hosts
  const nginx = await startNginx('before-several-hosts.conf', port, {
    '10.0.0.1:4173 max': `127.0.0.1:${String(first?.port)} max`,
    '10.0.0.2:4173 max': `127.0.0.1:${String(second?.port)} max`,
  })
  const kills: number[] = []
  const outages: Outage[] = []
  async function replace(index: number, end: (host: HostProcess) => Promise<void>) {
    const host = hosts[index]
    if (host === undefined) throw new Error(`there is no host ${String(index)}`)
    await end(host)
    hosts[index] = await startHost({ ...options, port: host.port })
    await passed(LEFT_OUT)
  }

  /** Notes when an outage of Redis begins and ends. */
  async function noteOutage(endAndRestore: () => Promise<void>) {
    const outage = { from: Date.now(), until: Infinity }
    outages.push(outage)
    await endAndRestore()
    outage.until = Date.now()
  }

  /** What happens to it. */
  const happenings: readonly (readonly [incident: string, happen: Happen])[] = [
    [
      'a host is killed',
      (random) =>
        replace(random.below(2), async (host) => {
          kills.push(Date.now())
          await host.kill()
        }),
    ],
    ['a host is drained', (random) => replace(random.below(2), (host) => host.stop())],
    [
      'Redis is killed',
      (random) =>
        noteOutage(async () => {
          await redis.kill()
          await passed(random.below(LONGEST_SILENCE))
          await redis.restart()
        }),
    ],
    [
      'Redis is paused',
      (random) =>
        noteOutage(async () => {
          redis.pause()
          await passed(random.below(LONGEST_SILENCE))
          redis.resume()
        }),
    ],
    ['nginx reloads', () => nginx.reload()],
  ]
  const incidents = new Map(happenings.map(([incident]) => [incident, 0]))

  return {
    nginx,
    kills,
    outages,
    incidents,
    trouble(random) {
      const stopping = new AbortController()
      async function goOn() {
        for (let count = 0; !stopping.signal.aborted; count += 1) {
          await passed(random.below(LONGEST_PAUSE))
          // Each of them at first, so that a short run has all.
          const next = happenings[count] ?? happenings[random.below(happenings.length)]
          if (next === undefined) continue
          const [incident, happen] = next
          incidents.set(incident, (incidents.get(incident) ?? 0) + 1)
          await happen(random)
        }
      }
      const going = goOn()
      return {
        async stop() {
          stopping.abort()
          await going
        },
      }
    },
    async close() {
      await nginx.stop()
      await Promise.all(hosts.map((host) => host.stop()))
      await redis.end()
    },
  }
}

/** Waits: here time itself is what is tested with. */
async function passed(milliseconds: number): Promise<void> {
  await once(AbortSignal.timeout(milliseconds), 'abort')
}
