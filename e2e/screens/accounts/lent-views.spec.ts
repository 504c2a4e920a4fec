import type { Browser, Page } from '@playwright/test'

import { addAccount, header } from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { connect, openAccountMenu, taskRows } from '#e2e/support/screens.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Let someone look' })

/** Makes the link in the open dialog. */
async function makeLink(page: Page, note = ''): Promise<string> {
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill(note)
  await dialog(page).getByRole('button', { name: 'Make the link' }).click()
  await expect(dialog(page)).toContainText('The link works until')
  return dialog(page).getByRole('textbox', { name: 'Link' }).inputValue()
}

async function openFromMenu(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Let someone look…' }).click()
}

/** Another person, with another browser. */
async function visit(browser: Browser, link: string, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(link)
  return page
}

test('a list is lent, looked at read-only, and ended while somebody looks', async ({
  page,
  account,
  browser,
  baseURL,
}) => {
  account.addTasks([{ status: 'failed', errorMsg: 'No face found' }, { status: 'pending' }])
  await connect(page, account.apiKey)
  await openFromMenu(page)
  const link = await makeLink(page, 'ticket 4711')
  await expect(dialog(page)).toContainText('not opened yet')

  const viewer = await visit(browser, link, baseURL)
  await expect(viewer).toHaveURL('/tasks')
  await expect(taskRows(viewer)).toHaveCount(2)
  await expect(
    viewer.getByText(/^Lent by Account 1 until .* · read-only · ticket 4711$/),
  ).toBeVisible()
  await viewer.reload()
  await expect(taskRows(viewer)).toHaveCount(2)
  // The link is not in the history, and nothing of it in what tabs share.
  await viewer.goBack()
  await expect(viewer).toHaveURL('about:blank')
  await viewer.goForward()
  const secret = link.split('#')[1] ?? ''
  expect(await viewer.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(
    secret,
  )
  await viewer.goto('/posters')
  await expect(viewer.getByRole('button', { name: 'Create poster' })).toHaveCount(0)
  await openAccountMenu(viewer)
  await expect(viewer.getByRole('button', { name: 'Let someone look…' })).toHaveCount(0)
  await expect(viewer.getByRole('button', { name: 'Edit account' })).toHaveCount(0)
  await viewer.keyboard.press('Escape')

  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await openFromMenu(page)
  await expect(dialog(page)).toContainText('opened once')
  await dialog(page).getByRole('button', { name: 'End now: ticket 4711' }).click()
  await expect(dialog(page).getByText('Lent now')).toBeHidden()
  await viewer.goto('/tasks')
  await expect(viewer.getByRole('alert')).toHaveText('Who lent this view has ended it.')
  await expect(taskRows(viewer)).toHaveCount(0)
  await viewer.getByRole('button', { name: 'Leave' }).click()
  await expect(viewer.getByRole('textbox', { name: 'API key' })).toBeVisible()
  await viewer.context().close()
})

test('selected tasks are lent; the link arrives through a mail gate, beside an account', async ({
  page,
  account,
  newAccount,
  browser,
  baseURL,
}) => {
  const other = newAccount()
  other.addTasks([{ status: 'failed', errorMsg: 'Of the viewer' }])
  account.addTasks([
    { status: 'failed', errorMsg: 'Not lent' },
    { status: 'failed', errorMsg: 'Lent, too' },
    { status: 'failed', errorMsg: 'Lent' },
  ])
  await connect(page, account.apiKey)
  for (const row of [0, 1]) await taskRows(page).nth(row).getByRole('checkbox').check()
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Let someone look…' })
    .click()
  await expect(dialog(page).getByRole('radio', { name: '2 tasks' })).toBeChecked()
  const link = await makeLink(page)

  const viewer = await visit(browser, '/tasks', baseURL)
  await connect(viewer, other.apiKey)
  await viewer.goto(`${link.replace('#', '%23')}&utm_source=mail`)
  await expect(taskRows(viewer)).toHaveCount(2)
  await expect(taskRows(viewer).first()).toContainText('Lent')
  await expect(viewer.getByText('Not lent')).toHaveCount(0)
  await expect(viewer.getByRole('radio', { name: /^All/ })).toHaveAccessibleName(/All 2/)
  await expect(header(viewer, 'Account 1 \\(lent\\)')).toBeVisible()
  // The palette finds both accounts.
  for (const [typed, shown] of [
    ['account 1', 'Of the viewer'],
    ['lent', 'Lent'],
  ] as const) {
    await viewer.keyboard.press('Control+k')
    await viewer.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill(typed)
    await viewer.keyboard.press('Enter')
    await expect(taskRows(viewer).first()).toContainText(shown)
  }
  await viewer.context().close()
})

test('signing out asks whether the views end, too; a link that is cut off says so', async ({
  page,
  account,
  newAccount,
  expectConsole,
}) => {
  expectConsole(/410 \(Gone\)/)
  await connect(page, account.apiKey)
  await openFromMenu(page)
  const link = await makeLink(page)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await addAccount(page, 'Second', newAccount().apiKey)
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Sign out of Account 1' }).click()
  const question = page.getByRole('dialog')
  await expect(
    question.getByRole('checkbox', { name: 'End the view that is lent, too' }),
  ).toBeChecked()
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('Who lent this view has ended it.')
  await page.goto('/tasks')
  await page.goto(link.slice(0, -3))
  await expect(page.getByRole('alert')).toContainText('It may be cut off')
})
