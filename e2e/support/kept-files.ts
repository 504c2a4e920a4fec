import { expect, type Page } from '@playwright/test'

/** Longest wait for files that come one after the other while nothing else is to do, in milliseconds. */
export const KEEPING_LIMIT = 120_000

/** What the worker keeps last: all other files are there by then. */
const LAST_FILE = '/icons/maskable-512.png'

/** Has the browser keep what the chosen language needs, and nothing else by itself; from the next load on. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
}

/** Waits until the browser has kept what the chosen language does not need, too. */
export async function restIsKept(page: Page): Promise<void> {
  await expect.poll(() => countKept(page, [LAST_FILE]), { timeout: KEEPING_LIMIT }).toBe(1)
}

/** Waits until the browser has kept the app, and loads the page once more: the worker is at work then. */
export async function loadKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
  // Nothing is under way that a host that goes could leave without an answer.
  await page.waitForLoadState('networkidle')
}

/** How many of some files are in the browser's caches. */
export function countKept(page: Page, files: readonly string[]): Promise<number> {
  return page.evaluate(async (wanted) => {
    const found = await Promise.all(wanted.map(async (file) => caches.match(file)))
    return found.filter((file) => file !== undefined).length
  }, files)
}
