import type { Page } from '@playwright/test'

import { type HeldRequests, holdRequests } from '#e2e/support/held-requests.ts'

/** The code of the app. The early screen is in the page itself. */
export const CODE = /\/assets\/[^/]+\.js$/

/** Keeps the queries of requests for rows: not those of one row, which are for totals. */
export function watchLists(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const isOfRows = pathname === '/api/plugins/video/tasks' && !search.includes('page_size=1')
    if (isOfRows) sent.push(search)
  })
  return sent
}

/** Lists of one row are for totals. */
const TOTALS = (url: URL) =>
  url.pathname === '/api/plugins/video/tasks' && url.searchParams.get('page_size') === '1'

/** Where the parts of a page are before React, and in its first commit, as lines of text. */
export interface BothScreens {
  early: string[]
  react: string[]
}

declare global {
  /** in a page that records its hand-over */
  var bothScreens: BothScreens | undefined
  var recordEarlyScreen: (() => void) | undefined
}

/** Opens an address and stops before the app is loaded. @returns the held code */
export async function openEarly(page: Page, address: string): Promise<HeldRequests> {
  const code = await holdRequests(page, CODE)
  await page.goto(address, { waitUntil: 'commit' })
  await code.held
  return code
}

/** Waits until the app has taken over: the hint of a tap is on every screen of it. */
export const appIsThere = (page: Page) =>
  page.locator('[role=tooltip][popover]').waitFor({ state: 'attached' })

/** From now on, keeps what pages show on both sides of the hand-over. */
export async function recordHandOvers(page: Page): Promise<void> {
  await page.addInitScript(recordHandOver)
}

/** Opens an address with rows. @returns the early screen, and what takes its place */
export async function bothScreens(page: Page, address: string): Promise<BothScreens> {
  const totals = await holdRequests(page, TOTALS)
  const code = await openEarly(page, address)
  await page.locator('#root tbody tr').first().waitFor()
  // While the code is held: what the early screen does last, it does among the elements of React.
  await page.evaluate(() => globalThis.recordEarlyScreen?.())
  code.letGo()
  await page.waitForFunction(() => globalThis.bothScreens !== undefined)
  const both = await page.evaluate(() => globalThis.bothScreens)
  if (both === undefined) throw new Error('the app has not taken over')
  totals.letGo()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return both
}

/** Runs in the page: keeps where everything is on both sides of the hand-over. */
function recordHandOver(): void {
  const parts =
    'h1, header a, [role=radiogroup] label, search, select, thead th, tbody tr, tbody td'
  const screen = () =>
    [...document.querySelectorAll(parts)].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      // The contents of a cell may differ in height around the same middle.
      const place = [x, y + height / 2, width].map((length) => Math.round(length))
      // Only React fills these.
      const isText = part.matches('td:not(.column-preview, .column-elapsed, .column-result)')
      const text = isText ? part.textContent : ''
      return [part.localName, ...place, text.slice(0, 8)].join(' ')
    })
  let early: string[] = []
  let stage: unknown
  globalThis.recordEarlyScreen = () => {
    early = screen()
  }
  Object.defineProperty(globalThis, 'earlyStage', {
    get: () => stage,
    set(next: unknown) {
      stage = next
      // The app has taken over.
      if (next === undefined) globalThis.bothScreens = { early, react: screen() }
    },
  })
}

declare global {
  interface Window {
    /** how many requests for data were sent when the first rows came; undefined: they have not come */
    readsBeforeRows: number | undefined
  }
}

/** Counts requests for data until the first rows come, in the page: a test looks too late on a busy machine. */
export async function countReadsBeforeRows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sent = 0
    const send = window.fetch
    window.fetch = async (input, init) => {
      const { url } = new Request(input, init)
      if (new URL(url).pathname.startsWith('/api/')) sent += 1
      return send(input, init)
    }
    const observer = new MutationObserver(() => {
      if (document.querySelector('tbody td') === null) return
      window.readsBeforeRows = sent
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

declare global {
  /** in a page that presses something while React renders: whether the app was there already */
  var pressedLate: boolean | undefined
}

/** Presses an element as soon as React has begun to render, before it replaces the screen. */
export async function pressWhileRendering(page: Page, selector: string): Promise<void> {
  await page.evaluate((what) => {
    const press = () => {
      const root = document.getElementById('root')
      const hasBegun = root !== null && Object.keys(root).some((key) => key.startsWith('__react'))
      if (!hasBegun) {
        setTimeout(press)
        return
      }
      globalThis.pressedLate = Reflect.get(globalThis, 'earlyStage') === undefined
      root.querySelector<HTMLElement>(what)?.click()
    }
    press()
  }, selector)
}

/** Makes the processor so many times slower for a page. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}
