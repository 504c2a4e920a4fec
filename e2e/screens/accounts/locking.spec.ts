import type { Page } from '@playwright/test'

import {
  connectAs,
  connectOnDevice,
  header,
  lock,
  openAccounts,
  PASSPHRASE,
  storedText,
  unlock,
} from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { MINUTE, SECOND } from '#e2e/support/live-screen.ts'
import { images } from '#e2e/support/outside-world.ts'
import { fillPoster, submitPoster, taskRows } from '#e2e/support/screens.ts'
import { submissions } from '#e2e/support/submission-log.ts'

/** Whoever is at the machine sees nothing of the account, nor do they find its key. */
async function expectLocked(page: Page, apiKey: string, uuid: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /^(?:Unlock|Connect)/ })).toBeVisible()
  expect(await page.content()).not.toContain(uuid.slice(0, 8))
  expect(await storedText(page)).not.toContain(apiKey)
}

test('a lock and a new passphrase apply to every tab; the passphrase unlocks each tab', async ({
  page,
  context,
  account,
}) => {
  const [task] = account.addTasks([{ status: 'pending' }])
  await connectOnDevice(page, 'Shop', account.apiKey)
  const [other, third] = [await context.newPage(), await context.newPage()]
  for (const tab of [other, third]) {
    await tab.goto('/tasks')
    await unlock(tab)
    await expect(taskRows(tab)).toHaveCount(1)
  }
  await lock(page)
  for (const tab of [other, third]) {
    await expect(tab.getByText('Your accounts were locked.')).toBeVisible()
  }
  for (const tab of [page, other, third]) {
    await expectLocked(tab, account.apiKey, task?.uuid ?? '')
  }
  await unlock(page)
  await expect(taskRows(page)).toHaveCount(1)
  await page.reload()
  await expect(taskRows(page)).toHaveCount(1)
  await unlock(other)
  await expect(header(other, 'Shop')).toBeVisible()

  await test.step('the passphrase is changed', async () => {
    await openAccounts(page)
    await page.getByRole('button', { name: 'Change passphrase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the passphrase' })
    const before = dialog.getByRole('textbox', { name: 'Current passphrase' })
    const after = dialog.getByRole('textbox', { name: 'New passphrase' })
    await before.fill('not this one at all')
    await after.fill('another horse battery')
    await after.press('Enter')
    await expect(before).toHaveAccessibleDescription(/does not open the accounts/)
    await before.fill(PASSPHRASE)
    await before.press('Enter')
    await expect(dialog.getByText('Passphrase changed')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(dialog).toBeHidden()
    await expect(header(page, 'Shop')).toBeVisible()
  })
  await expect(other.getByText('another tab changed their passphrase')).toBeVisible()
  await unlock(other)
  const passphrase = other.getByRole('textbox', { name: 'Passphrase' })
  await expect(passphrase).toHaveAccessibleDescription(/does not open the accounts/)
  await unlock(other, 'another horse battery')
  await expect(header(other, 'Shop')).toBeVisible()
})

test('a lock removes a key that is stored only in the tab, and says so', async ({
  page,
  account,
}) => {
  const [task] = account.addTasks([{ status: 'failed', errorMsg: 'No face found' }])
  await connectAs(page, 'Shop', account.apiKey, '/tasks?status=failed')
  await lock(page)
  await expectLocked(page, account.apiKey, task?.uuid ?? '')
  await expect(page.getByText('Enter them again to use them')).toBeVisible()
  await page.getByRole('textbox', { name: 'API key' }).fill(account.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  // Whoever locks goes on where they were.
  await expect(page).toHaveURL(/\?status=failed$/)
  await expect(taskRows(page)).toHaveCount(1)
})

test('accounts lock after the chosen time without use', async ({ page, account }) => {
  const [task] = account.addTasks([{ status: 'pending' }])
  await page.clock.install()
  await connectOnDevice(page, 'Shop', account.apiKey)
  await openAccounts(page)
  const idle = page.getByRole('combobox', { name: 'Lock when idle' })
  await idle.selectOption({ label: 'After 5 minutes' })
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(taskRows(page)).toHaveCount(1)
  await page.clock.fastForward(5 * MINUTE - 30 * SECOND)
  await page.mouse.move(10, 10)
  // Somebody was here.
  await page.clock.fastForward(5 * MINUTE - 30 * SECOND)
  await expect(header(page, 'Shop')).toBeVisible()
  await page.clock.fastForward(40 * SECOND)
  await expect(page.getByText('because they were not used for a while')).toBeVisible()
  await expectLocked(page, account.apiKey, task?.uuid ?? '')
  await unlock(page)
  await expect(header(page, 'Shop')).toBeVisible()
})

test('a page that wakes after the limit shows no account data; the pointer that wakes it does not count as use', async ({
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
    expect(seen).toContain('they were not used for a while')
    expect(seen).not.toContain('Video tasks')
    await unlock(page)
    await expect(taskRows(page)).toHaveCount(1)
  }

  const wokenAt = await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 2 * 3_600_000
    return performance.now()
  })
  // A movement so soon after the last click is asked nothing.
  await page.waitForFunction((since) => performance.now() - since > 1_000, wokenAt)
  await page.mouse.move(20, 20)
  await expect(page.getByText('they were not used for a while')).toBeVisible()
})

test('a lock loses neither text in the form nor a pending creation', async ({
  page,
  newAccount,
}) => {
  const held = newAccount({ behaviour: 'held' })
  const image = page.getByRole('textbox', { name: 'Image URL' })
  await connectOnDevice(page, 'Shop', held.apiKey)
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await fillPoster(page, images.portrait, 'firework')
  await lock(page)
  await unlock(page)
  await expect(image).toHaveValue(images.portrait)

  await fillPoster(page, images.portrait, 'firework')
  const answered = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await submitPoster(page).click()
  await expect(submissions(page)).toHaveCount(1)
  await lock(page)
  await expect(page.getByRole('heading', { name: 'Unlock your accounts' })).toBeVisible()
  held.behave(null)
  await answered
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeHidden()
  await unlock(page)
  await expect(submissions(page)).toContainText('Created')
  await expect(image).toHaveValue('')
})
