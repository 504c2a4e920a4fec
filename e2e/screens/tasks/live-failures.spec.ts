import { addAccount } from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import {
  SECOND,
  MINUTE,
  pending,
  watchRequests,
  failLists,
  openTasks,
  passTimeUntil,
  staleMark,
  recordAnnouncements,
} from '#e2e/support/live-screen.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

test('the key dialog opens for each account whose key is refused', async ({
  page,
  account,
  newAccount,
  expectConsole,
}) => {
  expectConsole(/401/)
  const second = newAccount()
  for (const one of [account, second]) one.addTasks([pending])
  // What the second account reads is not newer than the first question.
  await page.clock.setFixedTime(new Date())
  await connect(page, account.apiKey)
  const dialog = page.getByRole('dialog', { name: 'Edit account' })
  const refuse = async (one: typeof account) => {
    await expect(taskRows(page)).toHaveCount(1)
    one.revokeKey()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(dialog).toBeVisible()
  }
  await refuse(account)
  await page.keyboard.press('Escape')
  await addAccount(page, 'Mill', second.apiKey)
  await refuse(second)
})

test('a key that is refused during work opens the key dialog once, over the rows, and can be replaced', async ({
  page,
  account,
  newAccount,
  expectConsole,
}) => {
  expectConsole(/401/)
  account.addTasks([pending])
  await openTasks(page, account.apiKey)
  account.revokeKey()
  const sent = watchRequests(page)
  await page.clock.runFor(6 * SECOND)
  const dialog = page.getByRole('dialog', { name: 'Edit account' })
  await expect(dialog).toContainText('The key was not accepted. The rows stay.')
  await expect(dialog).not.toContainText('poster')
  await expect(taskRows(page)).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The key was not accepted.')
  await expect(taskRows(page)).toHaveCount(1)

  const asked = sent.lists
  await page.clock.runFor(2 * MINUTE)
  expect(sent.lists).toBe(asked)
  await expect(page.getByText('Paused: the key was not accepted.')).toBeVisible()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => sent.lists).toBe(asked + 1)
  await expect(dialog).toBeHidden()
  await alert.getByRole('button', { name: 'Replace key', exact: true }).click()
  await expect(dialog).toContainText('The new key replaces this one.')
  await dialog.getByRole('textbox', { name: 'API key' }).fill(newAccount().apiKey)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
})

test('a refused key does not interrupt typing', async ({ page, account, expectConsole }) => {
  expectConsole(/401/)
  account.addTasks([pending])
  await openTasks(page, account.apiKey)
  account.revokeKey()
  const refresh = await holdRequests(page, /\/tasks$/)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('spinbutton', { name: 'Page' }).fill('2')
  refresh.letGo()
  await expect(page.getByRole('alert')).toContainText('The key was not accepted.')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('repeated failures show one note and are announced once; refreshing resumes when the service allows it', async ({
  page,
  account,
  expectConsole,
}) => {
  account.addTasks([pending])
  await openTasks(page, account.apiKey)
  const heard = await recordAnnouncements(page)
  const mark = staleMark(page, 'The service has a problem \\(503\\).')
  const heal = await failLists(page, expectConsole, 503)
  await passTimeUntil(page, 5 * SECOND, async () => {
    await expect(mark).toContainText(/Paused: next try at \d\d:\d\d:\d\d\./, { timeout: 200 })
  })
  await expect(page.getByRole('alert')).toBeHidden()
  expect(await heard()).toEqual([expect.stringMatching(/^Not updated since/)])
  await heal()
  await passTimeUntil(page, 5 * SECOND, async () => {
    await expect(mark).toBeHidden({ timeout: 200 })
  })

  const letAnswer = await failLists(page, expectConsole, 503, { headers: { 'retry-after': '60' } })
  await passTimeUntil(page, 5 * SECOND, async () => {
    await expect(mark).toContainText(/Next try at \d\d:\d\d:\d\d\./, { timeout: 200 })
  })
  await letAnswer()
  account.addTasks([pending])
  const sent = watchRequests(page)
  await page.clock.runFor(30 * SECOND)
  expect(sent.lists).toBe(0)
  await page.clock.runFor(35 * SECOND)
  await expect(taskRows(page)).toHaveCount(2)
  await expect(mark).toBeHidden()
})
