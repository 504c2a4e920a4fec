import { type InjectionString, isShownAsSent } from './injection-string.ts'
import { base } from './row-places.ts'
import { type Stage, type Visit, withHarmless } from './stage.ts'

/** The search for a task: input and result. */

const FOUND = 'found: the ID of a task, and its message'
const BOX = 'box: a search for a task'

/** A text that is looked for, and one that holds nothing to look for. */
const HARMLESS = ['ж', '#']

/** Strings on one page. */
const AT_ONCE = 90
const FIRST_NUMBER = 10_000

/** Each string as ID and message of a task, which is found by its number. */
async function find(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  for (let start = 0; start < strings.length; start += AT_ONCE) {
    const entries = withHarmless(strings.slice(start, start + AT_ONCE))
    const list = entries.map(({ text }, index) => ({
      ...base,
      uuid: text,
      id: FIRST_NUMBER + index,
      error_msg: text,
    }))
    stage.service.list = () => ({ data: { total: list.length, list } })
    await stage.open('/tasks?page_size=100')
    await stage.page.evaluate(
      async ({ all, place, first }) => {
        const { driver, inspector } = window
        await driver.until('the rows', () =>
          document.querySelector('table[aria-busy=false] tbody tr'),
        )
        await driver.click('Find task')
        for (const [index, { text, key, isHarmless }] of all.entries()) {
          const number = `#${String(first + index)}`
          await driver.type('Task ID or number', number)
          await driver.click('Find')
          const item = await driver.until(number, () =>
            [...document.querySelectorAll('dialog li')].find(({ textContent }) =>
              textContent.includes(number),
            ),
          )
          const twin = `${place} ${key}`
          if (isHarmless) inspector.remember(twin, item)
          else inspector.hold({ place, text, twin }, item)
        }
      },
      { all: entries, place: FOUND, first: FIRST_NUMBER },
    )
    await stage.settle()
  }
}

/** What is looked for stays as it was typed. Nothing is found, or the page says that it is unclear what to look for. */
async function type(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  stage.service.list = () => ({ data: { total: 0, list: [] } })
  await stage.open('/tasks')
  await stage.page.evaluate(
    async ({ harmless, texts, place }) => {
      const { driver, inspector } = window
      await driver.click('Find task')
      for (const [index, text] of [...harmless, ...texts].entries()) {
        await driver.type('Task ID or number', text)
        await driver.click('Find')
        const answer = await driver.until('an answer', () => {
          const shown = document.querySelector('dialog')?.textContent ?? ''
          return ['and nothing else.', 'Not among the tasks read.'].find((end) =>
            shown.includes(end),
          )
        })
        const box = await driver.until('the box', () => driver.box('Task ID or number'))
        const twin = `${place} ${answer}`
        if (index >= harmless.length) inspector.box({ place, text, twin }, box)
        else if (box.form !== null) inspector.remember(twin, box.form)
      }
    },
    { harmless: HARMLESS, texts: strings.map(({ text }) => text), place: BOX },
  )
  await stage.settle()
}

/** Visits to the search. */
export const visitsToFinds: readonly Visit[] = [
  { places: [FOUND], cost: 4, takes: isShownAsSent, run: find },
  { places: [BOX], cost: 4, run: type },
]
