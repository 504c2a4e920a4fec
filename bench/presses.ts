/**
 * From a press to the frame that shows what it asked for, in the built app before the real host, with a processor that is four
 * times slower. Build first, then, with the browser that you have:
 *
 *   CHROMIUM_PATH=/path/to/chromium npx tsx bench/presses.ts
 */
import { fillIn, pictures } from '#e2e/support/batch-screen.ts'

import {
  type Bench,
  measurePress,
  openApp,
  type Press,
  print,
  withLargeAccount,
} from './large-account.ts'

const ROUNDS = 5
/** Milliseconds from the press to the painted frame. */
const LIMIT = 200
const TASKS = 10_000
const LINES = 200

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
    name: `choose a scene for ${LINES} images`,
    prepare: (page) => fillIn(page, pictures(LINES), 'Firework'),
    press: (page) => page.getByRole('radio', { name: 'youqian' }).check(),
    probe: `document.querySelector('input[value=youqian]').parentElement.querySelectorAll('svg').length`,
  },
  {
    name: `ask about ${LINES} posters`,
    press: (page) => page.getByRole('button', { name: `Create ${LINES} posters` }).click(),
    probe: openDialogs,
  },
]

const onInsights: readonly Press[] = [
  {
    name: `a plot of ${TASKS.toLocaleString('en')} tasks as a table`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Read the rest' }).click()
      await page.getByRole('button', { name: 'Read again' }).waitFor({ timeout: 120_000 })
      await page.getByRole('figure').first().waitFor()
    },
    press: (page) => page.getByRole('button', { name: 'Show as table' }).first().click(),
    probe: `document.querySelectorAll('figure table').length`,
  },
]

async function run(bench: Bench): Promise<void> {
  const times = new Map<string, number[]>()
  const measureAll = async (address: string, presses: readonly Press[]) => {
    const page = await openApp(bench, address, (opened) => opened.getByRole('heading').first())
    for (const press of presses) {
      const time = await measurePress(page, press, 4)
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
