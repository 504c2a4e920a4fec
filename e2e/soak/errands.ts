import { expect, type Page } from '@playwright/test'

import { header, lock, switchTo, unlock } from '#e2e/support/account-screens.ts'
import { details } from '#e2e/support/details-screen.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { result } from '#e2e/support/insights-screen.ts'
import { listOptions, openListOptions } from '#e2e/support/list-options-screen.ts'
import { images } from '#e2e/support/outside-world.ts'
import { fillPoster, search, submitPoster, taskRows } from '#e2e/support/screens.ts'

import { OTHER, OWN } from './used-tab.ts'

/** What people do over and over. Each errand starts at the list of tasks and ends there, with nothing open. */

const ROWS = 20
const table = (page: Page) => page.getByRole('table', { name: 'Video tasks' })

export async function refreshList(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/video/tasks'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await answer
}

export async function lookAtDetails(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Details of task/ })
    .first()
    .click()
  await expect(details(page).getByRole('heading', { name: 'Task details' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()
}

export async function filterList(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Failed/ }).check()
  await expect(
    taskRows(page)
      .first()
      .getByRole('cell')
      .filter({ hasText: /^Failed/ }),
  ).toBeVisible()
  await page.getByRole('radio', { name: /^All/ }).check()
  await expect(taskRows(page)).toHaveCount(ROWS)
}

export async function turnPages(page: Page): Promise<void> {
  for (const number of ['2', '3']) {
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByRole('spinbutton', { name: 'Page' })).toHaveValue(number)
  }
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(page.getByRole('spinbutton', { name: 'Page' })).toHaveValue('1')
  await expect(taskRows(page)).toHaveCount(ROWS)
}

export async function lookAtGallery(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show as gallery' }).click()
  await expect(page.getByRole('list', { name: 'Video tasks' }).getByRole('listitem')).toHaveCount(
    ROWS,
  )
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(table(page)).toBeVisible()
}

export async function lookAtListOptions(page: Page): Promise<void> {
  await openListOptions(page)
  await page.keyboard.press('Escape')
  await expect(listOptions(page)).toBeHidden()
}

/** Reads the whole list for a task that is not there. */
export async function findTask(page: Page): Promise<void> {
  await search(page, 'zzz')
  await expect(page.getByRole('heading', { name: 'No task matches' })).toBeVisible()
  await clearSearch(page)
}

/** Starts to read the whole list and stops it. There must be more than one page of a hundred. */
export async function stopFinding(page: Page): Promise<void> {
  // What was read is not asked for again before the list is.
  await refreshList(page)
  const later = /page=[2-9]/
  const pages = await holdRequests(page, later)
  await search(page, 'yyy')
  await pages.held
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'some may be missing' })).toBeVisible()
  pages.letGo()
  await page.unroute(later)
  await clearSearch(page)
}

async function clearSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(taskRows(page)).toHaveCount(ROWS)
}

export async function lookAtInsights(page: Page): Promise<void> {
  await goTo(page, 'Insights')
  await expect(result(page)).toContainText(/, read at \d\d:\d\d/)
  await goTo(page, 'Tasks')
  await expect(taskRows(page)).toHaveCount(ROWS)
}

export async function createPoster(page: Page): Promise<void> {
  await goTo(page, 'Posters')
  await fillPoster(page, images.portrait, 'firework')
  await submitPoster(page).click()
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeFocused()
  await page.getByRole('button', { name: 'Create another' }).click()
  await goTo(page, 'Tasks')
  await expect(taskRows(page)).toHaveCount(ROWS)
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: screen, exact: true })
    .first()
    .click()
}

export async function switchAccounts(page: Page): Promise<void> {
  for (const name of [OTHER, OWN]) {
    await switchTo(page, name)
    await expect(header(page, name)).toBeVisible()
    await expect(taskRows(page)).toHaveCount(ROWS)
  }
}

export async function lockAndUnlock(page: Page): Promise<void> {
  await lock(page)
  await unlock(page)
  await expect(header(page, OWN)).toBeVisible()
  await expect(taskRows(page)).toHaveCount(ROWS)
}
