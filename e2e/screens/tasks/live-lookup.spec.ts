import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import {
  SECOND,
  pending,
  failed,
  completed,
  failLists,
  passTimeUntil,
  watchRequests,
  openTasks,
  staleMark,
} from '#e2e/support/live-screen.ts'
import { expectStatusTitle, taskRows } from '#e2e/support/screens.ts'

test('an open status is looked up among the unfinished tasks, and survives a failed refresh', async ({
  page,
  account,
  expectConsole,
}) => {
  account.addTasks([completed, failed, { status: 'pending' }, { status: 'processing' }])
  const sent = watchRequests(page)
  await openTasks(page, account.apiKey)
  const rows = taskRows(page)
  // What the service has said is filled, what is inferred is outlined; its title says why.
  const expectSource = (row: number, title: string | RegExp) =>
    expectStatusTitle(rows.nth(row), title)
  await expect(rows.nth(0)).toContainText('Processing')
  await expectSource(0, /^Found in the list of Processing tasks, as of \d\d:\d\d/)
  await expectSource(1, /^Found in the list of Pending tasks, as of \d\d:\d\d/)
  await expectSource(2, /^Inferred from its error message/)
  await expectSource(3, 'Inferred from its video; the list does not report a status.')
  const badge = (row: number) => rows.nth(row).locator('.column-status > span')
  await expect(badge(1)).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  await expect(badge(2)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(badge(2)).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  await expect(page.getByText('An outlined status is inferred')).toBeVisible()
  expect(sent.lookups.toSorted()).toEqual([
    'status=pending&page_size=100',
    'status=processing&page_size=100',
  ])
  // The key's check, Completed and Failed: the other totals came with the page and the lookup.
  expect(sent.totals).toBe(3)

  await failLists(page, expectConsole, 503)
  const mark = staleMark(page, 'The service has a problem \\(503\\).')
  await passTimeUntil(page, SECOND, async () => {
    await expect(mark).toContainText(/Next try at/, { timeout: 100 })
  })
  await expectSource(1, /^Found in the list of Pending tasks/)

  await page.getByRole('radio', { name: 'Pending' }).check()
  await expect(rows).toHaveCount(1)
  await expectSource(0, /^From the list of tasks with this status/)
  await expect(page.getByText('An outlined status is inferred')).toBeHidden()
  expect(sent.lookups).toHaveLength(2)
})

test('a lookup is cancelled when another list is chosen, and a failed lookup is silent', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/503/)
  account.addTasks([failed, ...Array.from({ length: 120 }, () => pending)])
  // The first page also has the total of its status, so that one is read to its end.
  const lookup = await holdRequests(page, /page=2&page_size=100/)
  const cancelled = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('page=2&page_size=100'),
  )
  await openTasks(page, account.apiKey, '/tasks?page=6')
  await lookup.held
  await page.getByRole('radio', { name: 'Failed' }).check()
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
  lookup.letGo()
  await expect(taskRows(page)).toHaveCount(1)

  await page.clock.runFor(6 * SECOND)
  await page.route(/page_size=100/, async (route) => route.fulfill({ status: 503, body: '' }))
  const sent = watchRequests(page)
  await page.goBack()
  await expect.poll(() => sent.lookups.length).toBe(1)
  await page.clock.runFor(12 * SECOND)
  await expect(taskRows(page).first()).toContainText('In progress')
  await expect(page.getByRole('alert')).toBeHidden()
  expect(sent.lookups).toHaveLength(1)
})

test('the statuses of another page come with its rows', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 30 }, () => pending))
  await openTasks(page, account.apiKey)
  const found = taskRows(page).filter({ hasText: 'Pending' })
  await expect(found).toHaveCount(20)
  await page.locator('tbody').evaluate((rows) => {
    new MutationObserver(() => {
      if (rows.textContent.includes('In progress'))
        document.documentElement.dataset['seen'] = 'open'
    }).observe(rows, { childList: true, characterData: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(taskRows(page)).toHaveCount(10)
  await expect(found).toHaveCount(10)
  await expect(page.locator('html[data-seen]')).toHaveCount(0)
})
