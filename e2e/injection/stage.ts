import type { Browser, BrowserContext, Page } from '@playwright/test'

import { type ConnectedTab, connectTab, type TabAccount } from '#e2e/support/connected-tab.ts'
import { installDriver } from '#e2e/support/page-driver.ts'

import { type HarmWatch, watchForHarm } from './harm-watch.ts'
import type { InjectionString } from './injection-string.ts'
import { installInspector, TWIN } from './inspector.ts'
import type { Entry, InspectorReport, Place, Problem } from './problem.ts'
import type { InjectionService } from './service.ts'

/** Where strings are put and looked at: one page behind the real host. */
export interface Stage {
  readonly context: BrowserContext
  readonly page: Page
  readonly service: InjectionService
  readonly watch: HarmWatch
  /** of the host */
  readonly origin: string
  /** Loads an address. */
  open(address: string): Promise<void>
  /** Navigates as a link does, without a page load. */
  go(address: string): Promise<void>
  /** a tab with one account */
  readonly shop: ConnectedTab
  /** Leaves the app, and makes the tab what another was when its accounts had been connected. @param tab left out: the one before */
  reset(tab?: ConnectedTab): Promise<void>
  /** Connects accounts on the screen of another tab. */
  connect(accounts: readonly TabAccount[]): Promise<ConnectedTab>
  /** Leaves the app, and puts other texts in place of those that it has stored. */
  rewrite(texts: Readonly<Record<string, string>>): Promise<void>
  /** Waits until words are read out. */
  readOut(words: string): Promise<void>
  /** Looks at each string in each of the places. */
  look(places: readonly Place[], entries: readonly Entry[]): Promise<void>
  /** Takes what the inspector saw since it was last asked. */
  settle(): Promise<void>
  /** Notes what a visit saw from outside the page. */
  note(problem: Problem): void
  /** all that was seen */
  readonly seen: InspectorReport
}

/** One visit: strings are put into places that show them together. */
export interface Visit {
  readonly places: readonly Place[]
  /** so many strings take as long as one in the cheapest place */
  readonly cost: number
  /** left out: all */
  readonly takes?: (string: InjectionString) => boolean
  /** what is left of a string on its way; left out: all of it */
  readonly arrives?: (text: string) => string
  /** what they are held against; left out: by their lengths */
  readonly harmless?: Harmless
  /** strings on screen together; left out: one */
  readonly atOnce?: number
  /** harmless strings are shown first, each on its own */
  readonly isAlone?: boolean
  /** Opens the screen, once. @param rounds what will be shown together */
  readonly open?: (stage: Stage, rounds: readonly (readonly Entry[])[]) => Promise<void>
  /** Puts strings on the screen. @param round its number, from 0 */
  readonly show?: (stage: Stage, entries: readonly Entry[], round: number) => Promise<void>
  /** Has one of them shown, if they are looked at one after the other. */
  readonly step?: (stage: Stage, entry: Entry, index: number) => Promise<void>
  /** Acts after they were looked at. */
  readonly leave?: (stage: Stage, entries: readonly Entry[]) => Promise<void>
}

/** A page of the host without the app. */
const OUTSIDE = '/favicon.svg'

const NO_ROWS = { data: { total: 0, list: [] } }

/** Opens the stage. @param service must be what the host at this origin asks */
export async function openStage(
  browser: Browser,
  service: InjectionService,
  origin: string,
): Promise<Stage> {
  const connect = (accounts: readonly TabAccount[]) => connectTab(browser, origin, accounts)
  const shop = await connect([{ name: 'Shop', apiKey: 'injected-0000' }])
  const context = await browser.newContext({ baseURL: origin })
  const watch = await watchForHarm(context, origin)
  await installDriver(context)
  await installInspector(context)
  const page = await context.newPage()
  const seen: InspectorReport = { problems: [], sights: {}, finds: 0, links: 0, fileNames: 0 }
  let tab = shop
  const settle = async () => {
    const report = await page.evaluate(() => window.inspector.report())
    seen.problems.push(...report.problems)
    for (const [place, count] of Object.entries(report.sights)) {
      seen.sights[place] = (seen.sights[place] ?? 0) + count
    }
    seen.finds += report.finds
    seen.links += report.links
    seen.fileNames += report.fileNames
  }
  const load = async (address: string) => {
    if (page.url() !== 'about:blank') await settle()
    watch.expectDocument()
    await page.goto(address)
  }
  return {
    context,
    page,
    service,
    watch,
    origin,
    seen,
    settle,
    note: (problem) => void seen.problems.push(problem),
    async open(address) {
      await load(address)
      // The early screen has no titles and no notes.
      await page.getByRole('contentinfo').waitFor()
    },
    async go(address) {
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, address)
    },
    shop,
    connect,
    async reset(next = tab) {
      tab = next
      await load(OUTSIDE)
      await page.evaluate(emptyStorage, next)
    },
    async rewrite(texts) {
      await load(OUTSIDE)
      await page.evaluate(rewriteStorage, texts)
    },
    readOut: (words) => page.locator(READ_OUT, { hasText: words }).waitFor(),
    async look(places, entries) {
      for (const place of places.filter(({ at, press }) => (at ?? press) !== undefined)) {
        if (place.isLoading === true) for (const { text } of entries) watch.foresee(text)
        await page.evaluate(([one, all]) => window.inspector.look(one, all), [
          place,
          entries,
        ] as const)
      }
    },
  }
}

/** Runs in the page. What the inspector keeps there stays. */
async function emptyStorage({ session, local }: ConnectedTab): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name)
      request.addEventListener('success', () => resolve())
      request.addEventListener('error', () => reject(new Error(`${name} stays`)))
    })
  }
  for (const name of Object.keys(sessionStorage)) {
    if (!name.startsWith('proof.')) sessionStorage.removeItem(name)
  }
  localStorage.clear()
  for (const [name, text] of session) sessionStorage.setItem(name, text)
  for (const [name, text] of local) localStorage.setItem(name, text)
}

/** Runs in the page. It searches everything that is stored as JSON or as a record, so it needs no names of entries. */
async function rewriteStorage(texts: Readonly<Record<string, string>>): Promise<void> {
  const replacements = new Map(Object.entries(texts))
  function rewritten(value: unknown): unknown {
    if (typeof value === 'string') return replacements.get(value) ?? value
    if (Array.isArray(value)) return value.map(rewritten)
    const isPlain = value instanceof Object && Object.getPrototypeOf(value) === Object.prototype
    if (!isPlain) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewritten(part)]))
  }
  const done = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('the database said no')))
    })
  for (const storage of [sessionStorage, localStorage]) {
    for (const name of Object.keys(storage)) {
      const text = storage.getItem(name) ?? ''
      if (/^[[{]/.test(text)) storage.setItem(name, JSON.stringify(rewritten(JSON.parse(text))))
    }
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const records = database.transaction(store, 'readwrite').objectStore(store)
      const keys = records.keyPath === null ? await done(records.getAllKeys()) : []
      const all: unknown[] = await done(records.getAll())
      for (const [index, record] of all.entries()) {
        await done(records.put(rewritten(record), keys[index]))
      }
    }
    database.close()
  }
}

/** Makes a visit: harmless strings are shown before those that are held against them. */
export async function runVisit(
  stage: Stage,
  visit: Visit,
  strings: readonly InjectionString[],
): Promise<void> {
  const { atOnce = 1, isAlone = false, places, step } = visit
  const texts = strings.map(({ text }) => visit.arrives?.(text) ?? text)
  const entries = withHarmless(texts, visit.harmless)
  const alone = isAlone ? entries.filter(({ isHarmless }) => isHarmless) : []
  const rounds = alone.map((one) => [one])
  for (let start = alone.length; start < entries.length; start += atOnce) {
    rounds.push(entries.slice(start, start + atOnce))
  }
  stage.service.list = () => NO_ROWS
  await stage.reset(stage.shop)
  await visit.open?.(stage, rounds)
  for (const [number, round] of rounds.entries()) {
    await visit.show?.(stage, round, number)
    if (step === undefined) await stage.look(places, round)
    else {
      for (const [index, entry] of round.entries()) {
        await step(stage, entry, index)
        await stage.look(places, [entry])
      }
    }
    await visit.leave?.(stage, round)
  }
  await stage.settle()
}

/** What a place is shown with before injection strings are. */
export interface Harmless {
  /** a separate name for each way in which a string may be shown */
  readonly texts: Readonly<Record<string, string>>
  /** in which way a string is shown; left out: the visit says so when it is shown */
  readonly keyOf?: (text: string) => string
  /** the harmless texts are not made of TWIN */
  readonly isOwn?: boolean
}

/** A long text is clipped, and a very long one twice. @param lengthOf left out: its own length */
export function sized(lengthOf = (text: string) => text.length): Harmless {
  return {
    texts: { short: TWIN.repeat(12), long: TWIN.repeat(300), huge: TWIN.repeat(10_100) },
    keyOf(text) {
      const length = lengthOf(text)
      if (length > 10_000) return 'huge'
      return length > 200 ? 'long' : 'short'
    },
  }
}

/** One harmless text for all strings. */
export function only(text: string): Harmless {
  return { texts: { only: text }, keyOf: () => 'only', isOwn: true }
}

/** where short texts are read out: on a phone, the page number is hidden too, but by another class */
export const READ_OUT = 'p[role=status].sr-only'

/** Strings, after the harmless ones that they are held against. */
function withHarmless(
  strings: readonly string[],
  { texts, keyOf, isOwn = false }: Harmless = sized(),
): Entry[] {
  const entryOf = (text: string, key: string, isHarmless: boolean): Entry => {
    const harmless = texts[key]
    return { text, key, isHarmless, ...(isOwn && harmless !== undefined && { harmless }) }
  }
  const entries = strings.map((text) => entryOf(text, keyOf?.(text) ?? '', false))
  const used = new Set(entries.map(({ key }) => key))
  const harmless = Object.entries(texts).filter(([key]) => keyOf === undefined || used.has(key))
  return [...harmless.map(([key, text]) => entryOf(text, key, true)), ...entries]
}
