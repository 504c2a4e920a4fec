import type { Page } from '@playwright/test'

import { pasteInto } from '#e2e/support/batch-screen.ts'
import { images } from '#e2e/support/outside-world.ts'

import type { StateTab } from './open-state.ts'

/** The service behind a state's tab. */
type Service = Pick<StateTab, 'finishTasks'>

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

/** Chooses on the connect screen to keep the key on this device. */
export async function keepOnDevice(page: Page): Promise<void> {
  await page.locator('main form button[aria-expanded]').click()
  await page.locator('main form input[type=radio]').last().click()
}

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
  await page.locator('figure [role=group] a').first().waitFor()
  for (const button of await page.locator('figure > figcaption button:first-child').all()) {
    await button.click()
  }
}

/** An image with which creating goes otherwise, see docs/local-api.md. */
export const sentinel = (name: string) => `https://sentinel.example/${name}.jpg`

/** Makes the scenes checkboxes. */
const MORE_SCENES = 'main form input[type=checkbox]:not([name=prompt])'
/** A scene of several. */
const SCENES = 'main form input[type=checkbox][name=prompt]'
/** What was just created. */
const CREATED = '[aria-labelledby=created-title]'
/** Two posters that were both sent. */
const FULL_BATCH = '[role=progressbar][aria-valuenow="2"]'
/** The tiles of several posters. */
export const RESULTS = '[aria-labelledby=results] > ol'
/** Selects the task of its row. */
const ROW_BOX = 'tbody input[type=checkbox]'
/** The log of submissions. */
export const LOG = '[aria-labelledby=submissions]'

/** Creates a poster, and follows it to its video. */
export async function followPoster(page: Page, { finishTasks }: Service): Promise<void> {
  await create(images.portrait)(page)
  await page.locator(CREATED).waitFor()
  finishTasks()
  await readAgain(page, `${CREATED} video`)
}

/** Sends several, and follows them until one poster has failed and the others have videos. */
export async function fillResults(page: Page, { finishTasks }: Service): Promise<void> {
  await plan(page)
  await page.locator(START_BATCH).click()
  await page.locator(FULL_BATCH).waitFor()
  finishTasks()
  await readAgain(page, `${RESULTS} [role=group]`)
}

/** Opens the review of what has failed. */
export async function reviewFailed(page: Page, service: Service): Promise<void> {
  await fillResults(page, service)
  await page.locator(`${LOG} > button`).last().click()
}

/** Passes time until the list was read again. */
async function readAgain(page: Page, sign: string): Promise<void> {
  while (!(await page.locator(sign).first().isVisible())) await page.clock.runFor(1_000)
}

/** Fills in two images, one of them twice, and one that cannot be used, for one of several scenes. */
export async function fillTiles(page: Page): Promise<void> {
  const lines = [images.portrait, 'shop 1', `${images.portrait}?2`, images.portrait]
  await pasteInto(page.locator('input[name=image_url]'), lines.join('\n'))
  await page.locator(MORE_SCENES).check()
  await page.locator(SCENES).first().check()
}

/** Has a question asked about two posters. */
export async function plan(page: Page): Promise<void> {
  await fillTiles(page)
  await page.locator(SUBMIT).click()
}

/** Sends an image that the service refuses, with several scenes. That stops by itself after the third refusal, and is there again after a reload. */
export async function stopBatch(page: Page): Promise<void> {
  const lines = [sentinel('refused'), images.portrait]
  await pasteInto(page.locator('input[name=image_url]'), lines.join('\n'))
  await page.locator(MORE_SCENES).check()
  for (const scene of [0, 1, 2]) await page.locator(SCENES).nth(scene).check()
  await page.locator(SUBMIT).click()
  await page.locator(START_BATCH).click()
  await page.locator(HELD_BATCH).waitFor()
  await page.reload()
  // It comes with code of its own.
  await page.locator('header [aria-keyshortcuts]').waitFor({ state: 'attached' })
}

/** Chooses a file as a picture. */
export function choosePicture(buffer: Buffer) {
  return async (page: Page) => {
    const file = { name: 'lin.jpg', mimeType: 'image/jpeg', buffer }
    await page.locator('[role=group] input[type=file]').first().setInputFiles(file)
  }
}

/** A batch that has stopped offers a limit before it goes on. */
const HELD_BATCH = 'section:has([role=progressbar]) input'

/** What sends the posters of a plan. */
const START_BATCH = `${DIALOG} button[aria-describedby]`

/** Opens what the keyboard opens, as soon as it listens. */
export function press(key: string) {
  return async (page: Page) => {
    await page.locator('header [aria-keyshortcuts]').waitFor({ state: 'attached' })
    // The list's own commands come with its tools.
    await page.locator(OPTIONS).waitFor()
    const dialog = page.locator(DIALOG)
    while (!(await dialog.isVisible())) await page.keyboard.press(key)
  }
}

/** Stars the first task with its key. */
export async function starTask(page: Page): Promise<void> {
  await page.locator('header [aria-keyshortcuts]').waitFor({ state: 'attached' })
  await page.locator(OPTIONS).waitFor()
  await page.locator('tbody a[data-act=open]').first().focus()
  await page.keyboard.press('s')
}

/** Hides the first task of the gallery in its details. */
export async function hideTask(page: Page): Promise<void> {
  await page.locator('[data-gallery] a').first().click()
  await page.locator(`${DIALOG} button:has(svg.lucide-eye-off)`).click()
}

/** Searches for what is not there. */
export async function findNothing(page: Page): Promise<void> {
  await page.locator('#search').fill('987654')
  await page.keyboard.press('Enter')
}

/** Hides three of the columns. */
export async function hideColumns(page: Page): Promise<void> {
  await page.locator(OPTIONS).click()
  // In the order of the table: preview, price, created, elapsed, result.
  const columns = page.locator(`${DIALOG} fieldset`).first().locator('input')
  for (const column of [0, 1, 4]) await columns.nth(column).uncheck()
  await page.keyboard.press('Escape')
  await page.locator(DIALOG).waitFor({ state: 'hidden' })
}

/** The tools of a list. */
export const EXPORT = 'main button:has(svg.lucide-download)'
export const OPTIONS = 'main button:has(svg.lucide-settings-2)'

/** The menu of the saved views. */
export const VIEWS = 'main button:has(svg.lucide-bookmark)'

/** Opens the dialog that changes the saved views. */
export async function editViews(page: Page): Promise<void> {
  await page.locator(VIEWS).click()
  await page.locator('[popover]:popover-open button').last().click()
}

/** Selects every task, and opens the dialog that downloads their videos. */
export async function openDownloads(page: Page): Promise<void> {
  await selectAll(page)
  await page.locator('#selection button').nth(-5).click()
}

/** Selects all tasks of the list and compares them. */
export async function compareTasks(page: Page): Promise<void> {
  await selectAll(page)
  await page.locator('#selection button').nth(-6).click()
}

async function selectAll(page: Page): Promise<void> {
  await page.locator('tbody td time').first().waitFor()
  for (const box of await page.locator(ROW_BOX).all()) await box.click()
  await selectionAnnounced(page)
}

/** Selects the first task of the list. */
export async function selectTask(page: Page): Promise<void> {
  await page.locator(ROW_BOX).first().click()
  await selectionAnnounced(page)
}

/** Waits until the number of selected tasks is in the live region: that comes a moment after the click. */
async function selectionAnnounced(page: Page): Promise<void> {
  await page
    .locator('p[role=status].sr-only')
    .last()
    .filter({ hasText: /\d/ })
    .waitFor({ state: 'attached' })
}

/** Sends several, and the first one stays on its way. */
export async function holdBatch(page: Page): Promise<void> {
  // The first one stays on its way.
  await page.route('**/api/plugins/poster/tasks', () => undefined)
  await plan(page)
  await page.locator(START_BATCH).click()
  await page.locator(`${RESULTS} li`).first().waitFor()
}

/** Creates a poster, and opens the dialog that clears the log. */
export async function clearSubmissions(page: Page): Promise<void> {
  await create(images.portrait)(page)
  await page.locator('[aria-labelledby=created-title]').waitFor()
  await page.locator(`${LOG} select ~ button, ${LOG} > div button`).nth(2).click()
}
