import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, fillPoster, signOut, taskRows } from '#e2e/support/screens.ts'

test('during an outage the rows stay and a key can be saved; afterwards the app recovers', async ({
  page,
  startOwnHost,
  startOwnService,
  expectConsole,
}) => {
  expectConsole(/502/)
  const { service, proxy, apiKey } = await startOwnService()
  await connect(page, apiKey, `${proxy.origin}/tasks`)
  await expect(taskRows(page)).toHaveCount(20)

  await service.kill()
  await page.getByRole('button', { name: 'Refresh' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The last refresh failed.')
  const [, requestId = 'none'] = /Request ID: (\w+)/.exec(await alert.innerText()) ?? []
  expect(proxy.log()).toContain(`"id":"${requestId}"`)
  await expect(taskRows(page)).toHaveCount(20)
  await page.getByRole('radio', { name: 'Failed' }).check()
  const notLoaded = page.getByRole('heading', { name: 'The tasks could not be loaded' })
  await expect(notLoaded).toBeVisible()

  await signOut(page)
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(alert).toContainText('The service could not be reached.')
  await page.getByRole('button', { name: 'Connect anyway' }).click()
  await expect(notLoaded).toBeVisible()

  const again = await startOwnHost({ port: service.port, dataDir: service.dataDir })
  expect(again.demoKey).toBe(apiKey)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(taskRows(page)).toHaveCount(20)
  await expect(alert).toBeHidden()
  expect(proxy.log()).not.toContain(apiKey)
})

test('a screen that crashes says so, and typed text is there after a reload', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/planted/)
  account.addTasks([{ status: 'pending' }])
  await connect(page, account.apiKey, '/posters')
  await fillPoster(page, images.portrait, 'firework')
  await page.evaluate(() => {
    // What the table needs and the form does not.
    HTMLTableElement.prototype.setAttribute = () => {
      throw new Error('planted')
    }
  })
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Something went wrong on this page')
  await alert.getByRole('button', { name: 'Reload page' }).click()
  await expect(taskRows(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Posters' }).click()
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(images.portrait)
  await expect(page.getByRole('radio', { name: 'firework' })).toBeChecked()
})
