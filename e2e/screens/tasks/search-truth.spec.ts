import type { Page, Route } from '@playwright/test'

import { updateTaskState } from '#local-api/lifecycle.ts'

import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { openListOptions } from '#e2e/support/list-options-screen.ts'
import { connect, search, taskRows } from '#e2e/support/screens.ts'

/** What a search claims: what was read, and no more, also when its reading breaks in the middle. */

const details = (page: Page) => page.getByRole('dialog', { name: 'Task details' })

const many = (count: number) =>
  Array.from({ length: count }, () => ({ status: 'completed' as const }))
// A search for “face” would also find IDs that begin with these digits.
const failed = { status: 'failed' as const, errorMsg: 'No face found' }

const PAGE_2 = /page=2&page_size=100/
const verdict = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words })

/** What goes wrong with the second of three pages; what is said meanwhile; and whether the person must go on. */
const faults = [
  {
    what: 'the service is down',
    fault: (route: Route) => route.fulfill({ status: 503, json: { code: 503, message: 'down' } }),
    said: /503/,
    says: /^100 tasks read\. The next ones did not come: trying again at/,
  },
  {
    what: 'the key is refused',
    fault: (route: Route) => route.continue({ headers: { authorization: 'Bearer another' } }),
    said: /401/,
    says: 'Reading stopped after 100 tasks. The next ones do not load.',
    why: 'The key was not accepted.',
  },
]

for (const { what, fault, said, says, why } of faults) {
  test(`${what} in the middle of a search: what was found stays, nothing more is claimed, and it goes on`, async ({
    page,
    account,
    expectConsole,
  }) => {
    expectConsole(said)
    account.addTasks([failed, ...many(248), failed])
    await connect(page, account.apiKey)
    await expect(taskRows(page)).toHaveCount(20)
    await page.route(PAGE_2, fault)
    await search(page, 'found')
    await expect(page.getByText(says)).toBeVisible()
    await expect(taskRows(page)).toHaveCount(1)
    await expect(verdict(page, 'All')).toBeHidden()
    if (why !== undefined) await expect(page.getByText(why)).toBeVisible()
    await page.unroute(PAGE_2)
    if (why !== undefined) await page.getByRole('button', { name: 'Try again' }).click()
    await expect(verdict(page, /^All 250 tasks, read at \d\d:\d\d\.$/)).toBeVisible()
    await expect(taskRows(page)).toHaveCount(2)
  })
}

test('nothing is said to match or not to match while nothing can be read at all', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/503/)
  account.addTasks([failed])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(1)
  account.behave('down')
  await search(page, 'found')
  await expect(page.getByText(/^0 tasks read\. The next ones did not come/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /match/ })).toBeHidden()
  // The place of the results stays.
  await expect(page.locator('tbody > [aria-hidden]')).toHaveCount(15)
  account.behave(null)
  await expect(verdict(page, 'The one task there is, read at')).toBeVisible()
  await expect(taskRows(page)).toHaveCount(1)
})

test('if the list grows while it is read, the verdict of a search says that tasks may be missing, and why', async ({
  page,
  account,
}) => {
  account.addTasks([failed, ...many(248), failed])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  const pages = await holdRequests(page, /page=[23]&page_size=100/)
  await search(page, 'found')
  await pages.held
  account.addTasks([failed])
  pages.letGo()
  const why =
    /^250 of 251 tasks read by \d\d:\d\d\. The total changed from 250 to 251 during reading/
  await expect(verdict(page, '250 tasks; some may be missing.')).toBeVisible()
  await expect(page.getByText(why)).toBeHidden()
  await page.locator('summary').filter({ hasText: 'Why?' }).press('Enter')
  await expect(page.getByText(why)).toBeVisible()
})

test('a task that changed since it was read shows that when it is opened, and in its row', async ({
  page,
  account,
  store,
}) => {
  const [task] = account.addTasks([{ status: 'processing' }, ...many(110)])
  await connect(page, account.apiKey)
  await search(page, 'unfinished')
  await expect(taskRows(page)).toHaveCount(1)
  await expect(verdict(page, 'All 111 tasks')).toBeVisible()
  const now = Date.now()
  const end = { status: 'failed' as const, errorMsg: 'No face', completedAt: now, clip: null }
  updateTaskState(store, task?.id ?? 0, { ...end, updatedAt: now, dueAt: null })
  await taskRows(page)
    .getByRole('link', { name: /^Details of task/ })
    .click()
  await expect(details(page)).toContainText('No face')
  // It is no result of this search any more, and its details stay.
  await expect(page.getByRole('heading', { name: 'No task matches' })).toBeVisible()
  await expect(details(page)).toContainText('No face')
  await search(page, 'failed')
  await expect(taskRows(page)).toHaveCount(1)
  await expect(taskRows(page)).toContainText('No face')
})

test('a link to a task that has moved finds it in the whole account, also by its number or in capitals', async ({
  page,
  account,
}) => {
  const [task] = account.addTasks(many(240))
  if (task === undefined) throw new Error('there is no task')
  const { uuid, id } = task
  const lookThrough = async (found: string) => {
    await expect(details(page)).toContainText('Not on this page')
    await details(page).getByRole('button', { name: 'Search the whole list' }).click()
    await expect(page).toHaveURL(`/tasks?q=${found}&task=${uuid}`)
    await expect(details(page)).toContainText(uuid)
    await expect(details(page).getByRole('heading', { name: 'Task details' })).toBeFocused()
    await expect(taskRows(page)).toHaveCount(1)
  }
  await connect(page, account.apiKey, `/tasks?status=failed&task=${uuid.toUpperCase()}`)
  await lookThrough(uuid.toUpperCase())
  await page.goto(`/tasks?task=${String(id)}`)
  await lookThrough(`%23${String(id)}`)
  // What is nowhere is said, and not offered again.
  await page.goto('/tasks?task=999999999')
  await details(page).getByRole('button', { name: 'Search the whole list' }).click()
  await expect(page.getByRole('heading', { name: 'No task matches' })).toBeVisible()
  await expect(details(page)).toContainText('Not on this page')
  await expect(details(page).getByRole('button', { name: 'Search the whole list' })).toBeHidden()
})

test('the time zone that is chosen decides which day a task is of, at once', async ({
  page,
  account,
}) => {
  // In Berlin, where the browser is, a new day has begun.
  const now = Date.parse('2026-03-10T23:30:00Z')
  await page.clock.setFixedTime(now)
  account.addTasks([
    { status: 'failed', errorMsg: 'at noon', createdAt: now - 11.5 * 3_600_000 },
    { status: 'failed', errorMsg: 'just now', createdAt: now - 60_000 },
  ])
  await connect(page, account.apiKey, '/tasks?q=today')
  await expect(taskRows(page)).toHaveCount(1)
  await expect(taskRows(page)).toContainText('just now')
  const options = await openListOptions(page)
  await options.getByRole('radio', { name: 'UTC' }).check()
  await page.keyboard.press('Escape')
  await expect(taskRows(page)).toHaveCount(2)
})

test('on a phone long terms stay in one line each, within the screen', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const shape = 'No face in image ⟨number⟩ '.repeat(8).trim()
  const q = encodeURIComponent(`like "${shape}" ${'w'.repeat(90)}`)
  await connect(page, account.apiKey, `/tasks?q=${q}`)
  const items = page.getByRole('list', { name: 'Search' }).getByRole('listitem')
  await expect(items).toHaveCount(2)
  for (const item of await items.all()) {
    const box = await item.boundingBox()
    expect(box?.height).toBeLessThan(60)
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(360)
    await expect(item.getByRole('button', { name: /^Remove/ })).toBeInViewport({ ratio: 1 })
  }
})

test('what a search under a filter does not find is searched without the filter', async ({
  page,
  account,
}) => {
  const [task] = account.addTasks([...many(30), failed])
  await connect(page, account.apiKey, `/tasks?status=failed&q=${task?.uuid ?? ''}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Only tasks with these filters were searched: Status: Failed.')
  await expect(main.getByRole('button', { name: /^Without “Task .*”: 1$/ })).toBeVisible()
  await main.getByRole('button', { name: 'Search without filters' }).click()
  await expect(taskRows(page)).toHaveCount(1)
  await expect(page).toHaveURL(`/tasks?q=${task?.uuid ?? ''}`)
})
