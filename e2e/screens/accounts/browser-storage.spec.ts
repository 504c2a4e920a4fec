import type { Page } from '@playwright/test'

import {
  connectAs,
  openAccounts,
  storedText,
  showMoreOptions,
} from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, openAccountMenu, taskRows } from '#e2e/support/screens.ts'
import { send, submissions } from '#e2e/support/submission-log.ts'

test('forgetting everything empties all storage in every tab, also in a tab on another site', async ({
  page,
  context,
  newAccount,
}) => {
  const [first, second, third] = [newAccount(), newAccount(), newAccount()]
  const away = await context.newPage()
  await connectAs(away, 'Mill', third.apiKey)
  await away.goto('about:blank')

  await page.goto('/tasks')
  await page.getByRole('textbox', { name: 'API key' }).fill(first.apiKey)
  await showMoreOptions(page)
  await page.getByRole('radio', { name: /^On this device/ }).check()
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await send(page, images.portrait, 'firework')
  await expect(submissions(page)).toContainText('Created')

  const other = await context.newPage()
  await other.goto('/posters')
  await other.getByText('Connect with another key').click()
  await other.getByRole('textbox', { name: 'API key' }).fill(second.apiKey)
  await other.getByRole('button', { name: 'Connect', exact: true }).click()
  await other.getByRole('textbox', { name: 'Image URL' }).fill(images.portrait)

  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Forget everything here' }).click()
  const question = page.getByRole('dialog', { name: 'Forget everything here?' })
  await question.getByRole('button', { name: 'Forget everything' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Connect with your API key' })).toBeVisible()
    await expect
      .poll(() =>
        tab.evaluate(async () => ({
          session: Object.keys(sessionStorage),
          local: Object.keys(localStorage),
          databases: await indexedDB.databases(),
          caches: await caches.keys(),
          workers: (await navigator.serviceWorker.getRegistrations()).length,
          cookies: document.cookie,
        })),
      )
      .toEqual({
        session: [],
        local: [],
        databases: [],
        caches: [],
        workers: 0,
        cookies: '',
      })
  }
  const done = page.getByText('Everything is forgotten')
  await expect(done).toBeVisible()
  // A tab that was on another site returns without a key.
  await away.goBack()
  await expect(away.getByRole('textbox', { name: 'API key' })).toBeVisible()
  expect(await storedText(away)).not.toContain(third.apiKey)
  // Connecting again starts from nothing.
  await page.getByRole('textbox', { name: 'API key' }).fill(first.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible()
  await expect(done).toBeHidden()
})

test('a browser that refuses storage works in memory, and says so once, and of each choice', async ({
  page,
  account,
}) => {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    }
  })
  account.addTasks([{ status: 'pending' }])
  await connect(page, account.apiKey)
  const note = page.getByText('This browser does not let the tab keep your key')
  await expect(taskRows(page)).toHaveCount(1)
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(note).toBeHidden()
  await openAccounts(page)
  await expect(note).toBeHidden()
  await expect(page.getByText('Kept until you reload this page')).toBeVisible()

  const sentence = 'This browser does not keep this change'
  const unkept = page.getByRole('status').filter({ hasText: sentence })
  async function expectSaid() {
    await expect(unkept).toBeVisible()
    await unkept.getByRole('button', { name: 'Close' }).click()
    await expect(unkept).toBeHidden()
  }
  await test.step('the time to a lock', async () => {
    await page.getByRole('combobox', { name: 'Lock' }).selectOption('15')
    await expectSaid()
  })
  await test.step('the theme, in the menu', async () => {
    await openAccountMenu(page)
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect(unkept).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expectSaid()
  })
  await test.step('the limit of points', async () => {
    await page.getByRole('link', { name: 'Posters', exact: true }).click()
    await page.getByText('Points limit').click()
    await page.getByRole('textbox', { name: 'Stop below this many points' }).fill('500')
    await expectSaid()
  })
  await test.step('auto-refresh and a column, in the dialog', async () => {
    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    await page.getByRole('switch', { name: 'Auto-refresh' }).click()
    await expectSaid()
    await page.getByRole('button', { name: 'List options' }).click()
    const dialog = page.getByRole('dialog', { name: 'List options' })
    await dialog.getByRole('checkbox', { name: 'Price' }).uncheck()
    await expect(dialog).toContainText(sentence)
  })
})

/** Makes the browser promise nothing. @returns how often it was asked */
async function answerAsking(page: Page) {
  await page.addInitScript(() => {
    let asked = 0
    const { prototype } = StorageManager
    prototype.persist = () => {
      asked += 1
      return Promise.resolve(false)
    }
    prototype.persisted = () => Promise.resolve(false)
    Object.defineProperty(globalThis, 'timesAsked', { get: () => asked })
  })
  return () => page.evaluate(() => Number(Reflect.get(globalThis, 'timesAsked')))
}

test('a browser that may delete what is kept on this device is asked once, and the texts say so', async ({
  page,
  account,
}) => {
  const timesAsked = await answerAsking(page)
  await page.goto('/accounts')
  await showMoreOptions(page)
  const onDevice = page.getByRole('radio', { name: /^On this device/ })
  await expect(onDevice).toHaveAccessibleDescription(/The browser may delete what is kept here/)
  await page.getByRole('textbox', { name: 'API key' }).fill(account.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Keep on this device: Account 1' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The browser may delete what is kept here')
  // What lasts no longer than the tab is nothing to ask for.
  expect(await timesAsked()).toBe(0)
  await dialog.getByRole('textbox', { name: 'Passphrase' }).fill('too short')
  await dialog.getByRole('button', { name: 'Keep on this device' }).click()
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/at least 12/)
  expect(await timesAsked()).toBe(0)
  await dialog.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse battery')
  await dialog.getByRole('button', { name: 'Keep on this device' }).click()
  await expect(page.getByRole('listitem')).toContainText(/on this device.*may delete it/)
  await expect(page.getByRole('main')).toContainText('may delete what is kept here')
  await openAccountMenu(page)
  await expect(page.getByRole('banner')).toContainText('the browser may delete it')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await send(page, images.portrait, 'firework')
  await expect(submissions(page)).toContainText('Created')
  await expect(page.getByRole('main')).toContainText('The browser may delete this list')
  expect(await timesAsked()).toBe(1)
})
