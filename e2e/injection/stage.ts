import type { Browser, BrowserContext, Page } from '@playwright/test'

import { installDriver } from '#e2e/soak/page-driver.ts'

import { type HarmWatch, watchForHarm } from './harm-watch.ts'
import type { InjectionString } from './injection-string.ts'
import { installInspector, takeReport, TWIN } from './inspector.ts'
import type { InspectorReport, Problem } from './problem.ts'
import type { InjectionService } from './service.ts'

/** Where strings are put and looked at: one page behind the real host. */
export interface Stage {
  readonly page: Page
  readonly service: InjectionService
  readonly watch: HarmWatch
  /** of the host */
  readonly origin: string
  /** Loads an address. */
  open(address: string): Promise<void>
  /** Navigates as a link does, without a page load. */
  go(address: string): Promise<void>
  /** Reserves pages of the list that were not requested yet. @returns the first of them */
  freshPages(count: number): number
  /** Has accounts kept in the tab before the next load; the first is at work. */
  keepAccounts(names: readonly string[], isReadOnly?: boolean): Promise<void>
  /** Has the tab keep no account. */
  forgetAccounts(): Promise<void>
  /** Takes what the inspector saw since it was last asked. */
  settle(): Promise<void>
  /** Notes what a visit saw from outside the page. */
  note(problem: Problem): void
  /** all that was seen */
  readonly seen: InspectorReport
}

/** One visit: strings are put into a place, or into several that show the same. */
export interface Visit {
  /** as the report names them */
  readonly places: readonly string[]
  /** so many strings take as long as one in the cheapest place */
  readonly cost: number
  /** left out: all */
  readonly takes?: (string: InjectionString) => boolean
  readonly run: (stage: Stage, strings: readonly InjectionString[]) => Promise<void>
}

/** Opens the stage. @param service must be what the host at this origin asks */
export async function openStage(
  browser: Browser,
  service: InjectionService,
  origin: string,
): Promise<Stage & { context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: origin })
  const watch = await watchForHarm(context, origin)
  await installDriver(context)
  await installInspector(context)
  const page = await context.newPage()
  const seen: InspectorReport = { problems: [], sights: {}, finds: 0, links: 0, fileNames: 0 }
  let nextPage = 1
  const settle = async () => {
    const report = await takeReport(page)
    seen.problems.push(...report.problems)
    for (const [place, count] of Object.entries(report.sights)) {
      seen.sights[place] = (seen.sights[place] ?? 0) + count
    }
    seen.finds += report.finds
    seen.links += report.links
    seen.fileNames += report.fileNames
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
      if (page.url() !== 'about:blank') await settle()
      watch.expectDocument()
      await page.goto(address)
      // The early screen has no titles and no notes.
      await page.getByRole('contentinfo').waitFor()
    },
    async go(address) {
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, address)
    },
    freshPages(count) {
      const first = nextPage
      // The page after the last one is prefetched, so it stays unused.
      nextPage += count + 1
      return first
    },
    async forgetAccounts() {
      await page.evaluate(() => {
        sessionStorage.removeItem('marquee.accounts')
      })
    },
    async keepAccounts(names, isReadOnly = false) {
      if (page.url() === 'about:blank') {
        watch.expectDocument()
        await page.goto('/favicon.svg')
      }
      const accounts = names.map((name, index) => ({
        profileId: `p${String(index)}`,
        name,
        apiKey: `injected-${String(index).padStart(4, '0')}`,
        isReadOnly,
      }))
      // `isTimed: false`: this browser has not recorded when the tab was last used.
      const tab = {
        activeId: accounts[0]?.profileId,
        accounts,
        openedAt: Date.now(),
        isTimed: false,
      }
      await page.evaluate((kept) => {
        sessionStorage.setItem('marquee.accounts', kept)
      }, JSON.stringify(tab))
    },
  }
}

/** What a place is shown with before injection strings are. */
export interface Harmless {
  /** a separate name for each way in which a string may be shown */
  readonly texts: Readonly<Record<string, string>>
  /** in which way a string is shown */
  readonly keyOf: (text: string) => string
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

/** A string on its way to a place, or a harmless one. */
export interface Entry {
  text: string
  /** the harmless string that it is held against */
  key: string
  isHarmless: boolean
}

/** Strings, after the harmless ones that they are held against. */
export function withHarmless(
  strings: readonly InjectionString[],
  { texts, keyOf }: Harmless = sized(),
): Entry[] {
  const entries = strings.map(({ text }) => ({ text, key: keyOf(text), isHarmless: false }))
  const used = new Set(entries.map(({ key }) => key))
  const harmless = Object.entries(texts)
    .filter(([key]) => used.has(key))
    .map(([key, text]) => ({ text, key, isHarmless: true }))
  return [...harmless, ...entries]
}
