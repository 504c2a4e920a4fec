import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { finish } from '#e2e/support/finish-tasks.ts'
import {
  SECOND,
  MINUTE,
  pending,
  failed,
  watchRequests,
  openTasks,
  autoRefresh,
  hideTab,
} from '#e2e/support/live-screen.ts'
import { searchField, taskRows } from '#e2e/support/screens.ts'

type Act = (page: Page) => Promise<unknown>

/** Each kind of pause, and its end; when it is due is planRefresh's to say. */
const pauses = [
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
    'a search is typed',
    'a field is in use',
    async (page: Page) => searchField(page).fill('failed'),
    async (page: Page) => searchField(page).fill(''),
  ],
  [
    'the number of a page is typed',
    'a field is in use',
    async (page: Page) => page.getByRole('spinbutton', { name: 'Page' }).fill('7'),
    async (page: Page) => page.getByRole('spinbutton', { name: 'Page' }).fill('1'),
  ],
] as const

/** Nothing is asked for while it is paused, and the list at once afterwards. */
async function expectPause(
  page: Page,
  sent: ReturnType<typeof watchRequests>,
  { reason, pause, resume }: { reason: string; pause: Act; resume: Act },
): Promise<void> {
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
  await expect.poll(() => sent.listsInFlight.size).toBe(0)
}

test('auto-refresh pauses during reading, choosing and typing, says so, and resumes at once', async ({
  page,
  account,
}) => {
  account.addTasks([...Array.from({ length: 24 }, () => pending), failed])
  await openTasks(page, account.apiKey)
  await expect(page.getByRole('radio', { name: 'All 25' })).toBeVisible()
  const sent = watchRequests(page)
  for (const [where, reason, pause, resume] of pauses) {
    await test.step(where, async () => expectPause(page, sent, { reason, pause, resume }))
  }

  await test.step('not while the number of the page is only looked at', async () => {
    const field = page.getByRole('spinbutton', { name: 'Page' })
    await field.fill('2')
    await field.press('Enter')
    await expect(taskRows(page)).toHaveCount(5)
    await expect(field).toBeFocused()
    const before = sent.lists
    await page.clock.runFor(7 * SECOND)
    await expect.poll(() => sent.lists).toBeGreaterThan(before)
    await expect(page.getByText(/^Paused/)).toBeHidden()
  })
})

test('auto-refresh pauses offline, says so, and resumes at once', async ({ page, account }) => {
  // Of a task that has ended nothing else is looked up: no request is under way when the network goes.
  account.addTasks([failed])
  await openTasks(page, account.apiKey)
  await expect(page.getByRole('radio', { name: 'All 1' })).toBeVisible()
  await expectPause(page, watchRequests(page), {
    reason: 'offline',
    pause: async () => page.context().setOffline(true),
    resume: async () => page.context().setOffline(false),
  })
})

test('a pending refresh does not change an open dialog; auto-refresh stays off in this tab once switched off', async ({
  page,
  account,
}) => {
  account.addTasks([pending, failed])
  await openTasks(page, account.apiKey)

  await test.step('a dialog, also after a minute in another tab', async () => {
    const list = await holdRequests(page, /\/tasks$/)
    const cancelled = page.waitForEvent('requestfailed')
    await page.clock.runFor(6 * SECOND)
    await list.held
    // None of the rows of before is on the first page any more.
    account.addTasks(Array.from({ length: 20 }, () => pending))
    await page.getByRole('button', { name: /^No face found/ }).click()
    await page.clock.runFor(SECOND)
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
    list.letGo()
    const sent = watchRequests(page)
    await page.clock.runFor(10 * SECOND)
    await expect(page.getByRole('dialog')).toContainText('No face found in the image.')
    await hideTab(page, true)
    await page.clock.runFor(2 * MINUTE)
    await hideTab(page, false)
    await page.clock.runFor(10 * SECOND)
    expect(sent.lists).toBe(0)
    await expect(page.getByRole('dialog')).toContainText('No face found in the image.')
    await page.keyboard.press('Escape')
    await page.clock.runFor(SECOND)
    await expect(taskRows(page)).toHaveCount(20)
  })

  await test.step('switched off, while Refresh still works', async () => {
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
})

test('a hidden tab refreshes once a minute, and its title counts finished tasks', async ({
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
