import { type InjectionString, isShownAsSent } from './injection-string.ts'
import { type Stage, type Visit, withHarmless } from './stage.ts'

/** The service's own words: in banners, in place of a list, on the connect screen, and read out. */

const BANNER = 'banner: a refresh is refused'
const WHOLE_BANNER = 'banner: all that the service says'
const LOAD = 'in place of the list: the first load is refused'
const CONNECT_SCREEN = 'banner: a key is refused'
const READ_OUT = 'read out: another status'

/** Strings that are shown at once. */
const AT_ONCE = 90

/** Tasks of these statuses. */
function rows(statuses: readonly string[]) {
  const created_at = '2026-03-01T12:00:00Z'
  const list = statuses.map((status, index) => ({
    id: index,
    uuid: `row ${index}`,
    status,
    created_at,
  }))
  return { data: { total: list.length, list } }
}

async function refuseRefreshes(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  stage.service.list = () => rows(['done'])
  await stage.open('/tasks')
  await stage.page.evaluate(() =>
    window.driver.until('a row', () => document.querySelector('tbody td time')),
  )
  for (const one of withHarmless(strings)) {
    stage.service.list = () => ({ refusal: one.text })
    await stage.page.evaluate(
      async ({ text, key, isHarmless, places }) => {
        const { driver, inspector } = window
        const find = () => document.querySelector('main [role=alert]')
        await driver.click('Refresh')
        const banner = await driver.until('a banner', find)
        const look = (place: string, isWhole: boolean) => {
          const twin = `${place} ${key}`
          if (isHarmless) inspector.remember(twin, banner)
          else inspector.hold({ place, text, twin, isWhole }, banner)
        }
        look(places.banner, false)
        for (let more = driver.control('Show all'); more !== undefined;) {
          const before = banner.textContent
          more.click()
          await driver.until('more of it', () => banner.textContent !== before)
          more = driver.control('Show all')
        }
        look(places.whole, true)
      },
      { ...one, places: { banner: BANNER, whole: WHOLE_BANNER } },
    )
    stage.service.list = () => rows(['done'])
    await stage.page.evaluate(async () => {
      await window.driver.click('Refresh')
      await window.driver.until(
        'no banner',
        () => document.querySelector('main [role=alert]') === null,
      )
    })
  }
}

async function refuseLoads(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  for (const one of withHarmless(strings)) {
    stage.service.list = () => ({ refusal: one.text, isListed: true })
    await stage.open('/tasks')
    await stage.page.evaluate(
      async ({ text, key, isHarmless, place }) => {
        const { driver, inspector } = window
        const alert = await driver.until('the failure', () =>
          document.querySelector('main [role=alert]'),
        )
        if (isHarmless) inspector.remember(`${place} ${key}`, alert)
        else inspector.hold({ place, text, twin: `${place} ${key}` }, alert)
      },
      { ...one, place: LOAD },
    )
  }
}

async function refuseKeys(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  await stage.forgetAccounts()
  await stage.open('/tasks')
  for (const [index, one] of withHarmless(strings).entries()) {
    stage.service.list = () => ({ refusal: one.text })
    await stage.page.evaluate(
      async ({ text, key, isHarmless, place, apiKey }) => {
        const { driver, inspector } = window
        // Another key takes the banner of the one before away.
        await driver.type('API key', apiKey)
        const find = () => document.querySelector('form [role=alert]')
        await driver.until('no banner', () => find() === null)
        await driver.click('Connect')
        const banner = await driver.until('a banner', find)
        if (isHarmless) inspector.remember(`${place} ${key}`, banner)
        else inspector.hold({ place, text, twin: `${place} ${key}` }, banner)
      },
      { ...one, place: CONNECT_SCREEN, apiKey: `injected-${String(index)}` },
    )
  }
  await stage.keepAccounts(['Shop'])
}

/** All on one page change their status at once: one text tells of all of them. */
async function changeStatuses(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  for (let start = 0; start < strings.length; start += AT_ONCE) {
    const some = strings.slice(start, start + AT_ONCE)
    stage.service.list = () => rows(some.map(() => 'before'))
    await stage.open('/tasks?page_size=100')
    await stage.page.evaluate(() =>
      window.driver.until('the rows', () => document.querySelector('tbody td time')),
    )
    stage.service.list = () => rows(some.map(({ text }) => text))
    await stage.page.evaluate(
      async ({ texts: said, place }) => {
        const { driver, inspector } = window
        await driver.click('Refresh')
        const region = await driver.until('news', () => {
          const found = inspector.readOut()
          return found?.textContent.includes('changed') === true && found
        })
        for (const text of said) inspector.spoken({ place, text, twin: '' }, region)
      },
      { texts: some.map(({ text }) => text), place: READ_OUT },
    )
    await stage.settle()
  }
}

/** Visits to where the service speaks. */
export const visitsToWords: readonly Visit[] = [
  { places: [BANNER, WHOLE_BANNER], cost: 10, takes: isShownAsSent, run: refuseRefreshes },
  { places: [LOAD], cost: 40, takes: isShownAsSent, run: refuseLoads },
  { places: [CONNECT_SCREEN], cost: 8, takes: isShownAsSent, run: refuseKeys },
  { places: [READ_OUT], cost: 1, takes: isShownAsSent, run: changeStatuses },
]
