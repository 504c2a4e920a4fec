import { expect, type Page } from '@playwright/test'

/** Longest wait for files that are cached one by one while the page is idle, in milliseconds. */
const KEEPING_LIMIT = 120_000

/** The file that the worker caches last. */
const LAST_FILE = '/icons/maskable-512.png'

/** From the next load on, makes the browser cache only the files of the chosen language. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
}

/** Waits until the browser has also cached the files of other languages. */
export async function restIsKept(page: Page): Promise<void> {
  await expect.poll(() => countKept(page, [LAST_FILE]), { timeout: KEEPING_LIMIT }).toBe(1)
}

/** Waits until the browser has cached the app, and reloads the page, which the worker then controls. */
export async function loadKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
  // No request is in flight that a stopping host could leave unanswered.
  await page.waitForLoadState('networkidle')
}

/** How many of some files are in the browser's caches. */
function countKept(page: Page, files: readonly string[]): Promise<number> {
  return page.evaluate(async (wanted) => {
    const found = await Promise.all(wanted.map(async (file) => caches.match(file)))
    return found.filter((file) => file !== undefined).length
  }, files)
}
