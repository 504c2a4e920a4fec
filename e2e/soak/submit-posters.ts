import type { Browser, CDPSession, Page } from '@playwright/test'

import {
  type End,
  endOf,
  fillIn,
  type Gesture,
  openForm,
  type Poster,
  recorded,
  submit,
} from './form-in-page.ts'
import { installDriver } from '#e2e/support/page-driver.ts'

/** What else happens around a submission. */
export type Circumstance =
  | 'as usual'
  | 'in both tabs at once'
  | 'while offline'
  | 'offline and online again at once'
  | 'page loaded again at once'
  | 'page loaded again when it is recorded'

/** A poster with an address of its own, and how it is submitted. */
export interface PlannedPoster extends Poster {
  gesture: Gesture
  circumstance: Circumstance
}

/** The outcome of one poster. */
export interface SubmittedPoster extends PlannedPoster {
  /** for each tab that submitted it */
  ends: readonly End[]
  /** what the log says in the end, of each submission of it */
  last: End
  /** when it was submitted, and when its outcome was known, in milliseconds since 1970 */
  from: number
  until: number
}

/** Parallel windows of two tabs each: while one waits, the others use the processor. */
const WINDOWS = 2

/** After so many a new window with a new account goes on, so that its log stays as long as a person's. */
const POSTERS_IN_WINDOW = 260

/** Posters per round for the tabs of a window, as the log shows the last 20. */
const POSTERS_IN_ROUND = 20

interface Tab {
  page: Page
  network: CDPSession
}
type Tabs = readonly [Tab, Tab]

/**
 * Submits posters through the form.
 *
 * @param plan a new object for each poster
 * @param arrivalsOf how often the service has had a poster
 * @param problems takes the errors of pages
 */
export async function submitPosters(
  browser: Browser,
  origin: string,
  plan: readonly PlannedPoster[],
  { arrivalsOf, problems }: { arrivalsOf: (imageUrl: string) => number; problems: string[] },
): Promise<SubmittedPoster[]> {
  const left = [...plan]
  const submitted: SubmittedPoster[] = []
  async function workInWindows(): Promise<void> {
    while (left.length > 0) {
      const context = await browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true })
      context.on('weberror', (webError) => problems.push(String(webError.error())))
      await installDriver(context)
      const apiKey = `key-of-window-${String(left.length).padStart(6, '0')}`
      const openTab = async (): Promise<Tab> => {
        const page = await openForm(context, apiKey)
        return { page, network: await context.newCDPSession(page) }
      }
      const tabs: Tabs = [await openTab(), await openTab()]
      for (let done = 0; done < POSTERS_IN_WINDOW && left.length > 0; done += POSTERS_IN_ROUND) {
        const round = left.splice(0, POSTERS_IN_ROUND)
        submitted.push(...(await submitRound(tabs, round, arrivalsOf)))
      }
      await context.close()
    }
  }
  await Promise.all(Array.from({ length: WINDOWS }, workInWindows))
  return submitted
}

/** The tabs share the posters out between them, each at its own pace; then come those of both. */
async function submitRound(
  tabs: Tabs,
  round: readonly PlannedPoster[],
  arrivalsOf: (imageUrl: string) => number,
): Promise<SubmittedPoster[]> {
  const submitted: SubmittedPoster[] = []
  const isForBoth = ({ circumstance }: PlannedPoster) => circumstance === 'in both tabs at once'
  const single = round.filter((poster) => !isForBoth(poster))
  const workOff = async (tab: Tab) => {
    for (let next = single.shift(); next !== undefined; next = single.shift()) {
      submitted.push(await submitIn(tab, next))
    }
  }
  await Promise.all(tabs.map(workOff))
  for (const poster of round.filter(isForBoth)) {
    const { circumstance, gesture, imageUrl } = poster
    const from = Date.now()
    await Promise.all(tabs.map(({ page }) => fillIn(page, poster)))
    await Promise.all(tabs.map(({ page }) => submit(page, gesture)))
    const ends = await Promise.all(tabs.map(({ page }) => endOf(page, poster, circumstance)))
    // Both may have sent it, one after the other: each hears of the other's a moment later.
    const options = { arrived: arrivalsOf(imageUrl) }
    const last = await endOf(tabs[0].page, poster, circumstance, options)
    submitted.push({ ...poster, ends, last, from, until: Date.now() })
  }
  return submitted
}

/** The host could not be asked, or could not make it certain. */
const IS_TO_ASK_AGAIN = /could not ask this page’s host|host can record again/

async function submitIn({ page, network }: Tab, poster: PlannedPoster): Promise<SubmittedPoster> {
  const { circumstance, gesture } = poster
  const from = Date.now()
  await fillIn(page, poster)
  if (circumstance === 'while offline') await setOffline(network, true)
  await submit(page, gesture)
  if (circumstance === 'offline and online again at once') {
    await setOffline(network, true)
    await setOffline(network, false)
  }
  if (circumstance === 'page loaded again when it is recorded') await recorded(page, poster)
  const isLoadedAgain = circumstance.startsWith('page loaded again')
  if (isLoadedAgain) await page.reload()
  const how = `${circumstance}, by ${gesture}`
  let last = await endOf(page, poster, how, { isLoadedAgain })
  const { isAskedFor } = last
  // As a person does who wants to know: the button asks again.
  while (IS_TO_ASK_AGAIN.test(last.text)) last = await endOf(page, poster, `${how}, asked again`)
  if (circumstance === 'while offline') await setOffline(network, false)
  return { ...poster, ends: [{ ...last, isAskedFor }], last, from, until: Date.now() }
}

/** For this tab alone; the other goes on. */
async function setOffline(network: CDPSession, offline: boolean): Promise<void> {
  await network.send('Network.emulateNetworkConditions', {
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}
