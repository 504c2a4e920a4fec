import type { Entry } from './problem.ts'
import { READ_OUT, type Stage, type Visit } from './stage.ts'

/** The name of an account, in every place; as it was stored, and as it was typed. */

/** Accounts that are open at once; the last one is at work. */
const AT_ONCE = 4
const nameOf = (index: number) => `account ${String(index)}`
const keyOf = (index: number) => `injected-${String(index).padStart(4, '0')}`

const ROW = 'ul[aria-label=Accounts] > li'
const MENU = '[popover] [role=group] > *'
/** What a stored name has room for, in characters. */
const STORED = 600

/** Connects the accounts on the screen. Their names can be replaced by others in what the tab has stored. */
async function connectAll(stage: Stage): Promise<void> {
  const names = [...Array.from({ length: AT_ONCE }, (_, index) => nameOf(index)), 'Shop']
  const accounts = names.map((name, index) => ({ name, apiKey: keyOf(index) }))
  await stage.reset(await stage.connect(accounts))
}

/** Opens the app with the strings in place of names. */
async function openAs(stage: Stage, entries: readonly Entry[], address: string): Promise<void> {
  await stage.reset()
  await stage.rewrite(Object.fromEntries(entries.map(({ text }, index) => [nameOf(index), text])))
  await stage.open(address)
}

const openMenu = (stage: Stage) =>
  stage.page.evaluate(async (items) => {
    await window.driver.click(/^Account:/)
    await window.driver.until('the menu', () => document.querySelector(items))
  }, MENU)

/** What an input element leaves of a text. */
const typed = (text: string) => text.replaceAll(/[\r\n]/g, '').trim()

/** Visits to the places of an account's name. */
export const visitsToAccounts: readonly Visit[] = [
  {
    places: [
      { name: 'account name: menu', at: MENU, atMost: STORED },
      { name: 'account name: page of accounts', at: ROW, atMost: STORED },
      {
        name: 'account name: title of the question before signing out',
        press: `${ROW} button[aria-label^="Sign out"]`,
        atMost: STORED,
      },
      {
        name: 'account name: title of the dialog that keeps it on the device',
        press: `${ROW} button[aria-label^="Keep on this device"]`,
        atMost: STORED,
      },
    ],
    cost: 8,
    atOnce: AT_ONCE,
    open: connectAll,
    async show(stage, entries) {
      await openAs(stage, entries, '/accounts')
      await openMenu(stage)
    },
  },
  {
    places: [
      {
        name: 'account name: header and its title',
        at: 'header button[aria-label^="Account:"]',
        atMost: STORED,
      },
      { name: 'account name: who pays', at: '[data-pays]', atMost: STORED },
      { name: 'account name: read out', at: READ_OUT, look: 'read-out' },
    ],
    cost: 12,
    atOnce: AT_ONCE,
    open: connectAll,
    show: (stage, entries) => openAs(stage, entries, '/posters'),
    async step(stage, _entry, index) {
      await openMenu(stage)
      await stage.page.evaluate(
        async ({ items, at, tail }) => {
          const { driver } = window
          document.querySelectorAll<HTMLElement>(items)[at]?.click()
          const payer = await driver.until('who pays', () => {
            const button = driver.control('Create poster task')
            const found = document.getElementById(button?.getAttribute('aria-describedby') ?? '')
            // The log is read by then.
            return found?.textContent.includes(`${tail} · `) === true && found
          })
          payer.setAttribute('data-pays', '')
        },
        { items: MENU, at: index, tail: keyOf(index).slice(-4) },
      )
      await stage.readOut('Now using')
    },
  },
  {
    places: [{ name: 'account name: as it was typed', at: ROW }],
    cost: 6,
    takes: ({ text }) => typed(text) !== '',
    arrives: typed,
    open: (stage) => stage.open('/accounts'),
    async show(stage, [{ text } = { text: '' }]) {
      await stage.page.evaluate(async (name) => {
        const { driver } = window
        await driver.click(/^Edit account: /)
        await driver.until('the dialog', () => document.querySelector('dialog[open]'))
        await driver.type('Account name', name)
        await driver.click('Save')
        await driver.until('closed', () => document.querySelector('dialog[open]') === null)
      }, text)
    },
  },
]
