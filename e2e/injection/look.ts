import type { Browser, Page } from '@playwright/test'

import { figure, type ProofResult, type ProofSetting } from '#e2e/soak/proof-figures.ts'
import { appIsThere } from '#e2e/support/early-screen.ts'
import { type ConnectedTab, connectTab, type TabAccount } from '#e2e/support/connected-tab.ts'

import { watchForHarm } from './harm-watch.ts'
import { inspect, type Showing } from './inspect.ts'
import { type InjectionService, startInjectionService } from './service.ts'
import { type InjectionString, injectionStrings } from './strings.ts'
import { type Visit, visits } from './visits.ts'

/** Where strings are shown and looked at: one page behind the real host. */
export interface Stage {
  readonly page: Page
  readonly service: InjectionService
  /** Loads an address, until the app is there. */
  open(address: string): Promise<void>
  /** Makes the tab that of an account, or of none; left out: of the usual one. */
  connect(account?: TabAccount | 'none'): Promise<void>
  /** Opens everything that is folded. */
  unfold(): Promise<void>
  /** Looks at strings: each has to be on the page, as it should. */
  look(strings: readonly InjectionString[], showing?: Showing): Promise<void>
  /** Nothing of these strings may be on the page. */
  lookForNone(strings: readonly InjectionString[]): Promise<void>
}

/** A desk, and a phone. */
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 800 },
]

const SHOP: TabAccount = { name: 'Shop', apiKey: 'injected-0000' }

/**
 * Shows injection strings on every screen that has texts of others, behind the real host.
 *
 * @param count how many strings; where they are shown one by one, and on a phone, there are fewer
 * @param isShort on a desk only
 */
export async function lookAtStrings(
  { browser, startHost, seed }: ProofSetting,
  count: number,
  isShort = false,
): Promise<ProofResult> {
  const strings = injectionStrings(count, seed)
  const service = await startInjectionService()
  const host = await startHost({ taskApiUrl: service.baseUrl })
  const stage = await openStage(browser, service, host.origin)
  const sights = new Map<string, number>()
  try {
    for (const [number, screen] of SCREENS.slice(0, isShort ? 1 : 2).entries()) {
      await stage.page.setViewportSize(screen)
      for (const [index, visit] of visits.entries()) {
        const some = share(strings, visit, { number, index })
        stage.place = `${visit.name}, ${String(screen.width)} pixels wide`
        await make(visit, stage, some)
        sights.set(visit.name, (sights.get(visit.name) ?? 0) + some.length)
      }
    }
  } finally {
    await stage.page.context().close()
    await service.close()
  }
  const problems = [...stage.problems, ...stage.harm]
  return {
    problems,
    figures: [
      figure('strings', strings.length, { is: count }),
      ...Array.from(sights, ([place, seen]) => figure(place, seen)),
      figure('strings that ran, changed an element, a word or the layout', problems.length, {
        is: 0,
      }),
    ],
  }
}

/** Makes a visit. One that cannot be made is a problem, and the next one follows. */
async function make(
  { show, atOnce }: Visit,
  stage: Awaited<ReturnType<typeof openStage>>,
  strings: readonly InjectionString[],
): Promise<void> {
  await stage.connect()
  try {
    for (let start = 0; start < strings.length; start += atOnce) {
      await show(stage, strings.slice(start, start + atOnce))
    }
  } catch (error) {
    stage.problems.push(`${stage.place}: ${String(error)}`)
  }
}

/** The strings that a visit gets. Each begins at another string: together they see all of them. */
function share(
  strings: readonly InjectionString[],
  { takes = ({ kind }) => kind === 'text', atOnce }: Visit,
  { number, index }: { number: number; index: number },
): InjectionString[] {
  const taken = strings.filter(takes)
  const parts = (number === 0 ? 1 : 3) * (atOnce < 10 && taken.length > 4 ? 4 : 1)
  const start = (index * 7) % Math.max(1, taken.length)
  const turned = [...taken.slice(start), ...taken.slice(0, start)]
  return turned.slice(0, Math.ceil(taken.length / parts))
}

async function openStage(browser: Browser, service: InjectionService, origin: string) {
  const tabs = new Map<string, Promise<ConnectedTab>>()
  const tabOf = (account: TabAccount) => {
    const tab = tabs.get(account.apiKey) ?? connectTab(browser, origin, [account])
    tabs.set(account.apiKey, tab)
    return tab
  }
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const harm = await watchForHarm(context, origin)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const problems: string[] = []
  const stage = {
    page,
    service,
    problems,
    harm,
    /** what is looked at, for the report */
    place: '',
    async open(address: string) {
      await page.goto(address)
      // The early screen has no titles and no notes.
      await appIsThere(page)
    },
    async connect(account: TabAccount | 'none' = SHOP) {
      service.list = () => ({ data: { total: 0, list: [] } })
      const none = { session: [], local: [] }
      const connected = account === 'none' ? none : await tabOf(account)
      await page.goto('/favicon.svg')
      await page.evaluate(fillStorage, connected)
    },
    async unfold() {
      await page.evaluate(() => {
        for (const part of document.querySelectorAll('details')) part.open = true
      })
    },
    async look(strings: readonly InjectionString[], showing?: Showing) {
      const sight = await inspect(page, strings, showing)
      const lost = strings.filter(({ mark }) => !sight.seen.includes(mark))
      const missing = lost.map(({ text }) => `not there: ${JSON.stringify(text.slice(0, 80))}`)
      problems.push(...[...missing, ...sight.problems].map((line) => `${stage.place}: ${line}`))
    },
    async lookForNone(strings: readonly InjectionString[]) {
      const { seen } = await inspect(page, strings)
      problems.push(...seen.map((mark) => `${stage.place}: ${mark} is there`))
    },
  }
  return stage
}

/** Runs in the page, outside of the app. */
async function fillStorage({ session, local }: ConnectedTab): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  sessionStorage.clear()
  localStorage.clear()
  for (const [name, text] of session) sessionStorage.setItem(name, text)
  for (const [name, text] of local) localStorage.setItem(name, text)
}
