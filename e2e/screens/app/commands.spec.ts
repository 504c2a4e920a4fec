import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { connect, searchField, taskRows } from '#e2e/support/screens.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
const box = (page: Page) => palette(page).getByRole('combobox')

/** Waits until the page listens to its keys. */
async function connectAndWait(page: Page, apiKey: string, address = '/tasks'): Promise<void> {
  await connect(page, apiKey, address)
  await page.getByRole('button', { name: /^Search and commands/ }).waitFor()
  // The list's own commands come with its tools.
  await page.getByRole('button', { name: 'List options' }).waitFor()
}

const many = (count: number) =>
  Array.from({ length: count }, () => ({ status: 'completed' as const }))

test('each command runs by its name; an unknown one says so, and Esc returns the focus', async ({
  page,
  account,
}) => {
  account.addTasks([{ status: 'failed' }, ...many(3)])
  await connectAndWait(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(4)
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.focus()
  await page.keyboard.press('Control+k')
  await box(page).fill('zzz')
  await expect(palette(page).getByRole('status')).toHaveText('No matching commands.')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(refresh).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await box(page).fill('show failed')
  await expect(palette(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(page).toHaveURL('/tasks?status=failed')
  await expect(taskRows(page)).toHaveCount(1)
  // By the pointer, too; and the arrows choose among several.
  await page.getByRole('button', { name: /^Search and commands/ }).click()
  await box(page).fill('go to')
  const chosen = palette(page).getByRole('option', { selected: true })
  await expect(chosen).toContainText('Tasks')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toContainText('Posters')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
})

for (const [key, opens] of [
  ['Control+k', 'Commands'],
  ['e', 'Export tasks'],
] as const) {
  test(`${key}, pressed before the code for it is there, is done as soon as it is`, async ({
    page,
    account,
  }) => {
    account.addTasks(many(1))
    await connect(page, account.apiKey)
    // What the page names itself comes first; all other code is held.
    const named = await (await page.request.get('/')).text()
    const later = await holdRequests(page, (url) => {
      return url.pathname.endsWith('.js') && !named.includes(url.pathname)
    })
    await page.reload()
    await expect(taskRows(page)).toHaveCount(1)
    await later.held
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    later.letGo()
    await expect(page.getByRole('dialog', { name: opens })).toBeVisible()
  })
}

test('commands opened before the rows load get the commands of the list, and keep the chosen one', async ({
  page,
  account,
}) => {
  account.addTasks(many(3))
  await connectAndWait(page, account.apiKey)
  const rows = await holdRequests(page, /video\/tasks$/)
  await page.reload()
  await page.getByRole('button', { name: /^Search and commands/ }).click()
  await rows.held
  const options = palette(page).getByRole('option')
  const chosen = palette(page).getByRole('option', { selected: true })
  await expect(options.first()).toContainText('Search all tasks')
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toContainText('Keyboard shortcuts')
  const ofRows = options.filter({ hasText: 'Select' })
  await expect(ofRows).toHaveCount(0)
  rows.letGo()
  await expect(ofRows).not.toHaveCount(0)
  await expect(chosen).toContainText('Keyboard shortcuts')
  await box(page).fill('select all')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(4)
})

test('single keys find, refresh and navigate, until they are switched off', async ({
  page,
  account,
}) => {
  account.addTasks(many(45))
  await connectAndWait(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/tasks?page=2')
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await page.keyboard.press('p')
  await expect(page).toHaveURL('/tasks')
  await page.keyboard.press('j')
  await expect(taskRows(page).nth(0).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(taskRows(page).nth(1).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('k')
  await expect(taskRows(page).nth(0).getByRole('link').first()).toBeFocused()
  const read = page.waitForRequest(/plugins\/video\/tasks/)
  await page.keyboard.press('r')
  await read
  await page.keyboard.press('/')
  const field = searchField(page)
  await expect(field).toBeFocused()
  // In a field they are letters.
  await page.keyboard.type('gp')
  await expect(field).toHaveValue('gp')
  await page.getByRole('button', { name: 'Refresh' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL('/posters')

  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL('/tasks')
  await expect(taskRows(page)).toHaveCount(20)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Next page')).toBeVisible()
  await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: /^Search and commands/ }).waitFor()
  await expect(taskRows(page)).toHaveCount(20)
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await expect(page).toHaveURL('/tasks')
})
