import type { Page } from '@playwright/test'

import { addAccount, connectAs, switchTo } from '#e2e/support/account-screens.ts'
import { axeFindings } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { details } from '#e2e/support/details-screen.ts'
import { connect, search, signOut, taskRows } from '#e2e/support/screens.ts'

const MINUTE = 60_000
const STANDARD = ['Failed today', 'Late', 'Longest']

const beside = (page: Page) => page.getByRole('list', { name: 'Views' }).getByRole('link')
const button = (page: Page) => page.getByRole('button', { name: 'Views', exact: true })
const menu = (page: Page) => page.locator('[popover]:popover-open')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function openTask(page: Page, task: 'Save view' | 'Edit views'): Promise<void> {
  await button(page).click()
  await menu(page).getByRole('button', { name: task }).click()
}

/** Saves the list on screen from the keyboard. */
async function saveView(page: Page, name: string): Promise<void> {
  await openTask(page, 'Save view')
  await expect(dialog(page, 'Save view').getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

test('three views come along: links that find what they say, with Back, in another tab and as commands', async ({
  page,
  context,
  account,
}) => {
  const now = Date.now()
  account.addTasks([
    ...[1, 2, 3, 10, 7].map((minutes) => ({
      status: 'completed' as const,
      createdAt: now - 20 * MINUTE,
      completedAt: now - (20 - minutes) * MINUTE,
    })),
    { status: 'pending', createdAt: now - 11 * MINUTE },
    { status: 'pending', createdAt: now - 9 * MINUTE },
    { status: 'failed', errorMsg: 'No face found' },
  ])
  await connect(page, account.apiKey)
  await expect(beside(page)).toHaveText(STANDARD)
  await expect(page.locator('a[aria-current=page]', { hasText: 'Failed' })).toHaveCount(0)
  await beside(page).getByText('Failed today').click()
  await expect(page).toHaveURL('/tasks?status=failed&q=today')
  await expect(taskRows(page)).toHaveCount(1)
  await expect(beside(page).and(page.locator('[aria-current=page]'))).toHaveText('Failed today')
  await beside(page).getByText('Late').click()
  await expect(taskRows(page)).toHaveCount(1)
  await expect(taskRows(page)).toContainText(/11 min. agoLate/)
  await page.getByRole('button', { name: 'Show as gallery' }).click()
  await expect(page.getByRole('list', { name: 'Video tasks' })).toContainText(
    'PendingLate11 min. ago',
  )
  await page.getByRole('button', { name: 'Show as table' }).click()
  await taskRows(page).click()
  await expect(details(page)).toContainText(/11m \d+s so far · longer than 95% of your tasks/)
  await page.goBack()
  await page.goBack()
  await expect(taskRows(page)).toContainText('No face found')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('longest')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tasks?sort=-elapsed')
  await expect(taskRows(page).first()).toContainText('10m')
  // An open task changes nothing about the list.
  await taskRows(page)
    .first()
    .getByRole('link', { name: /^Details/ })
    .click()
  await expect(beside(page).and(page.locator('[aria-current=page]'))).toHaveText('Longest')

  const opened = context.waitForEvent('page')
  await beside(page)
    .getByText('Failed today')
    .click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab).toHaveURL('/tasks?status=failed&q=today')
  await expect(page).toHaveURL(/sort=-elapsed/)
})

test('a list is saved under a name, replaced, renamed, ordered and removed; other tabs see it, other accounts do not', async ({
  page,
  context,
  account,
  newAccount,
}) => {
  const other = newAccount()
  account.addTasks(Array.from({ length: 12 }, () => ({ status: 'failed' as const })))
  await connectAs(page, 'Shop', account.apiKey, '/tasks?status=failed&page_size=10&page=2')
  await expect(taskRows(page)).toHaveCount(2)
  await saveView(page, ' ')
  const save = dialog(page, 'Save view')
  await expect(save.getByText('Enter a name of at most 60 characters.')).toBeVisible()
  await page.keyboard.type('Failed  pages')
  await page.keyboard.press('Enter')
  await expect(save).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: '“Failed pages” saved' })).toBeAttached()
  await expect(beside(page)).toHaveText(['Failed today', 'Late', 'Failed pages'])
  await beside(page).getByText('Failed pages').click()
  await expect(page).toHaveURL('/tasks?status=failed&page_size=10')
  await expect(taskRows(page)).toHaveCount(10)

  await search(page, 'dark')
  await expect(beside(page).and(page.locator('[aria-current=page]'))).toHaveCount(0)
  await openTask(page, 'Save view')
  await page.keyboard.type('FAILED PAGES')
  await expect(save.getByText('A view with this name exists. Saving replaces it.')).toBeVisible()
  await save.getByRole('button', { name: 'Replace view' }).click()
  await expect(beside(page).and(page.locator('[aria-current=page]'))).toHaveText('FAILED PAGES')

  await openTask(page, 'Edit views')
  const views = dialog(page, 'Views')
  await expect(views.getByRole('listitem')).toHaveText([...STANDARD, 'FAILED PAGES'])
  expect(await axeFindings(page, 'all')).toEqual([])
  const up = views.getByRole('button', { name: 'Move FAILED PAGES up' })
  await up.focus()
  for (const _ of STANDARD) await page.keyboard.press('Enter')
  await expect(up).toBeFocused()
  await expect(views.getByRole('status')).toHaveText('“FAILED PAGES” is now number 1 of 4.')
  await views.getByRole('button', { name: 'Rename Longest' }).press('Enter')
  const name = views.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill('failed today')
  await page.keyboard.press('Enter')
  await expect(views.getByText('Another view has this name.')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Slow')
  await page.keyboard.press('Enter')
  await expect(views.getByRole('heading', { name: 'Views' })).toBeFocused()
  await views.getByRole('button', { name: 'Remove Late' }).press('Enter')
  await expect(views.getByRole('status')).toHaveText('“Late” removed.')
  await page.keyboard.press('Escape')
  const left = ['FAILED PAGES', 'Failed today', 'Slow']
  await expect(beside(page)).toHaveText(left)
  await page.reload()
  await expect(beside(page)).toHaveText(left)

  await addAccount(page, 'Mill', other.apiKey)
  await expect(beside(page)).toHaveText(STANDARD)
  await switchTo(page, 'Shop')
  await expect(beside(page)).toHaveText(left)
  // A tab that a page opens with an opener has its accounts.
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open('/tasks'))
  const tab = await opened
  await expect(beside(tab)).toHaveText(left)
  await openTask(page, 'Edit views')
  for (const one of left) await views.getByRole('button', { name: `Remove ${one}` }).click()
  await expect(beside(tab)).toHaveCount(0)
  await views.getByRole('button', { name: 'Restore standard views' }).click()
  await expect(views.getByRole('button', { name: 'Restore standard views' })).toBeHidden()
  await expect(beside(tab)).toHaveText(STANDARD)

  await page.keyboard.press('Escape')
  await saveView(page, 'Secret of Shop')
  const stored = async () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(await stored()).toContain('Secret of Shop')
  await signOut(page)
  await expect.poll(stored).not.toContain('Secret of Shop')
})
