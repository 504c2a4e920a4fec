/**
 * Insights and searches over an account of 100,000 tasks of three years, in the built app before the real host: how long
 * reading and plotting takes over a network that takes 50 ms, beside the least that its requests take and beside a loop that
 * only fetches the same pages; what is in memory while it goes on; the longest task; how soon a cancel is done; and how long
 * it takes from a press until the results of a search or another order are painted. Build first, then, with the browser that
 * you have:
 *
 *   CHROMIUM_PATH=/path/to/chromium npx tsx bench/insights.ts
 */
import process from 'node:process'

import type { Page } from '@playwright/test'

import type { Store } from '#local-api/store.ts'

import {
  AT_ONCE,
  type Bench,
  LATENCY,
  measureMemory,
  measurePress,
  measureTime,
  openApp,
  PAGES,
  print,
  timeUntilGone,
  withLargeAccount,
} from './large-account.ts'

/** Targets: times the plain loop, MiB above idle, milliseconds, milliseconds. */
const LIMITS = { time: 1.2, memory: 60, task: 50, cancel: 100 }

/** Milliseconds from a press to the painted results. A slow processor has a quarter of the speed. */
const PRESS_LIMITS = {
  page: 50,
  'page, slow processor': 200,
  'pasted search': 50,
  'pasted search, slow processor': 200,
  'typed search': 50,
  'typed search, slow processor': 200,
  sort: 80,
}
type PressName = keyof typeof PRESS_LIMITS
const PRESSES = [
  'page',
  'page, slow processor',
  'pasted search',
  'pasted search, slow processor',
  'typed search',
  'typed search, slow processor',
  'sort',
] as const

/** Milliseconds between the last letter of what is typed and Enter. What is pasted has none. */
const PAUSE = 300

/** A task every quarter of an hour, and no two failures in the same words. */
function spread(store: Store, accountId: number): void {
  store.database
    .query(
      `UPDATE tasks SET created_at = seq * 1000000, updated_at = seq * 1000000 + 60000,
         completed_at = iif(completed_at IS NULL, NULL, seq * 1000000 + 5000 + abs(random() % 90000)),
         error_msg = iif(error_msg IS NULL, NULL,
           'Step ' || char(65 + seq % 26) || ' failed for image ' || seq || ' of job ' || uuid)
       WHERE account_id = ?`,
    )
    .run(accountId)
}

const begin = (page: Page) => page.getByRole('button', { name: 'Read the rest' }).click()

/** All of it was read, and all that was read is plotted. */
const plotted = (page: Page) =>
  page
    .locator('main')
    .filter({ has: page.getByRole('button', { name: 'Read again' }) })
    .getByRole('figure', { name: 'Tasks per month' })
    .getByText('100,000 tasks, from')

async function run(bench: Bench): Promise<void> {
  const openInsights = () =>
    openApp(bench, '/insights', (page) => page.getByText(/^To read all 100,000 tasks/))
  const timed = await openInsights()
  const { ours, plain, longest } = await measureTime(timed, bench.apiKey, async () => {
    await begin(timed)
    await plotted(timed).waitFor({ timeout: 600_000 })
  })
  const least = (PAGES * LATENCY) / AT_ONCE
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  const requests = `${String(PAGES)} requests × ${String(LATENCY)} ms ÷ ${String(AT_ONCE)} at once`
  process.stdout.write(
    `${seconds(ours)}; ${requests} ${seconds(least)}; plain loop ${seconds(plain)}\n`,
  )
  print('insights / plain loop of the same requests', ours / plain, LIMITS.time, 'x')
  print('longest task', longest, LIMITS.task, 'ms')
  const held = await openInsights()
  const memory = await measureMemory(held, () => begin(held), plotted(held))
  print('memory above idle', memory, LIMITS.memory, 'MiB')
  const cancelled = await openInsights()
  await begin(cancelled)
  const region = cancelled.getByRole('region', { name: 'Tasks read' })
  await region.getByText(/[2-9],\d{3} of/).waitFor()
  const cancel = region.getByRole('button', { name: 'Cancel' })
  print('cancel', await timeUntilGone(cancel), LIMITS.cancel, 'ms')
  const asked = (page: Page) => page.getByText(/^To read all 100,000 tasks/)
  await measurePresses(await openApp(bench, '/tasks?q=today', asked))
}

/* While rows are awaited, there is no text. */
const rows = `document.querySelector('tbody')?.textContent || undefined`

/** How often each press is measured. */
const TIMES = 5

/** Searches that change what is on screen, one after the other. With another number, none was asked for before. */
const searches = (n: number) => [
  `no video image ${n}`,
  `"step ${'ABCD'.charAt(n)} failed"`,
  `over 6${n} s`,
  `197${n}`,
  `with video over 8${n} s`,
]

/** Says that the list was read to its end. */
const WHOLE = /^(?:All )?100,000 tasks[;,]/

/** How long searches and another order take once the list was read. */
async function measurePresses(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Read the rest' }).click()
  await page.getByText(WHOLE).waitFor({ timeout: 600_000 })
  const field = page.getByRole('searchbox')
  const times: Record<PressName, number[]> = {
    page: [],
    'page, slow processor': [],
    'pasted search': [],
    'pasted search, slow processor': [],
    'typed search': [],
    'typed search, slow processor': [],
    sort: [],
  }
  const note = async (name: PressName, press: () => Promise<void>, slowness = 1) =>
    times[name].push(await measurePress(page, { press, probe: rows }, slowness))
  // What the screen takes for other rows that are at hand already.
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  for (let time = 0; time < TIMES; time += 1) {
    const next = page
      .getByRole('button', { name: 'Next page' })
      .or(page.getByRole('link', { name: 'Next page' }))
    await note('page', () => next.click())
    await note('page, slow processor', () => next.click(), 4)
  }
  const kinds = [
    ['pasted search', 1, 0],
    ['pasted search, slow processor', 4, 0],
    ['typed search', 1, PAUSE],
    ['typed search, slow processor', 4, PAUSE],
  ] as const
  for (const [number, [name, slowness, pause]] of kinds.entries()) {
    for (const text of searches(number)) {
      await page.getByRole('link', { name: 'Tasks', exact: true }).click()
      await field.fill(text)
      await page.waitForTimeout(pause)
      await note(name, () => field.press('Enter'), slowness)
    }
  }
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await field.fill('1970-01-01..1973-12-31')
  await field.press('Enter')
  await page.getByText(WHOLE).waitFor()
  for (const name of ['Status', 'Elapsed']) {
    const header = page.getByRole('button', { name, exact: true })
    // Descending, then ascending.
    for (const _ of [1, 2]) await note('sort', () => header.click())
  }
  for (const name of PRESSES) {
    const all = times[name].toSorted((a, b) => a - b)
    print(name, all[Math.floor(all.length / 2)] ?? Number.NaN, PRESS_LIMITS[name], 'ms')
  }
}

await withLargeAccount(run, spread)
