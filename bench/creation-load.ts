/**
 * A minute of 1,000 creations a second at a host whose account has 1,000,000 tasks, while pages of it are read. Figures for
 * docs/decisions/0050-the-local-api-at-size.md:
 *
 *   npm run build && npx tsx bench/creation-load.ts
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'
import { API_BASE, operations } from '#contract/operations.ts'
import { listQueryString, TASK_STATUSES } from '#contract/video-tasks.ts'
import { fillEvenly } from '#e2e/support/filled-account.ts'
import { startHost } from '#e2e/support/host-process.ts'
import { createAccount } from '#local-api/accounts.ts'
import { openStore } from '#local-api/store.ts'

const TASKS = 1_000_000
const CREATIONS_A_SECOND = 1000
const READS_A_SECOND = 100
const SECONDS = 60
/** the target of decision 50, in milliseconds */
const MAX_READ_MS = 20
const STATUSES = [undefined, ...TASK_STATUSES]

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Sends one request and reads its answer. @returns its status */
function send(address: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const sent = httpRequest(address, { method, headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}

/**
 * Sends requests at an even pace, however long they take.
 *
 * @returns for each request that was answered with 200, the milliseconds from when it was due to the end of its answer
 */
async function pace(aSecond: number, work: () => Promise<number>): Promise<number[]> {
  const start = performance.now()
  const times: number[] = []
  const pending: Promise<void>[] = []
  while (pending.length < aSecond * SECONDS) {
    const due = start + (pending.length / aSecond) * 1000
    if (due > performance.now()) {
      await delay(1)
      continue
    }
    pending.push(
      work().then((status) =>
        status === 200 ? void times.push(performance.now() - due) : undefined,
      ),
    )
  }
  await Promise.all(pending)
  return times
}

/** Seconds of processor time of the hosts that have ended (Linux). */
function childrenCpu(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** A minute of creations at a host over the big account. @returns the reads' 99th percentile */
async function createAndRead(
  { folder, apiKey }: { folder: string; apiKey: string },
  isRecorded: boolean,
): Promise<number> {
  const host = await startHost({ dataDir: folder })
  const headers = { authorization: `Bearer ${apiKey}` }
  const poster = JSON.stringify({ image_url: 'https://images.example/me.jpg', prompt: 'firework' })
  const list = host.origin + API_BASE + operations.listVideoTasks.path
  const read = () => {
    const status = STATUSES[Math.floor(Math.random() * STATUSES.length)]
    const page = 1 + Math.floor(Math.random() * 900)
    return send(list + listQueryString({ status, pageNumber: page, pageSize: 100 }), headers)
  }
  const create = () => {
    const record = isRecorded ? { [IDEMPOTENCY_HEADER]: randomUUID() } : undefined
    const type = { 'content-type': 'application/json' }
    return send(
      host.origin + API_BASE + operations.createPosterTask.path,
      { ...headers, ...type, ...record },
      poster,
    )
  }
  const cpuBefore = childrenCpu()
  const start = performance.now()
  const rate = pace(CREATIONS_A_SECOND, create).then((times) => ({
    times,
    took: performance.now() - start,
  }))
  const reads = await pace(READS_A_SECOND, read)
  const { times, took } = await rate
  await host.stop()
  const cpu = (childrenCpu() - cpuBefore) / (took / 1000)
  const show = (values: number[]) =>
    [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(1)).join(' / ')
  console.log(
    `${isRecorded ? 'with' : 'without'} the idempotency store: ` +
      `${((times.length / took) * 1000).toFixed(0)} creations a second, ${show(times)} ms (p50 / p99 / max); ` +
      `${String(reads.length)} reads, ${show(reads)} ms; the host had ${cpu.toFixed(2)} of a core`,
  )
  return quantile(reads, 0.99)
}

const folder = mkdtempSync(path.join(tmpdir(), 'creation-load-'))
const store = openStore(folder)
const { id, apiKey } = createAccount(store, { points: 10 * CREATIONS_A_SECOND * SECONDS * 2 })
fillEvenly(store, id, TASKS)
store.close()
console.log(
  `Node ${process.version}, ${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown CPU'}`,
)
for (const isRecorded of [false, true]) {
  if ((await createAndRead({ folder, apiKey }, isRecorded)) > MAX_READ_MS) process.exitCode = 1
}
agent.destroy()
rmSync(folder, { recursive: true })
