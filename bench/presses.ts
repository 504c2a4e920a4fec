/**
 * From a press to the frame that shows what it asked for, in the built app before the real host, with a processor that is four
 * times slower. Build first, then, with the browser that you have:
 *
 *   CHROMIUM_PATH=/path/to/chromium npx tsx bench/presses.ts
 */
import type { Page } from '@playwright/test'

import { fillIn, pictures } from '#e2e/support/batch-screen.ts'

import { type Bench, openApp, print, withLargeAccount } from './large-account.ts'

const ROUNDS = 5
/** Milliseconds from the press to the painted frame. */
const LIMIT = 200
const TASKS = 10_000
const LINES = 200

/** What is pressed. */
interface Press {
  readonly name: string
  /** brings the page to where it can be pressed */
  readonly prepare?: (page: Page) => Promise<void>
  readonly press: (page: Page) => Promise<void>
  /** an expression in the page: it has another value as soon as the press shows */
  readonly probe: string
}

const rows = `document.querySelector('tbody')?.textContent`
const openDialogs = `document.querySelectorAll('dialog[open], [role=dialog]').length`

const onTasks: readonly Press[] = [
  {
    name: 'filter',
    press: (page) => page.getByRole('radio', { name: /^Failed/ }).click(),
    probe: rows,
  },
  {
    name: 'next page',
    press: (page) => page.getByRole('button', { name: 'Next page' }).click(),
    probe: rows,
  },
  {
    name: 'select a task',
    press: (page) =>
      page
        .getByRole('checkbox', { name: /^Select task/ })
        .first()
        .click(),
    probe: `document.querySelectorAll('tbody input:checked').length`,
  },
  {
    name: 'open details',
    press: (page) =>
      page
        .getByRole('link', { name: /^Details of task/ })
        .nth(1)
        .click(),
    probe: openDialogs,
  },
  {
    name: 'close details',
    press: (page) => page.getByRole('button', { name: 'Close' }).first().click(),
    probe: openDialogs,
  },
  {
    name: 'gallery',
    press: (page) => page.getByRole('button', { name: 'Show as gallery' }).click(),
    probe: `document.querySelector('tbody') === null && document.querySelectorAll('main li').length`,
  },
]

const onPosters: readonly Press[] = [
  {
    name: `review a batch of ${LINES}`,
    prepare: (page) => fillIn(page, pictures(LINES), 'Firework'),
    press: (page) => page.getByRole('button', { name: 'Review' }).click(),
    probe: `[...document.querySelectorAll('button')].some((one) => one.textContent.startsWith('Create ${LINES} '))`,
  },
]

const onInsights: readonly Press[] = [
  {
    name: `a plot of ${TASKS.toLocaleString('en')} tasks as a table`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Load insights' }).click()
      await page
        .getByText(/tasks read by/)
        .first()
        .waitFor({ timeout: 120_000 })
      await page.getByRole('figure').first().waitFor()
    },
    press: (page) => page.getByRole('button', { name: 'Show as table' }).first().click(),
    probe: `document.querySelectorAll('figure table').length`,
  },
]

declare global {
  interface Window {
    /** milliseconds from the last event of a press until what the probe says is painted */
    untilPainted: Promise<number>
  }
}

/** Runs in the page. */
function watch(read: () => unknown): void {
  const before = read()
  let pressed = 0
  const note = ({ timeStamp }: Event) => {
    pressed = timeStamp
  }
  for (const type of ['pointerdown', 'click', 'change']) addEventListener(type, note, true)
  window.untilPainted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`nothing shows of ${read.toString()}`)), 20_000)
    const observer = new MutationObserver(() => {
      const now = read()
      if (now === before || now === undefined || now === false || pressed === 0) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)))
    })
    const everything = { attributes: true, characterData: true, childList: true, subtree: true }
    observer.observe(document, everything)
  })
}

async function measure(page: Page, { prepare, press, probe }: Press): Promise<number> {
  await prepare?.(page)
  // Before a person presses, the pointer moves.
  await page.mouse.move(1, 1)
  await page.waitForLoadState('networkidle')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // Texts, as the policy of the page forbids it to evaluate any.
  await page.evaluate(`(${watch.toString()})(() => ${probe})`)
  await press(page)
  const time = await page.evaluate(() => window.untilPainted)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.detach()
  return time
}

async function run(bench: Bench): Promise<void> {
  const times = new Map<string, number[]>()
  const measureAll = async (address: string, presses: readonly Press[]) => {
    const page = await openApp(bench, address, (opened) => opened.getByRole('heading').first())
    for (const press of presses) {
      const time = await measure(page, press)
      times.set(press.name, [...(times.get(press.name) ?? []), time])
    }
    await page.context().close()
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await measureAll('/tasks', onTasks)
    await measureAll('/posters', onPosters)
    await measureAll('/insights', onInsights)
  }
  for (const [name, all] of times) {
    const median = all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
    print(name, median, LIMIT, 'ms')
  }
}

await withLargeAccount(run, undefined, TASKS)
