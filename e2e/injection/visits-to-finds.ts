import { isShownAsSent } from './injection-string.ts'
import type { Stage, Visit } from './stage.ts'
import { base } from './visits-to-rows.ts'

/** The search for a task: input and result. */

const FIRST_NUMBER = 10_000

/** Looks for a text, and waits for the end of an answer. */
async function find(stage: Stage, text: string, ends: readonly string[]): Promise<string> {
  return stage.page.evaluate(
    async ([typed, answers]) => {
      const { driver } = window
      if (driver.box('Task ID or number') === undefined) await driver.click('Find task')
      await driver.type('Task ID or number', typed)
      await driver.click('Find')
      return driver.until('an answer', () => {
        const shown = document.querySelector('dialog')?.textContent ?? ''
        return answers.find((answer) => shown.includes(answer))
      })
    },
    [text, ends] as const,
  )
}

/** Visits to the search. */
export const visitsToFinds: readonly Visit[] = [
  {
    // Each string is the ID and the message of a task, which is found by its number.
    places: [{ name: 'found: the ID of a task, and its message', at: 'dialog li' }],
    cost: 4,
    takes: isShownAsSent,
    atOnce: 90,
    async show(stage, entries) {
      const list = entries.map(({ text }, index) => ({
        ...base,
        uuid: text,
        id: FIRST_NUMBER + index,
        error_msg: text,
      }))
      stage.service.list = () => ({ data: { total: list.length, list } })
      await stage.open('/tasks?page_size=100')
      await stage.page.locator('table[aria-busy=false] tbody tr').first().waitFor()
    },
    async step(stage, _entry, index) {
      const number = `#${String(FIRST_NUMBER + index)}`
      await find(stage, number, [number])
    },
  },
  {
    // What is looked for stays as it was typed. Nothing is found, or it is unclear what to look for.
    places: [{ name: 'box: a search for a task', at: 'dialog input', look: 'box' }],
    cost: 4,
    harmless: { texts: { word: 'ж', nothing: '#' } },
    open: (stage) => stage.open('/tasks'),
    async step(stage, entry) {
      entry.key = await find(stage, entry.text, ['and nothing else.', 'Not among the tasks read.'])
    },
  },
]
