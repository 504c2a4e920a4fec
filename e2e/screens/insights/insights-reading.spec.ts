import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { addHistory, countReads, NOON, plot, read, result } from '#e2e/support/insights-screen.ts'
import { connect } from '#e2e/support/screens.ts'
import { createAccount } from '#local-api/accounts.ts'
import { openStore } from '#local-api/store.ts'
import { insertTasks } from '#local-api/tasks.ts'

test('a list that was read less than a minute ago is not read again', async ({ page, account }) => {
  addHistory(account)
  await connect(page, account.apiKey, '/insights')
  const reads = countReads(page)
  await read(page)
  await expect(plot(page, 'Failures')).toBeVisible()
  expect(reads.sent).toBe(1)
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await page.getByRole('link', { name: 'Insights', exact: true }).click()
  await read(page)
  await expect(plot(page, 'Failures')).toBeVisible()
  await page.getByRole('combobox', { name: 'Created' }).selectOption('Last 7 days')
  await read(page)
  await expect(page.getByRole('heading', { name: 'Nothing to plot' })).toBeVisible()
  expect(reads.sent).toBe(1)
})

test('stopped in the middle, the plots show what was read, and say so', async ({
  page,
  account,
}) => {
  account.addTasks(
    Array.from({ length: 2_500 }, (_, index) => ({
      status: 'completed' as const,
      createdAt: NOON - index * 60_000,
    })),
  )
  await connect(page, account.apiKey, '/insights')
  // The third page and those behind it wait for the test.
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/page=(?:[3-9]|\d\d)/, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await read(page)
  await expect(page.getByText('Reading: 200 of 2,500 tasks so far.')).toBeVisible()
  await expect(plot(page, 'Tasks per day')).toContainText('200 tasks')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('The plots show what was read so far.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(result(page)).toContainText('200 of 2,500 tasks read until')
  await expect(result(page)).toContainText('Reading was stopped before the end of the list.')
  await expect(page.getByRole('heading', { name: 'Tasks read' })).toBeFocused()
  letGo()
  await page.unroute(/page=(?:[3-9]|\d\d)/)

  // What was given up is not kept for the list: it is read anew, to its end.
  await read(page)
  await expect(result(page)).toContainText('2,500 of 2,500 tasks read until')
  await expect(result(page)).toContainText('A list this long is read once')
  await expect(plot(page, 'Tasks per day')).toContainText('2,500 tasks')
})

test('a bar that is selected while reading counts what comes, too', async ({ page, account }) => {
  account.addTasks(
    Array.from({ length: 300 }, () => ({ status: 'completed' as const, createdAt: NOON })),
  )
  await connect(page, account.apiKey, '/insights')
  const pages = await holdRequests(page, /page=3/)
  await read(page)
  const tasks = plot(page, 'Tasks per day')
  await tasks.getByRole('button', { name: 'Show as table' }).click()
  await tasks.getByRole('button', { name: '10 Mar 2026, Completed: 200 tasks' }).click()
  const shown = tasks.getByRole('region', { name: 'Tasks of this bar' })
  await expect(shown.getByRole('heading')).toHaveText('10 Mar 2026, Completed: 200 tasks')
  pages.letGo()
  await expect(shown.getByRole('heading')).toHaveText('10 Mar 2026, Completed: 300 tasks')
  await expect(shown).toContainText('The first 50 of 300')
  await expect(shown.getByRole('listitem')).toHaveCount(50)
})

test('a service that fails in between: what was read stays, and reading goes on', async ({
  page,
  startOwnService,
  expectConsole,
}) => {
  expectConsole(/502|503|504|Failed to load/)
  const { service, proxy, apiKey } = await startOwnService()
  await connect(page, apiKey, `${proxy.origin}/insights`)
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/page=3/, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await read(page)
  await expect(plot(page, 'Tasks per day')).toContainText('200 tasks')
  await service.kill()
  letGo()
  await expect(page.getByText('The next ones did not come')).toBeVisible()
  await expect(plot(page, 'Tasks per day')).toContainText('200 tasks')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(result(page)).toContainText('200 of 300 tasks read until')
})

test('after a service was gone in between it is read to its end, and no page twice', async ({
  page,
  guard,
  startOwnHost,
  startOwnService,
  expectConsole,
}) => {
  expectConsole(/502|503|504|Failed to load/)
  const { service, proxy } = await startOwnService()
  const store = openStore(service.dataDir)
  const { id, apiKey } = createAccount(store, { points: 0 })
  guard.keepSecret(apiKey)
  const completed = { status: 'completed', createdAt: NOON } as const
  insertTasks(
    store,
    id,
    Array.from({ length: 1_230 }, () => completed),
  )
  store.close()
  await connect(page, apiKey, `${proxy.origin}/insights`)
  const pages = await holdRequests(page, /page=(?:[3-9]|1\d)&/)
  /** that came with rows */
  const came: number[] = []
  page.on('response', (response) => {
    const { searchParams } = new URL(response.url())
    const isPage = searchParams.get('page_size') === '100'
    if (isPage && response.ok()) came.push(Number(searchParams.get('page') ?? 1))
  })
  await read(page)
  await expect(plot(page, 'Tasks per day')).toContainText('200 tasks')
  await service.kill()
  pages.letGo()
  await expect(page.getByText('The next ones did not come')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused after 200 tasks.')).toBeVisible()
  await expect(page.getByText('The plots show what was read so far.')).toBeVisible()
  await startOwnHost({ port: service.port, dataDir: service.dataDir })
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(result(page)).toContainText('1,230 of 1,230 tasks read until')
  await expect(plot(page, 'Tasks per day')).toContainText('1,230 tasks')
  expect(came.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 13 }, (_, at) => at + 1))
})

test('an account without tasks has nothing to plot', async ({ page, account }) => {
  await connect(page, account.apiKey, '/insights')
  await read(page)
  await expect(page.getByRole('heading', { name: 'Nothing to plot' })).toBeVisible()
  await expect(page.getByText('There are no tasks here.')).toBeVisible()
})
