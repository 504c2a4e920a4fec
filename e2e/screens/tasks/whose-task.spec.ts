import type { Page } from '@playwright/test'

import { addAccount, connectAs, header } from '#e2e/support/account-screens.ts'
import { axeFindings } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { search, taskRows } from '#e2e/support/screens.ts'

const many = (count: number) =>
  Array.from({ length: count }, () => ({ status: 'completed' as const }))
const look = (page: Page) => page.getByRole('button', { name: 'Look in your other accounts' })
const others = (page: Page) => page.getByRole('region', { name: 'Other accounts' })
const account = (page: Page, name: string) =>
  others(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })

test('an ID that this account does not have is found in another one, and opened there', async ({
  page,
  newAccount,
}) => {
  const [shop, mill, farm] = [newAccount(), newAccount(), newAccount()]
  shop.addTasks(many(2))
  mill.addTasks(many(3))
  const [task] = farm.addTasks(many(130))
  if (task === undefined) throw new Error('there is no task')
  await connectAs(page, 'Mill', mill.apiKey)
  await addAccount(page, 'Farm', farm.apiKey)
  await addAccount(page, 'Shop', shop.apiKey)
  await search(page, 'no such words')
  await expect(page.getByRole('heading', { name: 'No task matches' })).toBeVisible()
  await expect(look(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await search(page, `Why did ${task.uuid} fail?`)
  await look(page).waitFor()
  const keys: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) keys.push(request.headers()['authorization'] ?? '')
  })
  const pages = await holdRequests(page, /page=2/)
  await look(page).press('Enter')
  await pages.held
  await expect(others(page)).toBeFocused()
  await expect(others(page).getByRole('status').first()).toHaveText('Reading Farm, account 2 of 2.')
  await expect(account(page, 'Mill')).toContainText('All 3 tasks, read at')
  await expect(account(page, 'Farm')).toContainText('Reading: 100 of 130 tasks so far.')
  expect(await axeFindings(page, 'all')).toEqual([])
  await account(page, 'Farm').getByRole('button', { name: 'Cancel' }).click()
  await expect(account(page, 'Farm')).toContainText('stopped before the end')
  await expect(others(page)).not.toContainText('None of these accounts')
  pages.letGo()
  // Nothing of this account was read again, and each list only with its key.
  const bearer = (one: { apiKey: string }) => `Bearer ${one.apiKey}`
  expect(keys).not.toContain(bearer(shop))
  expect(new Set(keys)).toEqual(new Set([bearer(mill), bearer(farm)]))

  await page.reload()
  await look(page).click()
  await expect(others(page).getByRole('status').first()).toHaveText(
    'Found in Farm. To open it, Marquee switches to that account.',
  )
  await account(page, 'Farm').getByRole('button', { name: 'Open in Farm' }).click()
  await expect(header(page, 'Farm')).toBeVisible()
  const details = page.getByRole('dialog', { name: 'Task details' })
  await expect(details).toContainText(task.uuid)
  await expect(taskRows(page)).toHaveCount(1)
  expect(new URL(page.url()).searchParams.get('task')).toBe(task.uuid)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(header(page, 'Farm')).toBeVisible()
  await expect(taskRows(page)).toHaveCount(1)
})
