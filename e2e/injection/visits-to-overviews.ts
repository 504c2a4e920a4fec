import { type InjectionString, isShownAsSent } from './injection-string.ts'
import { base } from './row-places.ts'
import { type Stage, type Visit, withHarmless } from './stage.ts'

/** What shows tasks in other ways than the table: the gallery, and the facts about a customer. */

const TILE = 'gallery: why a task failed'
const FACTS = 'facts: the most frequent reason'

/** Strings on one page. */
const AT_ONCE = 90

/** Each string as the reason of a task, on its tile. */
async function lookAtTiles(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  for (let start = 0; start < strings.length; start += AT_ONCE) {
    const entries = withHarmless(strings.slice(start, start + AT_ONCE))
    const list = entries.map(({ text }, index) => ({ ...base, uuid: `t${index}`, error_msg: text }))
    stage.service.list = () => ({ data: { total: list.length, list } })
    await stage.open('/tasks?view=gallery&page_size=100')
    await stage.page.evaluate(
      async ({ all, place }) => {
        const { driver, inspector } = window
        await driver.until('the tiles', () => document.querySelector('[data-gallery] > li'))
        const tiles = [...document.querySelectorAll('[data-gallery] > li')]
        for (const [index, { text, key, isHarmless }] of all.entries()) {
          const reason = tiles[index]?.querySelector('p[lang]')
          if (reason === null || reason === undefined) throw new Error(`no reason on ${index}`)
          const twin = `${place} ${key}`
          if (isHarmless) inspector.remember(twin, reason)
          else inspector.hold({ place, text, twin }, reason)
        }
      },
      { all: entries, place: TILE },
    )
    await stage.settle()
  }
}

/** Each string as the reason why the newest task failed. The number of tasks tells which reply is on screen. */
async function lookAtFacts(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  await stage.keepAccounts(['Shop'], true)
  stage.service.list = () => ({ data: { total: 1, list: [{ uuid: 't0' }] } })
  await stage.open('/tasks')
  // A refresh does not ask again for what has not come yet.
  await stage.page.evaluate(async () => {
    await window.driver.until('the first facts', () =>
      document.querySelector('[data-facts] > span'),
    )
  })
  for (const [index, one] of withHarmless(strings).entries()) {
    const count = 2 + (index % 2)
    const list = Array.from({ length: count }, (_, at) => ({ uuid: `t${at}` }))
    stage.service.list = () => ({
      data: { total: count, list: [{ ...base, error_msg: one.text }, ...list.slice(1)] },
    })
    await stage.page.evaluate(
      async ({ text, key, isHarmless, place, read }) => {
        const { driver, inspector } = window
        await driver.click('Refresh')
        const facts = await driver.until('the facts', () =>
          [...document.querySelectorAll('[data-facts] > span')].find(({ textContent }) =>
            textContent.startsWith(`1 of the newest ${read} failed`),
          ),
        )
        const twin = `${place} ${key} ${read}`
        if (isHarmless) {
          // Either number of tasks has a twin.
          for (const other of [2, 3]) inspector.remember(`${place} ${key} ${other}`, facts)
        } else inspector.hold({ place, text, twin }, facts)
      },
      { ...one, place: FACTS, read: count },
    )
  }
  await stage.keepAccounts(['Shop'])
}

/** Visits to the gallery and to the facts about a customer. */
export const visitsToOverviews: readonly Visit[] = [
  { places: [TILE], cost: 2, takes: isShownAsSent, run: lookAtTiles },
  { places: [FACTS], cost: 12, takes: isShownAsSent, run: lookAtFacts },
]
