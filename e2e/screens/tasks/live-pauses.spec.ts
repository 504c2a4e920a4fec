import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import {
  SECOND,
  MINUTE,
  pending,
  failed,
  finish,
  watchRequests,
  openTasks,
  autoRefresh,
  hideTab,
} from '#e2e/support/live-screen.ts'
import { taskRows } from '#e2e/support/screens.ts'

for (const [where, reason, pause, resume] of [
  [
    'a message is read',
    'a dialog is open',
    async (page: Page) => page.getByRole('button', { name: /^No face found/ }).click(),
    async (page: Page) => page.keyboard.press('Escape'),
  ],
  [
    'the account menu is open',
    'a menu is open',
    async (page: Page) => page.getByRole('button', { name: /^Account:/ }).click(),
    async (page: Page) => page.keyboard.press('Escape'),
  ],
  [
    'text of the table is selected',
    'text is selected',
    async (page: Page) =>
      page.evaluate(() => {
        const cell = document.querySelector('td')
        if (cell !== null) getSelection()?.selectAllChildren(cell)
      }),
    async (page: Page) => page.evaluate(() => getSelection()?.removeAllRanges()),
  ],
  [
    'a select is open',
    'a menu is open',
    async (page: Page) => page.getByRole('combobox', { name: 'Scene' }).click(),
    async (page: Page) => page.keyboard.press('Escape'),
  ],
  [
    'the number of a page is typed',
    'a field is in use',
    async (page: Page) => page.getByRole('spinbutton', { name: 'Page' }).fill('7'),
    async (page: Page) => page.getByRole('spinbutton', { name: 'Page' }).fill('1'),
  ],
  [
    'the browser is offline',
    'offline',
    async (page: Page) => page.context().setOffline(true),
    async (page: Page) => page.context().setOffline(false),
  ],
] as const) {
  test(`it pauses while ${where}, says so, and goes on at once`, async ({ page, account }) => {
    account.addTasks([failed, pending])
    await openTasks(page, account.apiKey)
    await expect(page.getByRole('radio', { name: 'All 2' })).toBeVisible()
    const sent = watchRequests(page)
    await pause(page)
    await page.clock.runFor(SECOND)
    await expect(page.getByText(`Paused: ${reason}`)).toBeVisible()
    await expect(autoRefresh(page)).toHaveAccessibleDescription(`Paused: ${reason}.`)
    const before = sent.lists
    await page.clock.runFor(40 * SECOND)
    expect(sent.lists).toBe(before)
    await resume(page)
    await page.clock.runFor(SECOND)
    await expect.poll(() => sent.lists).toBe(before + 1)
    await expect(page.getByText(/^Paused/)).toBeHidden()
  })
}

test('it goes on while the number of the page is only looked at', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 25 }, () => pending))
  await openTasks(page, account.apiKey)
  const field = page.getByRole('spinbutton', { name: 'Page' })
  await field.fill('2')
  await field.press('Enter')
  await expect(taskRows(page)).toHaveCount(5)
  await expect(field).toBeFocused()
  const sent = watchRequests(page)
  await page.clock.runFor(7 * SECOND)
  await expect.poll(() => sent.lists).toBeGreaterThan(0)
  await expect(page.getByText(/^Paused/)).toBeHidden()
})

test('what is read in a dialog is still there after a minute in another tab', async ({
  page,
  account,
}) => {
  account.addTasks([pending, failed])
  await openTasks(page, account.apiKey)
  await page.getByRole('button', { name: /^No face found/ }).click()
  await hideTab(page, true)
  const sent = watchRequests(page)
  // None of the rows of before is on the first page any more.
  account.addTasks(Array.from({ length: 20 }, () => pending))
  await page.clock.runFor(2 * MINUTE)
  await hideTab(page, false)
  await page.clock.runFor(10 * SECOND)
  expect(sent.lists).toBe(0)
  await expect(page.getByRole('dialog')).toContainText('No face found in the image.')
  await page.keyboard.press('Escape')
  await page.clock.runFor(SECOND)
  await expect(taskRows(page)).toHaveCount(20)
})

test('what is read in a dialog stays, though a refresh was on its way', async ({
  page,
  account,
}) => {
  account.addTasks([pending, failed])
  await openTasks(page, account.apiKey)
  const list = await holdRequests(page, /\/tasks$/)
  const cancelled = page.waitForEvent('requestfailed')
  await page.clock.runFor(6 * SECOND)
  await list.held
  account.addTasks(Array.from({ length: 20 }, () => pending))
  await page.getByRole('button', { name: /^No face found/ }).click()
  await page.clock.runFor(SECOND)
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
  list.letGo()
  await page.clock.runFor(10 * SECOND)
  await expect(page.getByRole('dialog')).toContainText('No face found in the image.')
  await page.keyboard.press('Escape')
  await page.clock.runFor(SECOND)
  await expect(taskRows(page)).toHaveCount(20)
})

test('a hidden tab goes on after a failure', async ({ page, account, store, expectConsole }) => {
  expectConsole(/503/)
  const [one] = account.addTasks([pending, pending])
  await openTasks(page, account.apiKey)
  await hideTab(page, true)
  const met = page.waitForResponse((response) => response.status() === 503)
  await page.route(/\/tasks$/, async (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  })
  await page.clock.runFor(62 * SECOND)
  await met
  finish(store, one, true)
  const sent = watchRequests(page)
  await page.clock.runFor(50 * SECOND)
  expect(sent.lists).toBe(0)
  await page.clock.runFor(15 * SECOND)
  await expect(page).toHaveTitle('(1) Video tasks · Marquee')
  expect(sent.lists).toBe(1)
})

test('a hidden tab is refreshed once a minute, for the number in its title', async ({
  page,
  account,
  store,
}) => {
  const [one, two] = account.addTasks([pending, pending, pending])
  await openTasks(page, account.apiKey)
  await hideTab(page, true)
  const sent = watchRequests(page)
  finish(store, one, true)
  finish(store, two, false)
  await page.clock.runFor(50 * SECOND)
  expect(sent.lists).toBeLessThanOrEqual(1)
  await page.clock.runFor(15 * SECOND)
  await expect(page).toHaveTitle('(2) Video tasks · Marquee')
  expect(sent.lists).toBeLessThanOrEqual(2)

  await hideTab(page, false)
  await page.clock.runFor(6 * SECOND)
  await expect(page).toHaveTitle('(2) Video tasks · Marquee')
  await page.mouse.click(5, 5)
  await expect(page).toHaveTitle('Video tasks · Marquee')
})

test('a hidden tab with nothing unfinished rests, and counts on its return', async ({
  page,
  account,
  store,
}) => {
  const [one] = account.addTasks([pending])
  await openTasks(page, account.apiKey)
  const sent = watchRequests(page)
  await hideTab(page, true)
  // Half an hour is over: nobody looks at this tab any more.
  await page.clock.fastForward(31 * MINUTE)
  await page.clock.runFor(2 * SECOND)
  const before = sent.lists
  await page.clock.fastForward(5 * MINUTE)
  await page.clock.runFor(2 * SECOND)
  expect(sent.lists).toBe(before)
  finish(store, one, true)
  await hideTab(page, false)
  await expect(page).toHaveTitle('(1) Video tasks · Marquee')
  expect(sent.lists).toBe(before + 1)
  await page.keyboard.press('Shift')
  await expect(page).toHaveTitle('Video tasks · Marquee')
})

test('switched off it stays off in this tab, and Refresh still works', async ({
  page,
  account,
}) => {
  account.addTasks([pending])
  await openTasks(page, account.apiKey)
  await expect(autoRefresh(page)).toBeChecked()
  await autoRefresh(page).click()
  await expect(autoRefresh(page)).not.toBeChecked()
  const sent = watchRequests(page)
  await page.clock.runFor(2 * MINUTE)
  expect(sent.lists).toBe(0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => sent.lists).toBe(1)
  await page.reload()
  await expect(autoRefresh(page)).not.toBeChecked()
  await autoRefresh(page).press('Space')
  await page.clock.runFor(6 * SECOND)
  await expect.poll(() => sent.lists).toBeGreaterThanOrEqual(3)
})
