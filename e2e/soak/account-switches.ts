import { setTimeout as pause } from 'node:timers/promises'

import type { BrowserContext, Page } from '@playwright/test'

import { installDriver } from '#e2e/support/page-driver.ts'
import { type SeededRandom, seededRandom } from '#e2e/support/seeded-random.ts'

import { giveKey } from './form-in-page.ts'
import { figure, type ProofResult, type ProofSetting } from './proof-figures.ts'
import { startProofService } from './soak-service.ts'

/** Accounts that take turns. */
const ACCOUNTS = 9

/** The least number of document changes during a switch. Fewer mean that the test did not look. */
const OBSERVATIONS = 5

/** What leaves the screen unsettled just before the switch: a filter, or a control by its name. */
const UNREST = ['none', 'Refresh', 'filter', 'Next page', 'Posters', 'Tasks'] as const

/** The ways from one account to another: through the menu, and through the form for a key. The first need no other account. */
const WAYS_OF_ONE = ['Edit account', 'Add account', 'Sign out'] as const
const WAYS = [...WAYS_OF_ONE, 'Switch account'] as const

/** One switch, as it was drawn. */
interface Switch {
  /** the account that comes */
  account: number
  way: (typeof WAYS)[number]
  /** whether its key has to be typed */
  isTyped: boolean
  unrest: (typeof UNREST)[number]
  /** whether the new account's rows are waited for before the next switch */
  settles: boolean
}

/** How an account is marked: in its rows, and in its name. No other text of the page looks like it. */
const markOf = (account: number) => `«${String(account)}»`
const nameOf = (account: number) => `Shop ${markOf(account)}`
/** Its end tells it apart in the header. */
const keyOf = (account: number) => `proof-of-many-accounts-${String(account).padStart(4, '0')}`

declare global {
  interface Window {
    /** changes of the document at which its whole text was read, and of these, how many showed a mark */
    watched: { observations: number; withMarks: number }
    reportForeignSight: (sight: string) => Promise<void>
  }
}

/**
 * Switches between accounts through the real screens while lists take a random time, and watches
 * for a mark of another account at every change of the document.
 *
 * @param count how many switches
 */
export async function switchAccounts(
  { browser, startHost, seed }: ProofSetting,
  count: number,
): Promise<ProofResult> {
  const random = seededRandom(seed)
  const lists = createSlowLists(seededRandom(seed + 1))
  const service = await startProofService({
    markOf: (apiKey) => markOf(Number(apiKey.slice(-4))),
    beforeList: (apiKey, isOneRow) => lists.wait(apiKey, isOneRow),
  })
  const host = await startHost({ taskApiUrl: service.baseUrl })
  const context = await browser.newContext({ baseURL: host.origin })
  const foreign: string[] = []
  let seen = { observations: 0, withMarks: 0 }
  let done = 0
  let cutOff = 0
  /** the account that is being left, from the moment that the other's key is typed */
  let leaving: number | undefined
  try {
    await installDriver(context)
    await watchMarks(context, (sight) => foreign.push(sight))
    context.on('requestfailed', (request) => {
      const { authorization = '' } = request.headers()
      if (leaving !== undefined && authorization.endsWith(keyOf(leaving))) cutOff += 1
    })
    const page = await context.newPage()
    await page.goto('/tasks')
    await giveKey(page, keyOf(0), nameOf(0))
    await lists.settle(0, () => waitForRows(page, 0))
    // Most recently used accounts are last.
    let open = [0]
    for (; done < count && foreign.length === 0; done += 1) {
      const next = drawSwitch(random, open)
      const account = open.at(-1)
      leaving = next.isTyped ? undefined : account
      await unsettle(page, next)
      leaving = account
      if (next.isTyped) await giveKey(page, keyOf(next.account), nameOf(next.account))
      await waitForHeader(page, next.account)
      if (account !== undefined) lists.letGo(account)
      if (next.settles) await lists.settle(next.account, () => waitForRows(page, next.account))
      const isGone = next.way === 'Edit account' || next.way === 'Sign out'
      const others = open.filter((one) => one !== next.account && !(isGone && one === account))
      open = [...others, next.account]
    }
    seen = await page.evaluate(() => window.watched)
  } finally {
    await context.close()
    await service.close()
  }
  return {
    problems: foreign,
    figures: [
      figure('switches', done, { is: count }),
      figure('requests that were under way, and that the switch has cut off', cutOff, {
        atLeast: Math.floor(count / 2),
      }),
      figure('changes of the document at which its whole text was read', seen.observations, {
        atLeast: OBSERVATIONS * count,
      }),
      figure('of them that showed rows or the name of an account', seen.withMarks, {
        atLeast: count,
      }),
      figure("sights of another account's rows or name", foreign.length, { is: 0 }),
    ],
  }
}

/**
 * Watches every page that the context opens from now on, from before its first byte is parsed: at each change of the document,
 * before it can be painted, its text is read, hidden text too, and at every eighth its attributes. No mark may be there
 * but that of the account that the header names.
 */
async function watchMarks(context: BrowserContext, onForeign: (sight: string) => void) {
  await context.exposeFunction('reportForeignSight', onForeign)
  await context.addInitScript(() => {
    /** Reading all attributes costs ten times as much as reading all text. */
    const ATTRIBUTES_EVERY = 8
    window.watched = { observations: 0, withMarks: 0 }
    const marksIn = (text: string) => text.match(/«\d+»/g) ?? []
    function look() {
      window.watched.observations += 1
      const button = document.querySelector('header button[aria-label^="Account:"]')
      const header = button?.getAttribute('aria-label') ?? ''
      const isThorough = window.watched.observations % ATTRIBUTES_EVERY === 0
      const contentOf = (element: Element) => (isThorough ? element.outerHTML : element.textContent)
      // The two places that name them all, and nothing else of them.
      const lists = document.querySelectorAll(
        'header [role=group][aria-label="Switch account"], main ul[aria-label="Accounts"]',
      )
      let text = contentOf(document.body)
      for (const list of lists) text = text.replace(contentOf(list), '')
      // What is typed into a form that asks for the next key is no text of the page.
      text = `${document.title} ${text.replaceAll(/ value="[^"]*"/g, '')}`
      const marks = marksIn(text)
      const foreign = marks.filter((mark) => mark !== marksIn(header)[0])
      if (foreign.length > 0) void window.reportForeignSight(`${foreign.join()} under "${header}"`)
      if (marks.length > 0) window.watched.withMarks += 1
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
}

/**
 * Decides how long lists take. Half of those with rows wait until their account is left, however fast
 * the machine is: their replies come after the switch. A key is checked at once.
 */
function createSlowLists(random: SeededRandom) {
  /** an account's key → what its waiting lists are let go by */
  const waiting = new Map<string, (() => void)[]>()
  let settling = ''
  function letGo(account: number) {
    const key = keyOf(account)
    for (const go of waiting.get(key) ?? []) go()
    waiting.delete(key)
  }
  return {
    letGo,
    async wait(apiKey: string, isOneRow: boolean): Promise<void> {
      const before = waiting.get(apiKey) ?? []
      const isSlow = !isOneRow && random.chance(0.5)
      // A browser has six connections: others than these must get through.
      if (isSlow && apiKey !== settling && before.length < 2) {
        await new Promise<void>((resolve) => {
          waiting.set(apiKey, [...before, resolve])
        })
      }
      await pause(random.below(isOneRow ? 20 : 100))
    },
    /** Has an account's lists come while its rows are waited for. */
    async settle(account: number, rows: () => Promise<void>): Promise<void> {
      settling = keyOf(account)
      letGo(account)
      await rows()
      settling = ''
    },
  }
}

/** @param open the accounts that are open, the one at work last */
function drawSwitch(random: SeededRandom, open: readonly number[]): Switch {
  const from = open.at(-1) ?? 0
  const others = open.slice(0, -1)
  const way = random.pick(others.length === 0 ? WAYS_OF_ONE : WAYS)
  let chosen: number | undefined
  if (way === 'Switch account') chosen = others[random.below(others.length)]
  // Signing out leads to the previous account, or to the connect screen.
  if (way === 'Sign out') chosen = others.at(-1)
  const drawn = (from + 1 + random.below(ACCOUNTS - 1)) % ACCOUNTS
  return {
    account: chosen ?? drawn,
    way,
    isTyped: chosen === undefined,
    unrest: random.pick(UNREST),
    settles: random.chance(0.3),
  }
}

/** Leaves the screen as it was drawn, and goes to the other account or to the form for its key. */
async function unsettle(page: Page, { account, way, unrest }: Switch): Promise<void> {
  // In the menu an account is named as in the header.
  const item = `${nameOf(account)}••••${keyOf(account).slice(-4)}`
  await page.evaluate(
    async ({ button, unrest: before }) => {
      const { driver } = window
      const status = document.querySelector<HTMLElement>('input[name=status]:not(:checked)')
      if (before === 'filter') status?.click()
      else if (before === 'Posters' || before === 'Tasks') await driver.click(before)
      else if (before !== 'none') driver.control(before)?.click()
      await driver.click(/^Account:/)
      await driver.click(button)
    },
    { button: way === 'Switch account' ? item : way, unrest },
  )
}

async function waitForHeader(page: Page, account: number): Promise<void> {
  const header = `Account: ${nameOf(account)} ••••${keyOf(account).slice(-4)}`
  await page.evaluate(async (name) => {
    await window.driver.until(name, () => window.driver.control(name))
  }, header)
}

async function waitForRows(page: Page, account: number): Promise<void> {
  await page.evaluate(async (mark) => {
    const { driver } = window
    // The rows stay where they were filtered to nothing, or on the other screens.
    if (location.pathname !== '/tasks') await driver.click('Tasks')
    await driver.until(`rows of ${mark}`, () => {
      const main = document.querySelector('main')?.textContent ?? ''
      return main.includes(mark) || main.includes('No tasks match this filter')
    })
  }, markOf(account))
}
