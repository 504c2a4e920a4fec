import { isShownAsSent } from './injection-string.ts'
import { READ_OUT, type Visit } from './stage.ts'

/** The service's own words: in banners, in place of a list, on the connect screen, and read out. */

/** Tasks of these statuses. */
function rows(statuses: readonly string[]) {
  const created_at = '2026-03-01T12:00:00Z'
  const list = statuses.map((status, id) => ({ id, uuid: `row ${id}`, status, created_at }))
  return { data: { total: list.length, list } }
}

const BANNER = 'main [role=alert]'

/** Visits to where the service speaks. */
export const visitsToWords: readonly Visit[] = [
  {
    places: [
      { name: 'banner: a refresh is refused', at: BANNER },
      { name: 'banner: all that the service says', at: BANNER, isWhole: true },
    ],
    cost: 10,
    takes: isShownAsSent,
    async open(stage) {
      stage.service.list = () => rows(['done'])
      await stage.open('/tasks')
      await stage.page.locator('tbody td time').waitFor()
    },
    async show(stage, [entry]) {
      stage.service.list = () => ({ refusal: entry?.text ?? '' })
      await stage.page.evaluate(() => window.driver.click('Refresh'))
    },
    async leave(stage) {
      stage.service.list = () => rows(['done'])
      await stage.page.evaluate(async (banner) => {
        await window.driver.click('Refresh')
        await window.driver.until('no banner', () => document.querySelector(banner) === null)
      }, BANNER)
    },
  },
  {
    places: [
      {
        name: 'in place of the list: the first load is refused',
        at: BANNER,
        // The service says which field it is about.
        behind: 'image_url: ',
      },
    ],
    cost: 40,
    takes: isShownAsSent,
    async show(stage, [entry]) {
      stage.service.list = () => ({ refusal: entry?.text ?? '', isListed: true })
      await stage.open('/tasks')
    },
  },
  {
    places: [{ name: 'banner: a key is refused', at: 'form [role=alert]' }],
    cost: 8,
    takes: isShownAsSent,
    async open(stage) {
      await stage.reset({ session: [], local: [] })
      await stage.open('/tasks')
    },
    async show(stage, [entry]) {
      stage.service.list = () => ({ refusal: entry?.text ?? '' })
      await stage.page.evaluate(async () => {
        const { driver } = window
        // Another key takes the banner of the one before away.
        await driver.type('API key', `injected-${String(Math.round(performance.now()))}`)
        await driver.until('no banner', () => document.querySelector('form [role=alert]') === null)
        await driver.click('Connect')
      })
    },
  },
  {
    // All on one page change their status at once: one text tells of all of them.
    places: [{ name: 'read out: another status', at: READ_OUT, look: 'read-out' }],
    cost: 1,
    takes: isShownAsSent,
    atOnce: 90,
    async show(stage, entries) {
      stage.service.list = () => rows(entries.map(() => 'before'))
      await stage.open('/tasks?page_size=100')
      await stage.page.locator('tbody td time').first().waitFor()
      stage.service.list = () => rows(entries.map(({ text }) => text))
      await stage.page.evaluate(() => window.driver.click('Refresh'))
      await stage.readOut('changed')
    },
  },
]
