import { expect, test } from '#e2e/support/fixtures.ts'
import { finish } from '#e2e/support/finish-tasks.ts'
import { SECOND, MINUTE, pending, watchRequests, openTasks } from '#e2e/support/live-screen.ts'
import { taskRows } from '#e2e/support/screens.ts'
import { updateTaskState } from '#local-api/lifecycle.ts'

test('totals are read again only after changes; a newer list sets the total of its own filter', async ({
  page,
  account,
  store,
}) => {
  const [one, two] = account.addTasks([pending, pending])
  await openTasks(page, account.apiKey)
  await expect(page.getByRole('radio', { name: 'Pending 2' })).toBeVisible()
  const sent = watchRequests(page)
  await page.clock.runFor(6 * SECOND)
  await expect.poll(() => sent.lists).toBeGreaterThanOrEqual(1)
  await page.clock.runFor(6 * SECOND)
  await expect.poll(() => sent.lists).toBeGreaterThanOrEqual(2)
  expect(sent.totals).toBe(0)
  finish(store, one, true)
  await page.clock.runFor(6 * SECOND)
  await expect(page.getByRole('radio', { name: 'Completed 1' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Pending 1' })).toBeVisible()

  const asked = sent.totals
  finish(store, two, true)
  await page.getByRole('radio', { name: 'Pending' }).check()
  await expect(page.getByRole('heading', { name: 'No tasks match this filter' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Pending 0' })).toBeVisible()
  expect(sent.totals).toBe(asked)
  // The others follow.
  await page.clock.runFor(35 * SECOND)
  await expect(page.getByRole('radio', { name: 'Completed 2' })).toBeVisible()
})

test('totals that arrived are shown, and a failed total is not requested before its retry time', async ({
  page,
  account,
  store,
  expectConsole,
}) => {
  expectConsole(/429/)
  const [one] = account.addTasks([pending, pending])
  await openTasks(page, account.apiKey)
  await expect(page.getByRole('radio', { name: 'Pending 2' })).toBeVisible()
  const headers = { 'retry-after': '120' }
  await page.route(/status=failed&page_size=1$/, async (route) =>
    route.fulfill({ status: 429, headers, body: '' }),
  )
  const sent = watchRequests(page)
  finish(store, one, true)
  await page.clock.runFor(20 * SECOND)
  await expect(page.getByRole('radio', { name: 'Completed 1' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Pending 1' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Failed 0' })).toBeVisible()
  // The other two come with the first pages of the lookup.
  expect(sent.totals).toBe(2)
  account.addTasks([pending])
  await page.clock.runFor(MINUTE)
  await expect(taskRows(page)).toHaveCount(3)
  expect(sent.totals).toBe(2)
  await page.clock.runFor(MINUTE + 10 * SECOND)
  await expect.poll(() => sent.totals).toBe(4)
})

test('totals are requested at most every 15 s, even if the list changes more often', async ({
  page,
  account,
}) => {
  account.addTasks([pending])
  await openTasks(page, account.apiKey)
  await expect(page.getByRole('radio', { name: 'Pending 1' })).toBeVisible()
  const sent = watchRequests(page)
  for (let count = 2; count <= 9; count += 1) {
    account.addTasks([pending])
    await page.clock.runFor(6 * SECOND)
    await expect(taskRows(page)).toHaveCount(count)
  }
  // Two totals each time, in some 50 seconds: the page has its own, and two come with the lookup.
  await expect.poll(() => sent.totals).toBeGreaterThanOrEqual(4)
  expect(sent.totals).toBeLessThanOrEqual(8)
  expect(sent.totals % 2).toBe(0)
})

test('a task that changes with every reply is looked up only every 30 s', async ({
  page,
  account,
  store,
}) => {
  const [one] = account.addTasks([{ status: 'processing' }, pending])
  await openTasks(page, account.apiKey)
  await expect(taskRows(page).filter({ hasText: 'Processing' })).toBeVisible()
  const sent = watchRequests(page)
  let at = Date.now()
  for (let step = 1; step <= 10; step += 1) {
    at += 60 * SECOND
    updateTaskState(store, one?.id ?? 0, {
      status: 'processing',
      updatedAt: at,
      completedAt: null,
      dueAt: null,
      clip: null,
      errorMsg: null,
    })
    await page.clock.runFor(6 * SECOND)
    await expect.poll(() => sent.lists).toBeGreaterThanOrEqual(step)
  }
  // Two lists each time, once or twice in that minute.
  expect(sent.lookups.length).toBeGreaterThanOrEqual(2)
  expect(sent.lookups.length).toBeLessThanOrEqual(4)
})
