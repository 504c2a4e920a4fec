import type { Page } from '@playwright/test'

import { autoRefresh, MINUTE } from '#e2e/support/live-screen.ts'

import {
  filterList,
  findTask,
  lockAndUnlock,
  lookAtDetails,
  stopFinding,
  switchAccounts,
} from './errands.ts'
import { figure, type ProofResult, type ProofSetting } from './proof-figures.ts'
import { openUsedTab, type UsedTab } from './used-tab.ts'

/** There and back: what is done over and over, and must leave nothing behind. */
const SCENARIOS: readonly (readonly [name: string, thereAndBack: (page: Page) => Promise<void>])[] =
  [
    ['open and close details', lookAtDetails],
    ['choose a filter and take it back', filterList],
    ['switch to another account and back', switchAccounts],
    [
      'find a task, and stop a search',
      async (page) => {
        await findTask(page)
        await stopFinding(page)
      },
    ],
    ['lock and unlock', lockAndUnlock],
  ]

/** The least times: fewer, and what differs from count to count looks like growth. */
const LEAST = 40

/** Times that come first: code that runs for the first time, and caches that fill. */
const WARM_UP = 5

/** Longer than the cache of queries keeps what nobody looks at, which is five minutes. */
const FORGOTTEN = 6 * MINUTE

/** Counts at one moment. The least of them counts: a reply may have just come, or a timer be waiting. */
const SAMPLES = 3

/**
 * What may be more afterwards, for each time. Nodes and listeners are exact. The number of objects differs by
 * up to 2,000 from count to count, as V8 frees code that is not used. Details that stay have more than 200.
 */
const MOST = { nodes: 0.5, 'detached nodes': 0.5, listeners: 0.5, objects: 60 }
const KINDS = ['nodes', 'detached nodes', 'listeners', 'objects'] as const
type Kind = (typeof KINDS)[number]

/**
 * Repeats each scenario and counts what stays, as memlab does: after a garbage collection, nodes (also those that are in no
 * document), listeners and objects of any kind. At the end there is a leak on purpose, which must be seen.
 */
export async function lookForLeaks(setting: ProofSetting, wanted: number): Promise<ProofResult> {
  const times = Math.max(LEAST, wanted)
  const tab = await openUsedTab(setting)
  // Nothing happens by itself between two counts.
  await autoRefresh(tab.page).uncheck()
  const figures = [figure('times that each was done', times)]
  for (const [name, thereAndBack] of SCENARIOS) {
    const growth = await growthOf(tab, thereAndBack, times)
    for (const kind of KINDS) {
      const label = `${name}: ${kind} that stay, each time`
      figures.push(figure(label, growth(kind), { atMost: MOST[kind] }))
    }
  }
  const growth = await growthOf(tab, leak, times)
  for (const kind of KINDS) {
    const label = `a leak on purpose: ${kind} that stay, each time`
    figures.push(figure(label, growth(kind), { atLeast: 0.9 }))
  }
  await tab.close()
  return { figures, problems: [] }
}

async function growthOf(
  { page, probe }: UsedTab,
  thereAndBack: (page: Page) => Promise<void>,
  times: number,
): Promise<(kind: Kind) => number> {
  const repeat = async (count: number) => {
    for (let time = 0; time < count; time += 1) await thereAndBack(page)
    await page.clock.runFor(FORGOTTEN)
    const samples: Record<Kind, number>[] = []
    while (samples.length < SAMPLES) {
      await page.clock.runFor(MINUTE)
      samples.push({ ...(await probe.read()), ...(await probe.countObjects()) })
    }
    return (kind: Kind) => Math.min(...samples.map((sample) => sample[kind]))
  }
  const before = await repeat(WARM_UP)
  const after = await repeat(times)
  return (kind) => Math.round(((after(kind) - before(kind)) / times) * 100) / 100
}

/** Holds a node that is in no document by a listener that is never removed. */
async function leak(page: Page): Promise<void> {
  await page.evaluate(() => {
    const node = document.createElement('p')
    addEventListener('resize', () => node.remove())
  })
}
