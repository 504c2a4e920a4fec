import type { InjectionString } from './injection-string.ts'
import { type Stage, type Visit, withHarmless } from './stage.ts'

/** The name of an account, in every place; from the tab, or from a foreign vault. */

const ROW = 'account name: page of accounts'
const MENU = 'account name: menu'
const QUESTION = 'account name: title of the question before signing out'
const MOVE = 'account name: title of the dialog that keeps it on the device'
const RENAMED = 'account name: as it was typed'
const HEADER = 'account name: header and its title'
const PAYER = 'account name: who pays'
const READ_OUT = 'account name: read out'

/** Accounts that are open at once. */
const AT_ONCE = 60

/** Puts accounts with some of the names to work at a time, after those with harmless names. */
async function withAccounts(
  stage: Stage,
  strings: readonly InjectionString[],
  address: string,
  look: (entries: ReturnType<typeof withHarmless>) => Promise<void>,
): Promise<void> {
  stage.service.list = () => ({ data: { total: 0, list: [] } })
  for (let start = 0; start < strings.length; start += AT_ONCE) {
    const entries = withHarmless(strings.slice(start, start + AT_ONCE))
    await stage.keepAccounts(['Shop', ...entries.map(({ text }) => text)])
    await stage.open(address)
    await look(entries)
    await stage.settle()
  }
  await stage.keepAccounts(['Shop'])
}

async function lookAtAll(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  await withAccounts(stage, strings, '/accounts', async (entries) => {
    await stage.page.evaluate(
      async ({ all, places }) => {
        const { driver, inspector } = window
        const see = (place: string, element: Element, one: (typeof all)[number]) => {
          const twin = `${place} ${one.key}`
          if (one.isHarmless) inspector.remember(twin, element)
          else inspector.hold({ place, text: one.text, twin, atMost: 600 }, element)
        }
        const find = () => document.querySelectorAll('ul[aria-label=Accounts] > li')
        const rows = [
          ...(await driver.until('the accounts', () => find().length > all.length && find())),
        ]
        await driver.click(/^Account:/)
        const group = await driver.until('the menu', () =>
          document.querySelector('[popover] [role=group]'),
        )
        for (const [index, one] of all.entries()) {
          const item = group.children[index + 1]
          if (item !== undefined) see(places.menu, item, one)
        }
        group.closest<HTMLElement>('[popover]')?.hidePopover()
        for (const [index, one] of all.entries()) {
          const row = rows[index + 1]
          if (row === undefined) throw new Error('an account is missing')
          see(places.row, row, one)
          const buttons = [...row.querySelectorAll('button')]
          for (const [words, place] of [
            ['Sign out', places.question],
            ['Keep on this device', places.move],
          ] as const) {
            buttons.find(({ textContent }) => textContent.startsWith(words))?.click()
            const dialog = await driver.until(words, () => document.querySelector('dialog[open]'))
            see(place, dialog, one)
            driver.control('Close')?.click()
            await driver.until('closed', () => document.querySelector('dialog[open]') === null)
          }
        }
      },
      { all: entries, places: { row: ROW, menu: MENU, question: QUESTION, move: MOVE } },
    )
  })
}

async function switchTo(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  await withAccounts(stage, strings, '/posters', async (entries) => {
    await stage.page.evaluate(
      async ({ all, places }) => {
        const { driver, inspector } = window
        for (const [index, one] of all.entries()) {
          await driver.click(/^Account:/)
          const group = await driver.until('the menu', () =>
            document.querySelector('[popover] [role=group]'),
          )
          const item = group.children[index + 1]
          if (item instanceof HTMLElement) item.click()
          const tail = `••••${String(index + 1).padStart(4, '0')}`
          const header = await driver.until(tail, () => {
            const button = driver.control(/^Account:/)
            return button?.getAttribute('aria-label')?.endsWith(tail) === true && button
          })
          const payer = await driver.until('who pays', () => {
            const button = driver.control('Create poster task')
            const found = document.getElementById(button?.getAttribute('aria-describedby') ?? '')
            return (
              // The log is read by then.
              found?.textContent.includes(`${tail} · `) === true && found
            )
          })
          for (const [place, element] of [
            [places.header, header],
            [places.payer, payer],
          ] as const) {
            const twin = `${place} ${one.key}`
            if (one.isHarmless) inspector.remember(twin, element)
            else inspector.hold({ place, text: one.text, twin, atMost: 600 }, element)
          }
          const region = await driver.until('what is read out', () => {
            const found = inspector.readOut()
            return found?.textContent.includes('Now using') === true && found
          })
          if (!one.isHarmless)
            inspector.spoken({ place: places.readOut, text: one.text, twin: '' }, region)
        }
      },
      { all: entries, places: { header: HEADER, payer: PAYER, readOut: READ_OUT } },
    )
  })
}

/** What an input element leaves of a text. */
const typed = (text: string) => text.replaceAll(/[\r\n]/g, '').trim()

async function rename(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  await withAccounts(stage, [], '/accounts', () => Promise.resolve())
  await stage.open('/accounts')
  await stage.page.evaluate(
    async ({ all, place }) => {
      const { driver, inspector } = window
      const row = await driver.until('the account', () =>
        document.querySelector('ul[aria-label=Accounts] > li'),
      )
      for (const { text, key, isHarmless } of all) {
        await driver.click(/^Rename /)
        await driver.until('the dialog', () => document.querySelector('dialog[open]'))
        await driver.type('Account name', text)
        await driver.click('Rename')
        await driver.until('closed', () => document.querySelector('dialog[open]') === null)
        if (isHarmless) inspector.remember(`${place} ${key}`, row)
        else inspector.hold({ place, text, twin: `${place} ${key}` }, row)
      }
    },
    {
      all: withHarmless(strings).map((one) => ({ ...one, text: typed(one.text) })),
      place: RENAMED,
    },
  )
}

/** Visits to the places of an account's name. */
export const visitsToAccounts: readonly Visit[] = [
  { places: [ROW, MENU, QUESTION, MOVE], cost: 8, run: lookAtAll },
  { places: [HEADER, PAYER, READ_OUT], cost: 12, run: switchTo },
  { places: [RENAMED], cost: 6, takes: ({ text }) => typed(text) !== '', run: rename },
]
