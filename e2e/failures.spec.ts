import { expect, test } from './fixtures.ts'
import { connect, taskRows } from './screens.ts'

test('a key that is no longer accepted keeps the screen and asks for another', async ({
  page,
  account,
  newAccount,
  expectConsole,
}) => {
  expectConsole(/401/)
  account.addTasks([{ status: 'pending' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(1)
  account.revokeKey()
  await page.getByRole('button', { name: 'Refresh' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The key was not accepted.')
  await expect(taskRows(page)).toHaveCount(1)
  await alert.getByRole('button', { name: 'Replace key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the key' })
  await dialog.getByRole('textbox', { name: 'API key' }).fill(newAccount().apiKey)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
})

test('a service that goes away leaves the last rows, and is found again when it is back', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  expectConsole(/502/)
  const service = await startOwnHost()
  const proxy = await startOwnHost({ taskApiUrl: `${service.origin}/api` })
  await connect(page, service.demoKey ?? '', `${proxy.origin}/tasks`)
  await expect(taskRows(page)).toHaveCount(20)

  await service.kill()
  await page.getByRole('button', { name: 'Refresh' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The last refresh failed.')
  await expect(taskRows(page)).toHaveCount(20)
  await page.getByRole('radio', { name: 'Failed' }).check()
  await expect(page.getByRole('heading', { name: 'The tasks could not be loaded' })).toBeVisible()

  await startOwnHost({ port: service.port, dataDir: service.dataDir })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(taskRows(page)).toHaveCount(20)
  await expect(page.getByRole('alert')).toBeHidden()
})

for (const [key, said, announced] of [
  ['mq_forbidden', 'The key is not allowed to do this.', /403/],
  ['mq_rate_limited', 'The service asks for a pause: too many requests. Try again after', /429/],
  ['mq_down', 'The service has a problem of its own (503).', /503/],
] as const) {
  test(`the gate says what ${key} meets`, async ({ page, expectConsole }) => {
    expectConsole(announced)
    await page.goto('/tasks')
    await page.getByRole('textbox', { name: 'API key' }).fill(key)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(said)
  })
}

test('a page of HTML in place of a reply is said to be unreadable', async ({ page }) => {
  await page.goto('/tasks')
  await page.getByRole('textbox', { name: 'API key' }).fill('mq_html')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The answer could not be read.')
})
