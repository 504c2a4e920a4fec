import { isShownAsSent } from './injection-string.ts'
import type { Visit } from './stage.ts'
import { base } from './visits-to-rows.ts'

/** What shows tasks in other ways than the table: the gallery, and the facts about a customer. */

/** The newest tasks, of which one has failed. */
const failed = (text: string, count: number) => {
  const others = Array.from({ length: count - 1 }, (_, index) => ({ uuid: `t${index}` }))
  return { data: { total: count, list: [{ ...base, error_msg: text }, ...others] } }
}

/** Visits to the gallery and to the facts about a customer. */
export const visitsToOverviews: readonly Visit[] = [
  {
    places: [{ name: 'gallery: why a task failed', at: '[data-gallery] > li p[lang]' }],
    cost: 2,
    takes: isShownAsSent,
    atOnce: 90,
    async show(stage, entries) {
      const list = entries.map(({ text }, id) => ({ ...base, uuid: `t${id}`, error_msg: text }))
      stage.service.list = () => ({ data: { total: list.length, list } })
      await stage.open('/tasks?view=gallery&page_size=100')
    },
  },
  {
    places: [{ name: 'facts: the most frequent reason', at: '[data-facts] > span:last-child' }],
    cost: 12,
    takes: isShownAsSent,
    async open(stage) {
      const reader = { name: 'Shop', apiKey: 'injected-0001', isReadOnly: true } as const
      await stage.reset(await stage.connect([reader]))
      stage.service.list = () => failed('before', 2)
      await stage.open('/tasks')
      // A refresh does not ask again for what has not come yet.
      await stage.page.locator('[data-facts] > span').first().waitFor()
    },
    // The number of tasks tells which reply is on screen.
    async show(stage, [{ text } = { text: '' }]) {
      const facts = stage.page.locator('[data-facts]')
      const isOdd = (await facts.textContent())?.includes('newest 3') === true
      const count = isOdd ? 2 : 3
      stage.service.list = () => failed(text, count)
      await stage.page.evaluate(() => window.driver.click('Refresh'))
      await facts.getByText(`1 of the newest ${count} failed`).waitFor()
    },
  },
]
