import { setTimeout as pause } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { type SeededRandom, seededRandom } from '#e2e/support/seeded-random.ts'

import { giveKey } from './form-in-page.ts'
import {
  type ForeignSight,
  markOfAccount,
  nameOfAccount,
  type WatchFigures,
  watchMarks,
} from './mark-watch.ts'
import { installDriver } from '#e2e/support/page-driver.ts'
import { figure, type ProofResult, type ProofSetting } from './proof-figures.ts'
import { startProofService } from './soak-service.ts'

/** Accounts that take turns. */
const ACCOUNTS = 9

/** The least number of document changes during a switch. Fewer mean that the test did not look. */
const OBSERVATIONS = 5

/** What leaves the screen unsettled just before the switch: a filter, or a control by its name. */
const UNREST = ['none', 'Refresh', 'filter', 'Next page', 'Posters', 'Tasks'] as const

/** The ways from one account to another: through the menu, and through the form for a key. */
const WAYS = ['Edit account', 'Add account', 'Switch account', 'Sign out'] as const
/** Those that need no other account. */
const WAYS_OF_ONE = ['Edit account', 'Add account', 'Sign out'] as const
type Way = (typeof WAYS)[number]

/** One switch, as it was drawn. */
interface Switch {
  /** the account that comes */
  account: number
  way: Way
  /** whether its key has to be typed */
  isTyped: boolean
  unrest: (typeof UNREST)[number]
  /** whether the new account's rows are waited for before the next switch */
  settles: boolean
}

/** The key of an account. Its end tells it apart in the header. */
function keyOf(account: number): string {
  return `proof-of-many-accounts-${String(account).padStart(4, '0')}`
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
    markOf: (apiKey) => markOfAccount(Number(apiKey.slice(-4))),
    beforeList: (apiKey, isOneRow) => lists.wait(apiKey, isOneRow),
  })
  const host = await startHost({ taskApiUrl: service.baseUrl })
  const context = await browser.newContext({ baseURL: host.origin })
  const foreign: ForeignSight[] = []
  let seen: WatchFigures = { observations: 0, withMarks: 0, withAttributes: 0 }
  let done = 0
  const ways = new Map<Way, number>()
  let underWay = 0
  let cancelled = 0
  let cutOff = 0
  /** the account that is being left, from the moment that the other's key is typed */
  let leaving: number | undefined
  try {
    await installDriver(context)
    await watchMarks(context, (sight) => foreign.push(sight))
    context.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') return
      cancelled += 1
      const { authorization = '' } = request.headers()
      if (leaving !== undefined && authorization.endsWith(keyOf(leaving))) cutOff += 1
    })
    const page = await context.newPage()
    await page.goto('/tasks')
    await giveKey(page, keyOf(0), nameOfAccount(0))
    await lists.settle(0, () => waitForRows(page, 0))
    // Most recently used accounts are last.
    let open = [0]
    for (; done < count && foreign.length === 0; done += 1) {
      const next = drawSwitch(random, open)
      const account = open.at(-1)
      ways.set(next.way, (ways.get(next.way) ?? 0) + 1)
      if (!next.settles) underWay += 1
      leaving = next.isTyped ? undefined : account
      await unsettle(page, next)
      leaving = account
      if (next.isTyped) await giveKey(page, keyOf(next.account), nameOfAccount(next.account))
      await waitForHeader(page, next.account)
      if (account !== undefined) lists.letGo(account)
      if (next.settles) await lists.settle(next.account, () => waitForRows(page, next.account))
      const isGone = next.way === 'Edit account' || next.way === 'Sign out'
      const others = open.filter((one) => one !== next.account && !(isGone && one === account))
      open = [...others, next.account]
    }
    seen = await page.evaluate(() => window.watchFigures)
  } finally {
    await context.close()
    await service.close()
  }
  return {
    problems: foreign,
    figures: [
      figure('switches', done, { is: count }),
      ...WAYS.map((way) => figure(`of them by "${way}"`, ways.get(way) ?? 0)),
      figure('of them left at once, while lists were under way', underWay),
      figure('lists asked for at the service', lists.asked()),
      figure('requests that a switch or a newer request cancelled', cancelled),
      figure('of them those that a key was typed over, and its account has cut off', cutOff, {
        atLeast: Math.floor(count / 2),
      }),
      figure('changes of the document at which its whole text was read', seen.observations, {
        atLeast: OBSERVATIONS * count,
      }),
      figure('of them that showed rows or the name of an account', seen.withMarks, {
        atLeast: count,
      }),
      figure('of them with every attribute read, too', seen.withAttributes),
      figure("sights of another account's rows or name", foreign.length, { is: 0 }),
    ],
  }
}

/**
 * Decides how long lists take. Half of those with rows wait until their account is left, however fast
 * the machine is: their replies come after the switch. A key is checked at once.
 */
function createSlowLists(random: SeededRandom) {
  /** an account's key → what its waiting lists are let go by */
  const waiting = new Map<string, (() => void)[]>()
  let settling = ''
  let asked = 0
  function letGo(account: number) {
    const key = keyOf(account)
    for (const go of waiting.get(key) ?? []) go()
    waiting.delete(key)
  }
  return {
    letGo,
    asked: () => asked,
    async wait(apiKey: string, isOneRow: boolean): Promise<void> {
      asked += 1
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
  const item = `${nameOfAccount(account)}••••${keyOf(account).slice(-4)}`
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
  const header = `Account: ${nameOfAccount(account)} ••••${keyOf(account).slice(-4)}`
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
  }, markOfAccount(account))
}
