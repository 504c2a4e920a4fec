import type { Page } from '@playwright/test'

import {
  connectAs,
  connectOnDevice,
  header,
  lock,
  openAccounts,
  storedText,
  unlock,
} from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { MINUTE, SECOND } from '#e2e/support/live-screen.ts'
import { images } from '#e2e/support/outside-world.ts'
import { fillPoster, submitPoster, taskRows } from '#e2e/support/screens.ts'
import { submissions } from '#e2e/support/submission-log.ts'

const HOUR = 60 * MINUTE

/** Chooses after how long without use the accounts are locked. */
async function chooseIdle(page: Page, label: string): Promise<void> {
  await openAccounts(page)
  await page.getByRole('combobox', { name: 'Lock when not used' }).selectOption({ label })
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
}

/** Whoever is at the machine sees nothing of the account, nor do they find its key. */
async function expectLocked(page: Page, apiKey: string, uuid: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /^(?:Unlock|Connect)/ })).toBeVisible()
  expect(await page.content()).not.toContain(uuid.slice(0, 8))
  expect(await storedText(page)).not.toContain(apiKey)
}

test('a lock reaches every tab within a second, and the passphrase opens each again', async ({
  page,
  context,
  account,
}) => {
  const [task] = account.addTasks([{ status: 'pending' }])
  await connectOnDevice(page, 'Shop', account.apiKey)
  const others = [await context.newPage(), await context.newPage()]
  for (const other of others) {
    await other.goto('/tasks')
    await unlock(other)
    await expect(taskRows(other)).toHaveCount(1)
  }
  await lock(page)
  for (const other of others) {
    await expect(other.getByText('The accounts were locked.')).toBeVisible()
  }
  for (const tab of [page, ...others]) await expectLocked(tab, account.apiKey, task?.uuid ?? '')
  await unlock(page)
  await expect(taskRows(page)).toHaveCount(1)
  await page.reload()
  await expect(taskRows(page)).toHaveCount(1)
})

test('a lock forgets a key that is kept in the tab only, and says so', async ({
  page,
  account,
}) => {
  const [task] = account.addTasks([{ status: 'failed', errorMsg: 'No face found' }])
  await connectAs(page, 'Shop', account.apiKey, '/tasks?status=failed')
  await lock(page)
  await expectLocked(page, account.apiKey, task?.uuid ?? '')
  await expect(page.getByText('have to be entered again')).toBeVisible()
  await page.getByRole('textbox', { name: 'API key' }).fill(account.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  // Whoever locks goes on where they were.
  await expect(page).toHaveURL(/\?status=failed$/)
  await expect(taskRows(page)).toHaveCount(1)
})

for (const [label, minutes] of [
  ['After 5 minutes', 5],
  ['After 15 minutes', 15],
  ['After 60 minutes', 60],
] as const) {
  test(`without use the accounts are locked: ${label}`, async ({ page, account }) => {
    const [task] = account.addTasks([{ status: 'pending' }])
    await page.clock.install()
    await connectOnDevice(page, 'Shop', account.apiKey)
    await chooseIdle(page, label)
    await expect(taskRows(page)).toHaveCount(1)
    await page.clock.fastForward(minutes * MINUTE - 30 * SECOND)
    await page.mouse.move(10, 10)
    // Somebody was here.
    await page.clock.fastForward(minutes * MINUTE - 30 * SECOND)
    await expect(header(page, 'Shop')).toBeVisible()
    await page.clock.fastForward(40 * SECOND)
    await expect(page.getByText('after a while without use')).toBeVisible()
    await expectLocked(page, account.apiKey, task?.uuid ?? '')
  })
}

test('eight hours after the passphrase the accounts are locked, however much they are used', async ({
  page,
  account,
}) => {
  await page.clock.install()
  await connectOnDevice(page, 'Shop', account.apiKey)
  await chooseIdle(page, 'Off')
  await page.clock.fastForward(8 * HOUR - MINUTE)
  await page.mouse.move(10, 10)
  await expect(header(page, 'Shop')).toBeVisible()
  await page.clock.fastForward(MINUTE)
  await expect(page.getByText('eight hours have passed')).toBeVisible()
  await unlock(page)
  await expect(header(page, 'Shop')).toBeVisible()
})

test('a clock that is set back locks them', async ({ page, account }) => {
  await page.clock.install()
  await connectOnDevice(page, 'Shop', account.apiKey)
  await page.clock.fastForward(4 * MINUTE)
  await page.clock.setSystemTime(Date.now() - 3 * MINUTE)
  await page.clock.runFor(10 * SECOND)
  await expect(page.getByText('clock was set back')).toBeVisible()
  // And they can be opened again by that clock.
  await unlock(page)
  await expect(header(page, 'Shop')).toBeVisible()
  await page.clock.runFor(20 * SECOND)
  await expect(header(page, 'Shop')).toBeVisible()
})

test('a page that wakes too late shows nothing of the account in its next picture', async ({
  page,
  account,
}) => {
  account.addTasks([{ status: 'pending' }])
  await connectOnDevice(page, 'Shop', account.apiKey)
  await expect(taskRows(page)).toHaveCount(1)
  for (const wake of ['visibilitychange', 'pageshow', 'focus']) {
    const seen = await page.evaluate(async (event) => {
      // The machine slept for two hours: no timer has run.
      const { now } = Date
      Date.now = () => now() + 2 * 3_600_000
      const target = event === 'visibilitychange' ? document : window
      target.dispatchEvent(new Event(event))
      const text = await new Promise<string>((resolve) => {
        requestAnimationFrame(() => resolve(document.body.innerText))
      })
      Date.now = now
      return text
    }, wake)
    expect(seen).toContain('a while without use')
    expect(seen).not.toContain('Video tasks')
    await unlock(page)
    await expect(taskRows(page)).toHaveCount(1)
  }
})

test('a pointer that wakes a machine is no use of an account that is to be locked', async ({
  page,
  account,
}) => {
  await connectOnDevice(page, 'Shop', account.apiKey)
  const connectedAt = await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 2 * 3_600_000
    return performance.now()
  })
  // A movement so soon after the last click is asked nothing.
  await page.waitForFunction((since) => performance.now() - since > 1_000, connectedAt)
  await page.mouse.move(20, 20)
  await expect(page.getByText('a while without use')).toBeVisible()
})

test('a lock while a creation is on its way loses nothing of it', async ({ page, newAccount }) => {
  const held = newAccount({ behaviour: 'held' })
  await connectOnDevice(page, 'Shop', held.apiKey)
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await fillPoster(page, images.portrait, 'firework')
  const answered = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await submitPoster(page).click()
  await expect(submissions(page)).toHaveCount(1)
  await lock(page)
  await expect(page.getByRole('heading', { name: 'Unlock your accounts' })).toBeVisible()
  held.behave(null)
  await answered
  await expect(page.getByText('Poster task created')).toBeHidden()
  await unlock(page)
  await expect(submissions(page)).toContainText('Created')
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue('')
})

test('what is typed into the form is there again after a lock', async ({ page, account }) => {
  await connectOnDevice(page, 'Shop', account.apiKey)
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await fillPoster(page, images.portrait, 'firework')
  await lock(page)
  await unlock(page)
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(images.portrait)
})
