/**
 * How much the host can bear, beside nginx with one process and a bare Node server on the same machine: files, the page, the
 * list through the proxy, and creations. Needs nginx and wrk (Debian's packages) and a build. Figures for
 * "The host under load" of docs/benchmarks.md:
 *
 *   npm run build && npx tsx bench/load.ts            the comparison, and slow clients
 *   npm run build && npx tsx bench/load.ts --memory   memory after 100,000, 1,000,000 and 2,000,000 requests
 *   npm run build && npx tsx bench/load.ts --two      what a second host adds (root, Linux, and redis-server)
 */
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { cpus } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import { projectDir } from '#e2e/support/host-process.ts'

import { type LoadedServer, startHosts, startServers } from './load/servers.ts'
import { CONNECTIONS, load, type LoadedRequest, type Run } from './load/wrk.ts'

const ROUNDS = 5
const SECONDS = 4
const SLOW_CLIENTS = 200

const script = readdirSync(path.join(projectDir, 'dist/assets')).find((name) =>
  /^posters-.*\.js$/.test(name),
)
const LIST: LoadedRequest = { name: 'list', path: '/api/plugins/video/tasks?page=1&page_size=20' }
const ASSET: LoadedRequest = { name: 'script of 32 KB', path: `/assets/${script ?? ''}` }
const REQUESTS: readonly LoadedRequest[] = [
  ASSET,
  { name: 'page', path: '/' },
  LIST,
  { name: 'creation', path: '/api/plugins/poster/tasks', isCreation: true },
]

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The medians of several runs. */
function middle(runs: readonly Run[]): Run {
  const of = (figure: keyof Run) => median(runs.map((run) => run[figure]))
  return {
    perSecond: of('perSecond'),
    median: of('median'),
    p99: of('p99'),
    cpu: of('cpu'),
    failed: Math.max(...runs.map(({ failed }) => failed)),
  }
}

async function compare(servers: readonly LoadedServer[]) {
  console.log('| Request | Server | Requests/s | Median, ms | p99, ms | CPU, µs | Failed |')
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |')
  for (const request of REQUESTS) {
    const runs = new Map<string, Run[]>()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of servers) {
        const run = await load(server, request, SECONDS)
        runs.set(server.name, [...(runs.get(server.name) ?? []), run])
      }
    }
    const first = middle(runs.get(servers[0]?.name ?? '') ?? [])
    for (const [name, all] of runs) {
      const { perSecond, median: half, p99, cpu, failed } = middle(all)
      const ratio = (perSecond / first.perSecond).toFixed(2)
      const figures = [half.toFixed(1), p99.toFixed(1), cpu.toFixed(0), String(failed)]
      console.log(
        `| ${request.name} | ${name} | ${perSecond.toFixed(0)} (×${ratio}) | ${figures.join(' | ')} |`,
      )
    }
  }
}

/** Clients that send the head of a request, one byte a second. */
function openSlowClients({ origin }: LoadedServer): { close(): void } {
  const { hostname, port } = new URL(origin)
  const head = `GET / HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Slow: ${'x'.repeat(1000)}`
  const sockets = new Set<Socket>()
  let isClosing = false
  function open() {
    const socket = connect(Number(port), hostname)
    let sent = 0
    sockets.add(socket)
    const timer = setInterval(() => {
      socket.write(head.charAt(sent))
      sent += 1
    }, 1000)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
      // The host closes a slow connection after a while. Open another one.
      if (!isClosing) open()
    })
  }
  for (let count = 0; count < SLOW_CLIENTS; count += 1) open()
  return {
    close() {
      isClosing = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function compareSlowClients(server: LoadedServer) {
  const [alone, beside]: [Run[], Run[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await load(server, LIST, SECONDS))
    const slow = openSlowClients(server)
    beside.push(await load(server, LIST, SECONDS))
    slow.close()
  }
  const [without, withThem] = [middle(alone), middle(beside)]
  console.log(
    `\n${String(SLOW_CLIENTS)} slow clients: ×${(withThem.perSecond / without.perSecond).toFixed(2)} requests, ` +
      `p99 ${without.p99.toFixed(1)} → ${withThem.p99.toFixed(1)} ms, ${String(withThem.failed)} failed`,
  )
}

/** Resident memory of a process, in MiB. */
function memoryOf({ pid }: LoadedServer): number {
  const [, kib = 0] =
    /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

async function measureMemory(server: LoadedServer) {
  let requests = 0
  for (const until of [100_000, 1_000_000, 2_000_000]) {
    while (requests < until) {
      for (const request of [LIST, ASSET]) {
        const { perSecond } = await load(server, request, SECONDS)
        requests += perSecond * SECONDS
      }
    }
    console.log(`${requests.toFixed(0)} requests: ${memoryOf(server).toFixed(1)} MiB`)
  }
}

/**
 * The share of one processor that each host may use with --two, so that two processors suffice for the hosts, nginx, Redis, the
 * service and wrk.
 */
const SHARE = 0.2

const NO_RUN = middle([])

async function compareTwoHosts() {
  console.log(
    '| Request | One host, a second | Two hosts | One, median, ms | Two, median, ms | Failed |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  const setups = [await startHosts(1), await startHosts(2)].map((hosts) => ({
    ...hosts,
    runs: new Map<LoadedRequest, Run[]>(),
  }))
  for (const { server, limit } of setups) {
    // Warm up before the limit, so that code is compiled by then.
    for (const request of REQUESTS) await load(server, request, SECONDS)
    limit(SHARE)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const request of REQUESTS) {
      for (const { server, runs } of setups) {
        const run = await load(server, request, SECONDS)
        runs.set(request, [...(runs.get(request) ?? []), run])
      }
    }
  }
  for (const { stop } of setups) await stop()
  for (const request of REQUESTS) {
    const [one = NO_RUN, two = NO_RUN] = setups.map(({ runs }) => middle(runs.get(request) ?? []))
    const ratio = (two.perSecond / one.perSecond).toFixed(2)
    console.log(
      `| ${request.name} | ${one.perSecond.toFixed(0)} | ${two.perSecond.toFixed(0)} (×${ratio}) | ` +
        `${one.median.toFixed(1)} | ${two.median.toFixed(1)} | ${String(one.failed + two.failed)} |`,
    )
  }
}

console.log(
  `${String(ROUNDS)} rounds of ${String(SECONDS)} s, ${String(CONNECTIONS)} connections, ` +
    `Node ${process.version}, ${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown'}\n`,
)
if (process.argv.includes('--two')) await compareTwoHosts()
else {
  const { servers, stop } = await startServers()
  const host = servers.at(-1)
  if (host !== undefined && process.argv.includes('--memory')) await measureMemory(host)
  else {
    await compare(servers)
    if (host !== undefined) await compareSlowClients(host)
  }
  await stop()
}
