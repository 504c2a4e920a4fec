import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { failed, finish, openTasks, pending, SECOND } from '#e2e/support/live-screen.ts'
import { connect, enterKey, signOut, replaceKey, taskRows } from '#e2e/support/screens.ts'

test('a newcomer without a key looks around with the demo account', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await expect(page.getByRole('heading', { name: 'Video tasks' })).toBeVisible()
  await expect(taskRows(page)).toHaveCount(20)
  await expect(page).toHaveURL(/\/tasks$/)
})

test('a key is typed masked, can be shown, and is gone from the page once it is kept', async ({
  page,
  account,
}) => {
  await page.goto('/tasks')
  const key = page.getByRole('textbox', { name: 'API key' })
  await key.fill(`  Bearer ${account.apiKey}\n`)
  await expect(key).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show key' }).click()
  await expect(key).toHaveAttribute('type', 'text')
  await page.getByRole('textbox', { name: 'Account name' }).fill('Shop')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()

  const tail = account.apiKey.slice(-4)
  await expect(page.getByRole('button', { name: `Account: Shop ••••${tail}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  expect(await page.content()).not.toContain(account.apiKey)
  expect(page.url()).not.toContain(account.apiKey)
})

test('a key that the service does not know stays in the form, with the reason', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401/)
  await page.goto('/tasks')
  await page.getByRole('textbox', { name: 'API key' }).fill('mq_nobody')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The key was not accepted.')
  const key = page.getByRole('textbox', { name: 'API key' })
  await expect(key).toHaveValue('mq_nobody')
  await expect(key).toBeFocused()
  await expect(page.getByRole('button', { name: 'Connect anyway' })).toBeHidden()
})

test('a text that cannot be a key is refused before anything is sent', async ({ page }) => {
  await page.goto('/tasks')
  const key = page.getByRole('textbox', { name: 'API key' })
  const connectButton = page.getByRole('button', { name: 'Connect', exact: true })
  await connectButton.click()
  await expect(key).toHaveAccessibleDescription('Enter an API key.')
  await expect(key).toBeFocused()
  await key.fill('clé secrète')
  await connectButton.click()
  await expect(key).toHaveAccessibleDescription(/cannot be sent/)
})

test('an address opened without a key shows the gate there and goes on to it', async ({
  page,
  account,
}) => {
  account.addTasks([{ status: 'failed', errorMsg: 'No face found' }, { status: 'pending' }])
  await connect(page, account.apiKey, '/tasks?status=failed')
  await expect(page).toHaveURL(/\/tasks\?status=failed$/)
  await expect(taskRows(page)).toHaveCount(1)
})

test('the key outlives a reload of its tab, and no other tab has it', async ({
  page,
  context,
  account,
}) => {
  await connect(page, account.apiKey)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible()
  const otherTab = await context.newPage()
  await otherTab.goto('/tasks')
  await expect(otherTab.getByRole('textbox', { name: 'API key' })).toBeVisible()
})

test('signing out leaves nothing of the account in the tab', async ({ page, account }) => {
  const [task] = account.addTasks([{ status: 'pending' }])
  await connect(page, account.apiKey)
  await expect(page.getByText(task?.uuid.slice(0, 8) ?? '')).toBeVisible()
  await signOut(page)

  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('')
  expect(await page.content()).not.toContain(task?.uuid.slice(0, 8))
  expect(
    await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]),
  ).toEqual([
    // When something was last done here.
    'marquee.used-at',
  ])
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible()
})

test('another key takes the place of the first, and none of the first one’s rows stays', async ({
  page,
  account,
  newAccount,
}) => {
  const [mine] = account.addTasks([{ status: 'pending' }])
  const other = newAccount()
  const [theirs] = other.addTasks([{ status: 'failed', errorMsg: 'No face found' }])
  await connect(page, account.apiKey)
  await expect(page.getByText(mine?.uuid.slice(0, 8) ?? '')).toBeVisible()

  const dialog = await replaceKey(page, other.apiKey)

  await expect(page.getByText(theirs?.uuid.slice(0, 8) ?? '')).toBeVisible()
  await expect(page.getByText(mine?.uuid.slice(0, 8) ?? '')).toBeHidden()
  await expect(dialog).toBeHidden()
})

test('a check that was given up never connects', async ({ page, account }) => {
  await connect(page, account.apiKey)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('button', { name: 'Replace key', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the key' })
  await expect(dialog.getByRole('textbox', { name: 'API key' })).toBeFocused()
  // The name that the next key gets is in sight.
  await expect(dialog.getByRole('textbox', { name: 'Account name' })).toHaveValue('Account 1')
  await dialog.getByRole('textbox', { name: 'API key' }).fill('mq_slow')
  const abandoned = page.waitForEvent('requestfailed')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Checking the key…' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await abandoned).failure()?.errorText).toBe('net::ERR_ABORTED')
  const tail = account.apiKey.slice(-4)
  await expect(page.getByRole('button', { name: new RegExp(`••••${tail}$`) })).toBeVisible()
})

test('a key that is typed over while it is checked does not connect', async ({
  page,
  account,
  newAccount,
}) => {
  await page.goto('/tasks')
  const key = page.getByRole('textbox', { name: 'API key' })
  const check = await holdRequests(page, /page_size=1$/)
  await key.fill(newAccount().apiKey)
  await key.press('Enter')
  await check.held
  await key.fill(account.apiKey)
  check.letGo()
  await key.press('Enter')
  const tail = account.apiKey.slice(-4)
  await expect(page.getByRole('button', { name: new RegExp(`••••${tail}$`) })).toBeVisible()
})

test('a name that is typed while the key is checked counts', async ({ page, account }) => {
  const check = await holdRequests(page, /page_size=1$/)
  await page.goto('/tasks')
  await page.getByRole('textbox', { name: 'API key' }).fill(account.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await check.held
  await page.getByRole('textbox', { name: 'Account name' }).fill('Shop')
  check.letGo()
  await expect(page.getByRole('button', { name: /^Account: Shop/ })).toBeVisible()
})

test('a key that takes the place of the one being signed out is kept', async ({
  page,
  account,
  newAccount,
}) => {
  // Signing out waits for what knows of the submissions.
  const code = await holdRequests(page, /\/poster-tasks-.*\.js$/)
  await connect(page, account.apiKey)
  await signOut(page)
  await code.held
  const other = newAccount({ name: 'Other' })
  await page.keyboard.press('Escape')
  await expect(await replaceKey(page, other.apiKey)).toBeHidden()
  const tail = new RegExp(`••••${other.apiKey.slice(-4)}$`)
  await expect(page.getByRole('button', { name: tail })).toBeVisible()
  const arrived = page.waitForResponse(/\/poster-tasks-.*\.js$/)
  code.letGo()
  await (await arrived).finished()
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
  await expect(page.getByRole('button', { name: tail })).toBeVisible()
})

test('what was read out of one account goes with its key', async ({ page, account, store }) => {
  const [one] = account.addTasks([pending, failed])
  await openTasks(page, account.apiKey)
  const liveRegion = page.locator('p.sr-only[role="status"]')
  finish(store, one, true)
  await page.clock.runFor(6 * SECOND)
  await expect(liveRegion).toHaveText('1 task changed: Completed 1.')
  await signOut(page)
  await enterKey(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  await expect(liveRegion).toHaveText('')
})

test('focus is on the heading after connecting and after signing out', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Connect with your API key' })).toBeFocused()
})

test('a service that is away can be connected to anyway', async ({
  page,
  startOwnService,
  expectConsole,
}) => {
  expectConsole(/502/)
  const { service, proxy, apiKey } = await startOwnService()
  await service.kill()
  await page.goto(`${proxy.origin}/tasks`)
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The service could not be reached.')
  await page.getByRole('button', { name: 'Connect anyway' }).click()
  await expect(page.getByRole('heading', { name: 'The tasks could not be loaded' })).toBeVisible()
})

test('an unknown address says so and leads home', async ({ page, account }) => {
  await connect(page, account.apiKey)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your tasks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Video tasks' })).toBeFocused()
})
