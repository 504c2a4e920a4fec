import type { Request } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  fillPoster,
  HOST_IS_GONE,
  signOut,
  taskRows,
  waitForAllCode,
} from '#e2e/support/screens.ts'

test('a key that is no longer accepted leaves the screen open and asks for another', async ({
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
  const dialog = page.getByRole('dialog', { name: 'Edit account' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The key was not accepted.')
  await expect(taskRows(page)).toHaveCount(1)
  await alert.getByRole('button', { name: 'Replace key', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'API key' }).fill(newAccount().apiKey)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
})

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

test('all screens still open when the host is unreachable', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  expectConsole(HOST_IS_GONE)
  const host = await startOwnHost()
  await connect(page, host.demoKey ?? '', `${host.origin}/tasks`)
  await waitForAllCode(page)
  await host.kill()
  await page.getByRole('link', { name: 'Posters' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create poster' })).toBeVisible()
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(taskRows(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toContainText('The service could not be reached.')
  // It comes back by itself once the host is there again.
  await startOwnHost({ port: host.port, dataDir: host.dataDir })
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a failed list is retried only if that may help, and the screen sends no extra request', async ({
  page,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/accounts')
  await page.clock.install()
  for (const [behaviour, status, address, sent] of [
    ['forbidden', 403, '/tasks', 1],
    ['rate-limited', 429, '/tasks?status=failed', 1],
    ['down', 503, '/tasks?status=pending', 3],
  ] as const) {
    await test.step(behaviour, async () => {
      expectConsole(new RegExp(`status of ${status}`))
      account.behave(behaviour)
      let requests = 0
      const count = (request: Request) => {
        if (new URL(request.url()).pathname === '/api/plugins/video/tasks') requests += 1
      }
      page.on('request', count)
      await page.goto(address)
      await expect(
        page.getByRole('heading', { name: 'The tasks could not be loaded' }),
      ).toBeVisible()
      await page.clock.runFor(1_000)
      expect(requests).toBe(sent)
      page.off('request', count)
    })
  }
})
