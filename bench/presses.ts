/**
 * From a press to the frame that shows what it asked for, in the built app before the real host, with a processor that is four
 * times slower. Each press has a limit in milliseconds. Build first, then, with the browser that you have:
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
const TASKS = 10_000
const LINES = 200

const rows = `document.querySelector('tbody')?.textContent`
const openDialogs = `document.querySelectorAll('dialog[open], [role=dialog]').length`

const onTasks: readonly Press[] = [
  {
    name: 'filter',
    limit: 110,
    press: (page) => page.getByRole('radio', { name: /^Failed/ }).click(),
    probe: rows,
  },
  {
    name: 'next page',
    limit: 80,
    press: (page) => page.getByRole('button', { name: 'Next page' }).click(),
    probe: rows,
  },
  {
    name: 'select a task',
    limit: 50,
    press: (page) =>
      page
        .getByRole('checkbox', { name: /^Select task/ })
        .first()
        .click(),
    probe: `document.querySelectorAll('tbody input:checked').length`,
  },
  {
    name: 'open details',
    limit: 100,
    press: (page) =>
      page
        .getByRole('link', { name: /^Details of task/ })
        .nth(1)
        .click(),
    probe: openDialogs,
  },
  {
    name: 'close details',
    limit: 100,
    press: (page) => page.getByRole('button', { name: 'Close' }).first().click(),
    probe: openDialogs,
  },
  {
    name: 'compare 4 tasks',
    limit: 200,
    prepare: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Select task/ })
      for (const index of [0, 1, 2, 3]) await boxes.nth(index).click()
    },
    press: (page) => page.getByRole('button', { name: 'Compare', exact: true }).click(),
    probe: openDialogs,
  },
]

const onGallery: readonly Press[] = [
  {
    name: 'gallery',
    limit: 150,
    press: (page) => page.getByRole('button', { name: 'Show as gallery' }).click(),
    probe: `document.querySelector('tbody') === null && document.querySelectorAll('main li').length`,
  },
]

const onPosters: readonly Press[] = [
  {
    name: `choose a scene for ${LINES} images`,
    limit: 50,
    prepare: (page) => fillIn(page, pictures(LINES), 'Firework'),
    press: (page) => page.getByRole('radio', { name: 'youqian' }).check(),
    probe: `document.querySelector('input[value=youqian]').parentElement.querySelectorAll('svg').length`,
  },
  {
    name: `ask about ${LINES} posters`,
    limit: 150,
    press: (page) => page.getByRole('button', { name: `Create ${LINES} posters` }).click(),
    probe: openDialogs,
  },
]

const onPicture: readonly Press[] = [
  {
    name: 'crop a picture of 48 megapixels',
    limit: 300,
    prepare: async (page) => {
      await page.evaluate(choosePicture)
      await page.getByRole('button', { name: 'Crop…' }).waitFor()
    },
    press: (page) => page.getByRole('button', { name: 'Crop…' }).click(),
    probe: `document.querySelector('dialog img')?.naturalWidth > 0`,
  },
]

/** Makes a large picture and chooses it. It runs in the page. */
async function choosePicture(): Promise<void> {
  const canvas = new OffscreenCanvas(8_000, 6_000)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  for (let x = 0; x < 8_000; x += 40) {
    context.fillStyle = `hsl(${x % 360} 60% 50%)`
    context.fillRect(x, 0, 40, 6_000)
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
  const chosen = new DataTransfer()
  chosen.items.add(new File([blob], 'large.jpg', { type: blob.type }))
  const field = document.querySelector('input[type=file]')
  if (!(field instanceof HTMLInputElement)) throw new Error('no place for pictures')
  field.files = chosen.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

const onInsights: readonly Press[] = [
  {
    name: `a plot of ${TASKS.toLocaleString('en')} tasks as a table`,
    limit: 100,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Read the rest' }).click()
      await page.getByRole('button', { name: 'Read again' }).waitFor({ timeout: 120_000 })
      await page.getByRole('figure').first().waitFor()
    },
    press: (page) => page.getByRole('button', { name: 'Show as table' }).first().click(),
    probe: `document.querySelectorAll('figure table').length`,
  },
  {
    name: `insights of ${TASKS.toLocaleString('en')} tasks`,
    limit: 300,
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Tasks', exact: true }).click()
      await page.getByRole('table', { name: 'Video tasks' }).waitFor()
    },
    press: (page) => page.getByRole('link', { name: 'Insights', exact: true }).click(),
    probe: `document.querySelectorAll('figure').length`,
  },
]

async function run(bench: Bench): Promise<void> {
  const times = new Map<Press, number[]>()
  const measureAll = async (address: string, presses: readonly Press[]) => {
    const page = await openApp(bench, address, (opened) => opened.getByRole('heading').first())
    for (const press of presses) {
      const time = await measurePress(page, press, 4)
      times.set(press, [...(times.get(press) ?? []), time])
    }
    await page.context().close()
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await measureAll('/tasks', onTasks)
    await measureAll('/tasks', onGallery)
    await measureAll('/posters', onPosters)
    await measureAll('/posters', onPicture)
    await measureAll('/insights', onInsights)
  }
  for (const [{ name, limit }, all] of times) {
    const median = all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
    print(name, median, limit, 'ms')
  }
}

await withLargeAccount(run, undefined, TASKS)
