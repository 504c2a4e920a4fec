import { addAccount, header } from '#e2e/support/account-screens.ts'
import { copyTab } from '#e2e/support/connected-tab.ts'
import { CODE, openEarly, watchLists } from '#e2e/support/early-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { HOST_MARK_HEADER } from '#contract/host-error-code.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

test('the list is requested before the code of the app is there, and not a second time', async ({
  page,
  account,
}) => {
  account.addTasks([{ status: 'completed' }, { status: 'failed', errorMsg: 'No face found.' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  const sent = watchLists(page)
  const code = await openEarly(page, '/tasks?status=failed')
  await expect.poll(() => sent).toEqual(['?status=failed'])
  code.letGo()
  await expect(taskRows(page)).toHaveCount(1)
  await expect(page.getByText(/^Updated/)).toBeVisible()
  expect(sent).toEqual(['?status=failed'])
})

test('a refused key is left to the app, which says so and offers to replace it', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/401/)
  account.addTasks([{ status: 'completed' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(1)
  await page.route(/\/api\/plugins\/video\/tasks/, (route) =>
    route.fulfill({
      status: 401,
      headers: { [HOST_MARK_HEADER]: '1' },
      json: { code: 401, message: 'no such key', data: null },
    }),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The tasks could not be loaded')
  await expect(page.getByRole('button', { name: 'Replace key' })).toBeVisible()
  await expect(taskRows(page)).toHaveCount(0)
})

test('an account that is chosen while the early reply is on its way gets its own rows', async ({
  page,
  account,
  newAccount,
}) => {
  const other = newAccount()
  account.addTasks([{ status: 'failed', errorMsg: 'A reason of the first account.' }])
  other.addTasks([{ status: 'completed' }, { status: 'completed' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(1)
  const ofFirst = await copyTab(page)
  await addAccount(page, 'Other', other.apiKey)
  await page.goto('/tasks')
  await expect(taskRows(page)).toHaveCount(2)
  // The list is requested with the key of the other account. Before the app starts, the tab is again that of the first one.
  const lists = await holdRequests(page, /\/api\/plugins\/video\/tasks$/)
  const code = await holdRequests(page, CODE)
  await page.reload({ waitUntil: 'commit' })
  await lists.held
  await page.evaluate((entries) => {
    for (const [name, text] of entries) sessionStorage.setItem(name, text)
  }, ofFirst.session)
  code.letGo()
  await header(page, 'Account').waitFor()
  lists.letGo()
  await expect(taskRows(page)).toHaveCount(1)
  await expect(page.getByText('A reason of the first account.')).toBeVisible()
})

test('before the app is there, rows stay at a press, and dim if the next ones are late', async ({
  page,
  account,
}) => {
  account.addTasks([
    ...Array.from({ length: 22 }, () => ({ status: 'completed' as const })),
    { status: 'failed', errorMsg: 'No face found.' },
  ])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  const code = await openEarly(page, '/tasks')
  await expect(taskRows(page)).toHaveCount(20)
  const first = await taskRows(page).first().elementHandle()
  const later = await holdRequests(page, /[?&]status=/)
  await page.getByRole('radio', { name: 'Failed' }).click()
  const table = page.getByRole('table', { name: 'Video tasks' })
  await expect(table).toHaveCSS('opacity', '0.55')
  expect(await first.evaluate((row) => row.isConnected)).toBe(true)
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveAttribute(
    'href',
    '/tasks?status=failed&page=2',
  )
  later.letGo()
  await expect(taskRows(page)).toHaveCount(1)
  await expect(table).toHaveCSS('opacity', '1')
  code.letGo()
})
