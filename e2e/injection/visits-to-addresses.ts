import type { InjectionString } from './injection-string.ts'
import type { Sight } from './problem.ts'
import { sized, type Stage, type Visit } from './stage.ts'

/** Strings in the page's own address, which an attacker can send as a link. */

const TASKS = 'note: parameters of the tasks'
const POSTERS = 'note: parameters of the posters'
const BOX = 'box: an image URL of the address'
const NOWHERE = 'screen: an address that leads nowhere'
const MISSING = 'details: a task of the address that is not there'
const LOADED = 'note: parameters of a page that is loaded, with a fragment'

/** Longest text in an address; a host refuses a longer request line. */
const MAX_LENGTH = 1500

/** The string as an address can carry it: halves of pairs are replaced. */
const carried = (text: string) => Buffer.from(text.slice(0, MAX_LENGTH)).toString()

interface Step {
  text: string
  isHarmless: boolean
}

function steps(strings: readonly InjectionString[]): Step[] {
  const harmless = [sized().texts['short'] ?? '', sized().texts['long'] ?? '']
  return [
    ...harmless.map((text) => ({ text, isHarmless: true })),
    ...strings.map(({ text }) => ({ text: carried(text), isHarmless: false })),
  ]
}

/** Opens an address with each string, inspects the page, and goes back to one without a message. */
async function goTo(
  stage: Stage,
  place: string,
  { text, isHarmless }: Step,
  where: { address: string; root: string; written?: 'path' },
): Promise<void> {
  const sight: Omit<Sight, 'twin'> = { place, text, written: where.written ?? 'plain' }
  await stage.go(where.address)
  await stage.page.evaluate(
    async ({ seen, harmless, root }) => {
      const { driver, inspector } = window
      const note = await driver.until(root, () => document.querySelector(root))
      const twin = `${seen.place} ${seen.text.length > 40 ? 'long' : 'short'}`
      if (harmless) inspector.remember(twin, note)
      else inspector.hold({ ...seen, twin }, note)
    },
    { seen: sight, harmless: isHarmless, root: where.root },
  )
}

const NOTE = 'main ul:has(> li > bdi)'

async function leave(stage: Stage, to: string, root: string): Promise<void> {
  await stage.go(to)
  await stage.page.evaluate(
    (gone) => window.driver.until('gone', () => document.querySelector(gone) === null),
    root,
  )
}

async function tasks(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  stage.service.list = () => ({ data: { total: 0, list: [] } })
  await stage.open('/tasks')
  for (const step of steps(strings)) {
    const value = encodeURIComponent(step.text)
    const address = `/tasks?status=${value}&scene=${value}&page_size=${value}&${value}=${value}`
    await goTo(stage, TASKS, step, { address, root: NOTE })
    await leave(stage, '/tasks', NOTE)
  }
}

/** Longest text that is taken for the name of a task; a longer one is ignored, as other parameters are. */
const MAX_NAME = 200

async function missing(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  stage.service.list = () => ({ data: { total: 0, list: [] } })
  await stage.open('/tasks')
  for (const { text, isHarmless } of steps(strings)) {
    if (text.length > MAX_NAME) continue
    await stage.go(`/tasks?task=${encodeURIComponent(text)}`)
    await stage.page.evaluate(
      async ({ place, shown, harmless }) => {
        const { driver, inspector } = window
        const panel = await driver.until('the panel', () =>
          document.querySelector('dialog[open]:has(bdi)'),
        )
        if (harmless) inspector.remember(place, panel)
        else inspector.hold({ place, text: shown, twin: place }, panel)
      },
      { place: MISSING, shown: text, harmless: isHarmless },
    )
    await leave(stage, '/tasks', 'dialog[open]')
  }
}

async function posters(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  stage.service.list = () => ({ data: { total: 0, list: [] } })
  await stage.open('/tasks')
  for (const step of steps(strings)) {
    const value = encodeURIComponent(step.text)
    await goTo(stage, POSTERS, step, { address: `/posters?prompt=${value}`, root: NOTE })
    await leave(stage, '/tasks', '[name=image_url]')
  }
}

async function prefill(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  stage.service.list = () => ({ data: { total: 0, list: [] } })
  await stage.open('/tasks')
  for (const step of steps(strings)) {
    await stage.go(`/posters?image_url=${encodeURIComponent(step.text)}`)
    await stage.page.evaluate(
      async ({ text, place, isHarmless }) => {
        const { driver, inspector } = window
        const box = await driver.until('the box', () => driver.box('Image URL'))
        if (isHarmless && box.form !== null) inspector.remember(place, box.form)
        else inspector.box({ place, text, twin: place }, box)
      },
      { ...step, place: BOX },
    )
    await leave(stage, '/tasks', '[name=image_url]')
  }
}

async function nowhere(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  stage.service.list = () => ({ data: { total: 0, list: [] } })
  await stage.open('/tasks')
  for (const step of steps(strings)) {
    await goTo(stage, NOWHERE, step, {
      address: `/nowhere/${encodeURIComponent(step.text)}`,
      root: 'main bdi',
      written: 'path',
    })
    await leave(stage, '/tasks', 'main bdi')
  }
}

async function loaded(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  stage.service.list = () => ({ data: { total: 0, list: [] } })
  for (const { text, isHarmless } of steps(strings)) {
    const value = encodeURIComponent(text)
    await stage.open(`/tasks?scene=${value}#${value}`)
    await stage.page.evaluate(
      async ({ place, text: carriedText, harmless, root }) => {
        const { driver, inspector } = window
        const note = await driver.until('the note', () => document.querySelector(root))
        const key = `${place} ${carriedText.length > 40 ? 'long' : 'short'}`
        if (harmless) inspector.remember(key, note)
        else inspector.hold({ place, text: carriedText, twin: key }, note)
      },
      { place: LOADED, text, harmless: isHarmless, root: NOTE },
    )
  }
}

/** Visits by address. */
export const visitsToAddresses: readonly Visit[] = [
  { places: [TASKS], cost: 4, run: tasks },
  {
    places: [MISSING],
    cost: 4,
    takes: ({ text }) => carried(text).length <= MAX_NAME,
    run: missing,
  },
  { places: [POSTERS], cost: 4, run: posters },
  { places: [BOX], cost: 4, takes: ({ isAddress }) => !isAddress, run: prefill },
  // Dots alone lead up, and so somewhere.
  { places: [NOWHERE], cost: 4, takes: ({ text }) => !/^\.{1,2}$/.test(text), run: nowhere },
  { places: [LOADED], cost: 60, run: loaded },
]
