import { expect, type Page, type Request } from '@playwright/test'

import { HOST_MARK_HEADER } from '#contract/host-error-code.ts'

import { connect, taskRows, waitForAllCode } from './screens.ts'

/** In milliseconds. */
export const SECOND = 1_000
export const MINUTE = 60 * SECOND

/** Tasks that do not change until a test ends them. */
export const pending = { status: 'pending' } as const
export const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const

export const completed = { status: 'completed' } as const

/** The list requests that leave the page from now on, as query strings, by what they are for. */
export function watchRequests(page: Page) {
  const sent = { lists: 0, listsInFlight: new Set<Request>(), totals: 0, lookups: [] as string[] }
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname !== '/api/plugins/video/tasks') return
    const size = searchParams.get('page_size')
    if (size === '1') sent.totals += 1
    else if (size === '100') sent.lookups.push(String(searchParams))
    else {
      sent.lists += 1
      sent.listsInFlight.add(request)
    }
  })
  const onEnd = (request: Request) => {
    sent.listsInFlight.delete(request)
  }
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  return sent
}

/**
 * Opens the tasks with a clock that the test controls, and waits for the rows and for all code, so that a
 * test can cut the network.
 */
export async function openTasks(page: Page, apiKey: string, address?: string): Promise<void> {
  await page.clock.install()
  await connect(page, apiKey, address)
  await expect(taskRows(page).first()).toBeVisible()
  await autoRefresh(page).waitFor()
  await page.clock.runFor(3 * SECOND)
  await waitForAllCode(page)
}

/** Lets the page's time pass, a step in milliseconds after the other, until a check passes. */
export async function passTimeUntil(
  page: Page,
  step: number,
  check: () => Promise<void> | void,
): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(step)
    await check()
  }).toPass({ intervals: [50], timeout: 20_000 })
}

/**
 * From now on, requests for the unfiltered list fail with a status.
 *
 * @param message in an envelope; without one the body is empty
 * @returns lets them succeed again
 */
export async function failLists(
  page: Page,
  expectConsole: (pattern: RegExp) => void,
  status: number,
  { headers = {}, message }: { headers?: Record<string, string>; message?: string } = {},
): Promise<() => Promise<void>> {
  expectConsole(new RegExp(String(status)))
  const envelope = JSON.stringify({ code: status, message, data: null })
  const json = { contentType: 'application/json', body: envelope }
  // Without the mark, something in front of the host would have answered.
  const marked = { ...headers, [HOST_MARK_HEADER]: '1' }
  const answer = { status, headers: marked, ...(message === undefined ? { body: '' } : json) }
  await page.route(/\/tasks$/, async (route) => route.fulfill(answer))
  return () => page.unroute(/\/tasks$/)
}

/** Stops the page's clock: from now on its time is only what the test lets pass. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + SECOND)
}

/** The switch. */
export function autoRefresh(page: Page) {
  return page.getByRole('switch', { name: 'Auto-refresh' })
}

/** What stands beside the heading, not what the live region has read out. */
export function staleMark(page: Page, what: string) {
  // After midnight, with the day.
  const text = new RegExp(`^Not updated since (?:.*, )?\\d\\d:\\d\\d\\. ${what}`)
  return page.getByRole('paragraph').filter({ hasText: text })
}

/** Makes the page believe that its tab is hidden, or visible again. */
export async function hideTab(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    isHidden ? 'hidden' : 'visible',
  )
}

/** The texts that the live region has had since this was called, or since a later reload of the page. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => page.evaluate(() => globalThis.announcements ?? [])
}

declare global {
  var announcements: string[] | undefined
}

/** Runs in the page. A text may be replaced before a test could look at it, so each change is noted. */
function listen(): void {
  const announcements: string[] = []
  globalThis.announcements = announcements
  const current = () =>
    [...document.querySelectorAll('p[role=status].sr-only')].at(-1)?.textContent ?? ''
  let last = current()
  const note = () => {
    const text = current()
    if (text !== '' && text !== last) announcements.push(text)
    last = text
  }
  new MutationObserver(note).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
  })
}
