import { showMoreOptions } from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

test('a refused key stays in the form, with the reason; an accepted key is removed from the page', async ({
  page,
  account,
  expectConsole,
}) => {
  for (const status of [401, 403, 429, 503]) expectConsole(new RegExp(`status of ${status}`))
  await page.goto('/tasks')
  const key = page.getByRole('textbox', { name: 'API key' })
  const connectButton = page.getByRole('button', { name: 'Connect', exact: true })

  await test.step('before anything is sent', async () => {
    await connectButton.click()
    await expect(key).toHaveAccessibleDescription('Enter an API key.')
    await expect(key).toBeFocused()
    await key.fill('clé secrète')
    await connectButton.click()
    await expect(key).toHaveAccessibleDescription(/cannot be sent/)
  })

  await test.step('a key that the service does not know', async () => {
    await key.fill('mq_nobody')
    await connectButton.click()
    await expect(page.getByRole('alert')).toContainText('The key was not accepted.')
    await expect(key).toHaveValue('mq_nobody')
    await expect(key).toBeFocused()
    await expect(page.getByRole('button', { name: 'Connect anyway' })).toBeHidden()
  })

  for (const [refused, said] of [
    ['mq_forbidden', 'The key is not allowed to do this.'],
    ['mq_rate_limited', 'Too many requests. The service asks for a pause. Try again after'],
    ['mq_down', 'The service has a problem (503).'],
    ['mq_html', 'The answer could not be read.'],
  ] as const) {
    await test.step(refused, async () => {
      await key.fill(refused)
      await expect(page.getByRole('alert')).toBeHidden()
      await connectButton.click()
      await expect(page.getByRole('alert')).toContainText(said)
    })
  }

  // As it stands in a file, a command or a chat: the field says what it does not use, and not the key.
  for (const [pasted, said] of [
    [`export API_KEY='${account.apiKey}'`, 'the text around it'],
    [`{"data":{"key":"${account.apiKey}"}}`, 'the text around it'],
    [`${account.apiKey}\u200b`, 'invisible'],
    [`“${account.apiKey}”，`, 'quotes or punctuation'],
    [`  Bearer ${account.apiKey}\n`, 'the text around it'],
  ] as const) {
    await key.fill(pasted)
    await expect(key).toHaveAccessibleDescription(new RegExp(`Only the key is used.*${said}`))
  }
  await expect(key).toHaveCSS('-webkit-text-security', 'disc')
  await page.getByRole('button', { name: 'Show key' }).click()
  await expect(key).toHaveCSS('-webkit-text-security', 'none')
  await showMoreOptions(page)
  await page.getByRole('textbox', { name: 'Account name' }).fill('Shop')
  await connectButton.click()
  const tail = account.apiKey.slice(-4)
  await expect(page.getByRole('button', { name: `Account: Shop ••••${tail}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  expect(await page.content()).not.toContain(account.apiKey)
  expect(page.url()).not.toContain(account.apiKey)
})

test('a key opens the requested address and survives a reload; no other tab has it', async ({
  page,
  context,
  account,
}) => {
  account.addTasks([{ status: 'failed', errorMsg: 'No face found' }, { status: 'pending' }])
  await connect(page, account.apiKey, '/tasks?status=failed')
  await expect(page).toHaveURL(/\/tasks\?status=failed$/)
  await expect(taskRows(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible()

  // No other tab has it.
  const newcomer = await context.newPage()
  await newcomer.goto('/')
  await expect(newcomer.getByRole('textbox', { name: 'API key' })).toBeVisible()
  await newcomer.getByRole('button', { name: 'Use the demo account' }).click()
  await expect(newcomer.getByRole('heading', { name: 'Video tasks' })).toBeVisible()
  await expect(taskRows(newcomer)).toHaveCount(20)
  await expect(newcomer).toHaveURL(/\/tasks$/)

  await test.step('an unknown address says so and leads home', async () => {
    await newcomer.goto('/nowhere')
    await expect(
      newcomer.getByRole('heading', { name: 'This address does not exist' }),
    ).toBeVisible()
    await newcomer.getByRole('link', { name: 'Go to your tasks' }).click()
    const heading = newcomer.getByRole('heading', { level: 1, name: 'Video tasks' })
    await expect(heading).toBeFocused()
  })
})

test('a key that is replaced or cancelled never connects; a name typed meanwhile is used', async ({
  page,
  account,
  newAccount,
}) => {
  await page.goto('/tasks')
  const key = page.getByRole('textbox', { name: 'API key' })
  const tail = account.apiKey.slice(-4)
  const first = await holdRequests(page, /page_size=1$/)
  await key.fill(newAccount().apiKey)
  await key.press('Enter')
  await first.held
  const second = await holdRequests(page, /page_size=1$/)
  await key.fill(account.apiKey)
  first.letGo()
  await key.press('Enter')
  await second.held
  await showMoreOptions(page)
  await page.getByRole('textbox', { name: 'Account name' }).fill('Shop')
  second.letGo()
  await expect(page.getByRole('button', { name: `Account: Shop ••••${tail}` })).toBeVisible()

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('button', { name: 'Edit account', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit account' })
  await expect(dialog.getByRole('textbox', { name: 'Account name' })).toHaveValue('Shop')
  await dialog.getByRole('textbox', { name: 'API key' }).fill('mq_slow')
  const abandoned = page.waitForEvent('requestfailed')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Checking the key…' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await abandoned).failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(page.getByRole('button', { name: new RegExp(`••••${tail}$`) })).toBeVisible()
})
