import { TASK_STATUS } from '#contract/video-tasks.ts'
import { createAccount } from '#local-api/accounts.ts'
import { openStore } from '#local-api/store.ts'

import { fillAccount } from '#e2e/support/filled-account.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { connect, search, taskRows } from '#e2e/support/screens.ts'

/** The bounds of a search: an account whose list takes ten thousand requests. */

test('a million tasks: how many requests they take is said first; meanwhile and afterwards, what was read is searched @release', async ({
  page,
  startOwnHost,
}) => {
  // To write a million tasks alone takes most of a minute.
  test.setTimeout(600_000)
  const host = await startOwnHost()
  const store = openStore(host.dataDir)
  const { id, apiKey } = createAccount(store, { points: 0 })
  fillAccount(store, id, 1_000_000)
  store.close()
  const pages: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('page_size=100')) pages.push(request.url())
  })

  await connect(page, apiKey, `${host.origin}/tasks?q=finished`)
  await expect(
    page.getByText('To read all 1,000,000 tasks, Marquee sends 10,000 requests.'),
  ).toBeVisible()
  // A tenth of the hundred tasks of one request.
  await expect(taskRows(page)).not.toHaveCount(0)
  expect(pages).toHaveLength(1)

  await page.getByRole('button', { name: 'Read the rest' }).click()
  await expect(page.getByText(/^Reading: [1-9],\d00 of 1,000,000 tasks so far\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await search(page, 'face')
  await expect(page.getByRole('button', { name: 'Edit contains: face' })).toBeVisible()
  await expect(taskRows(page)).toHaveCount(20)

  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^\d+,\d00 tasks; some may be missing\./)).toBeVisible()
  const { length } = pages
  expect(length).toBeLessThan(10_000)
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-price/)
  await expect(taskRows(page)).toHaveCount(20)
  expect(pages).toHaveLength(length)
})

test('results come while a list is read, however fast it is read', async ({ page, account }) => {
  const rows = account.addTasks(Array.from({ length: 20 }, () => ({ status: 'failed' as const })))
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(rows.length)
  let replies = 0
  await page.route(/page_size=100/, async (route) => {
    const list = Array.from({ length: 100 }, (_, index) => ({
      uuid: `${replies}-${index}`,
      status: TASK_STATUS.failed,
    }))
    replies += 1
    await route.fulfill({ json: { code: 200, data: { list, total: 1_000_000 } } })
  })
  await search(page, 'finished')
  await page.getByRole('button', { name: 'Read the rest' }).click()
  const found = page.getByRole('navigation', { name: 'Pagination' }).getByRole('status')
  await expect(found).toContainText(/· [1-9],\d00 so far, of about 1,000,000 tasks$/)
  await expect(page.getByText(/^Reading: [\d,]+ of 1,000,000 tasks so far\.$/)).toBeVisible()
})
