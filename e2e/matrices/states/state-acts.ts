import type { Page } from '@playwright/test'

import { images } from '#e2e/support/outside-world.ts'

/** The button of the account menu. */
export const MENU = 'header button[popovertarget]'
/** What sends the screen's form. */
export const SUBMIT = 'main form button[type=submit]'
/** A dialog that is open. */
export const DIALOG = 'dialog[open]'

/** Clicks the first that matches. */
export const click = (selector: string) => async (page: Page) =>
  page.locator(selector).first().click()
/** Clicks the last that matches. */
export const clickLast = (selector: string) => async (page: Page) =>
  page.locator(selector).last().click()

/** Opens the account menu and takes one of its entries, counted from the first below the accounts. */
export function fromMenu(index: number) {
  return async (page: Page) => {
    await page.locator(MENU).click()
    await page.locator('header [popover] > button').nth(index).click()
  }
}

/** Fills in the poster form and sends it. */
export function create(imageUrl: string) {
  return async (page: Page) => {
    await page.locator('input[name=image_url]').fill(imageUrl)
    await page.locator('input[name=prompt]').first().check()
    // The picture comes by itself, sooner or later.
    await page.locator('main form img').waitFor()
    await page.locator(SUBMIT).click()
  }
}

/** Reads what the insights plot, and shows each plot as a table. */
export async function readAsTables(page: Page): Promise<void> {
  await page.locator(SUBMIT).click()
  await page.locator('figure [role=option]').first().waitFor()
  for (const button of await page.locator('figure > div:first-child > button').all()) {
    await button.click()
  }
}

/** An image with which creating goes otherwise, see docs/local-api.md. */
export const sentinel = (name: string) => `https://sentinel.example/${name}.jpg`

/** What opens several at once. */
export const SEVERAL = 'main form > div > button[type=button]'
/** The log of submissions. */
export const LOG = '[aria-labelledby=submissions]'

/** Opens several at once and has a plan made, of two images, one of them twice, and a line that is none. */
export async function plan(page: Page): Promise<void> {
  await page.locator(SEVERAL).click()
  const lines = [images.portrait, 'shop 1', `${images.portrait}?2`, images.portrait]
  await page.locator('textarea').fill(lines.join('\n'))
  await page.locator('main form input[type=checkbox]').first().check()
  await page.locator(SUBMIT).click()
}

/** A batch as the tab keeps it, that the service has refused three posters of. */
export async function keepStoppedBatch(page: Page): Promise<void> {
  const scene = await page.locator('input[name=prompt]').first().inputValue()
  const outcomes = ['created', 'refused', 'refused', 'refused', 'waiting', 'waiting']
  const items = outcomes.map((state, index) => ({
    request: { image_url: `${images.portrait}?${String(index)}`, prompt: scene },
    confirmed: [],
    id: `kept-${String(index)}`,
    state,
    at: 0,
  }))
  const phase = { kind: 'held', why: { kind: 'refusals' } }
  const batch = { items, phase, refusals: 3, profileId: 'p0' }
  const desk = { isOpen: true, text: '', scenes: [], withCreated: false, batch }
  await page.evaluate((text) => {
    sessionStorage.setItem('marquee.poster-batch.p0', text)
  }, JSON.stringify(desk))
  await page.reload()
}

/** Opens what the keyboard opens, as soon as it listens. */
export function press(key: string) {
  return async (page: Page) => {
    await page.locator('header [aria-keyshortcuts]').waitFor({ state: 'attached' })
    // The list's own commands come with its tools.
    await page.locator(FIND).waitFor()
    const dialog = page.locator(DIALOG)
    while (!(await dialog.isVisible())) await page.keyboard.press(key)
  }
}

/** Opens "Find task" and looks for what is not there. */
export async function findNothing(page: Page): Promise<void> {
  await page.locator(FIND).click()
  await page.locator(`${DIALOG} input`).fill('zzz')
  await page.keyboard.press('Enter')
}

/** Has columns hidden since before the page was opened. */
export async function hideColumns(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('marquee.hidden-columns', 'preview price result'))
  await page.reload()
}

/** The tools of a list. */
export const FIND = 'main button:has(svg.lucide-search)'
export const EXPORT = 'main button:has(svg.lucide-download)'
export const OPTIONS = 'main button:has(svg.lucide-settings-2)'
