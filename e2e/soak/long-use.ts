import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'

import type { Page } from '@playwright/test'

import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'
import { API_BASE, operations } from '#contract/operations.ts'
import { images } from '#e2e/support/outside-world.ts'
import type { HostProcess } from '#e2e/support/host-process.ts'
import { MINUTE } from '#e2e/support/live-screen.ts'

import {
  createPoster,
  filterList,
  findTask,
  lockAndUnlock,
  lookAtDetails,
  lookAtGallery,
  lookAtInsights,
  lookAtListOptions,
  refreshList,
  stopFinding,
  switchAccounts,
  turnPages,
} from './errands.ts'
import { type Figure, figure, type ProofResult, type ProofSetting } from './proof-figures.ts'
import { slope } from './trend.ts'
import { openUsedTab, type UsedTab } from './used-tab.ts'

/** What is done in every round. */
const ERRANDS = [
  refreshList,
  lookAtDetails,
  filterList,
  turnPages,
  lookAtGallery,
  lookAtListOptions,
  findTask,
  stopFinding,
  lookAtInsights,
  createPoster,
  switchAccounts,
]

/** Locks come seldom, as each ends a session with all it holds: in between there is time to leak. */
const ROUNDS_A_LOCK = 6

/** The least time of the tab from round to round: longer than the cache keeps what nobody looks at. */
const ROUND = 12 * MINUTE
const HOUR = 60 * MINUTE

/** Before that code is still compiled, and caches and SQLite's log fill: a rehearsal is too short to say what grows. */
const WARM = 4

/** What other tabs ask of the host in a round, each of it so often. */
const OTHER_TABS = 30

/** One look at everything that could grow. */
type Sighting = Awaited<ReturnType<typeof look>>

/**
 * Uses one tab for hours of its own clock, and its host as many tabs do meanwhile. After each round garbage is collected,
 * and everything that could grow is measured.
 */
export async function spendHours(setting: ProofSetting, hours: number): Promise<ProofResult> {
  const tab = await openUsedTab(setting)
  const { page } = tab
  const startedAt = await page.evaluate(() => Date.now())
  const seen: Sighting[] = []
  let creations = 0
  let hour = 0
  for (let round = 1; hour < hours; round += 1) {
    // First, as React keeps the screen that was left until the next renders.
    if (round % ROUNDS_A_LOCK === 0) await lockAndUnlock(page)
    for (const errand of ERRANDS) await errand(page)
    creations += 1 + (await askFromOtherTabs(tab))
    // Some minutes at a time: the list is read again and again.
    for (let passed = 0; passed < ROUND; passed += 2 * MINUTE) await page.clock.runFor(2 * MINUTE)
    hour = ((await page.evaluate(() => Date.now())) - startedAt) / HOUR
    seen.push(await look(tab, hour))
  }
  await tab.close()
  return { figures: figuresOf(seen, creations, hours >= WARM), problems: [] }
}

async function look({ page, readMemory, host }: UsedTab, hour: number) {
  return {
    hour,
    ...(await readMemory()),
    ...(await countStored(page)),
    ...(await lookAtHost(host)),
  }
}

/** Counts the entries of localStorage, sessionStorage and Cache Storage, and the records of IndexedDB. */
function countStored(page: Page) {
  return page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('IndexedDB')))
      })
    let entries = localStorage.length + sessionStorage.length
    for (const name of await caches.keys()) {
      entries += (await (await caches.open(name)).keys()).length
    }
    let records = 0
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        records += await asked(database.transaction(store).objectStore(store).count())
      }
      database.close()
    }
    return { entries, records }
  })
}

/** Measures the host; its `files` are what it has open, but for connections. */
async function lookAtHost(host: HostProcess) {
  const process = `/proc/${String(host.pid)}`
  const open = readdirSync(`${process}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`${process}/fd/${name}`)]
    } catch {
      // It was closed since.
      return []
    }
  })
  const connections = open.filter((target) => target.startsWith('socket:')).length
  const memory = /VmRSS:\s+(?<kib>\d+)/.exec(readFileSync(`${process}/status`, 'utf8'))
  const data = readdirSync(host.dataDir).map((name) => statSync(path.join(host.dataDir, name)).size)
  return {
    hostHeapKiB: (await host.heapBytes()) / 1024,
    hostMemoryKiB: Number(memory?.groups?.['kib']),
    files: open.length - connections,
    connections,
    dataKiB: data.reduce((sum, size) => sum + size, 0) / 1024,
  }
}

/** Reads, creates, and asks what makes no sense, as other tabs of the host do. @returns how many posters were created */
async function askFromOtherTabs({ host, otherKey }: UsedTab): Promise<number> {
  const { listVideoTasks, createPosterTask } = operations
  const api = host.origin + API_BASE
  const headers = { Authorization: `Bearer ${otherKey}` }
  const ask = async (url: string, init?: RequestInit) => (await fetch(url, init)).arrayBuffer()
  for (let time = 0; time < OTHER_TABS; time += 1) {
    await Promise.all([
      ask(`${api}${listVideoTasks.path}?page=${String(1 + (time % 9))}`, { headers }),
      ask(`${host.origin}/${randomUUID()}`),
      ask(`${api}/${randomUUID()}`, { headers }),
      ask(`${host.origin}/host/idempotency-keys/${randomUUID()}`, { headers }),
      ask(`${api}${createPosterTask.path}`, {
        method: createPosterTask.method,
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          [IDEMPOTENCY_HEADER]: randomUUID(),
        },
        body: JSON.stringify({ image_url: images.portrait, prompt: 'firework' }),
      }),
    ])
  }
  return OTHER_TABS
}

/**
 * The bounds are about twice of what was seen. An hour has the use of days: four rounds, each with some 50 actions, 25 addresses
 * and 150 requests of other tabs. What remains of the heap is code that V8 goes on compiling, and scroll positions.
 */
function figuresOf(seen: readonly Sighting[], creations: number, isWarm: boolean): Figure[] {
  const last = seen.at(-1)
  const grows = (of: keyof Sighting) =>
    slope(seen.map((sight) => ({ hour: sight.hour, value: sight[of] })))
  const growth = (of: keyof Sighting, label: string, atMost: number) =>
    figure(
      `${label}, more each hour`,
      Math.round(grows(of) * 10) / 10,
      isWarm ? { atMost } : undefined,
    )
  const lastOf = (of: keyof Sighting) => Math.round(last?.[of] ?? 0)
  return [
    figure('hours of the clock of the tab', Math.floor(last?.hour ?? 0)),
    figure('rounds of every errand', seen.length),
    figure('posters created by this tab and others', creations),
    figure('heap of the tab at the end, KiB', lastOf('heapKiB')),
    growth('heapKiB', 'heap of the tab, KiB', 300),
    growth('objects', 'objects in it', 500),
    growth('nodes', 'nodes', 10),
    growth('listeners', 'listeners', 2),
    growth('entries', 'entries in storage and caches', 0),
    figure('records in IndexedDB at the end', lastOf('records')),
    figure('heap of the host at the end, KiB', lastOf('hostHeapKiB')),
    growth('hostHeapKiB', 'heap of the host, KiB', 200),
    figure('memory of the host at the end, KiB', lastOf('hostMemoryKiB')),
    growth('files', 'open files of the host', 0),
    figure(
      'connections of the host, at most',
      Math.max(...seen.map(({ connections }) => connections)),
    ),
    figure(
      'data of the host, more for each poster, whose record expires after 7 days, bytes',
      Math.round((grows('dataKiB') * 1024 * (last?.hour ?? 0)) / creations),
      isWarm ? { atMost: 2048 } : undefined,
    ),
  ]
}
