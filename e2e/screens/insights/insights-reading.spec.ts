import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { NOON, plot, read, result } from '#e2e/support/insights-screen.ts'
import { connect } from '#e2e/support/screens.ts'

test('the figures at the top have those of the days before; on a phone a plot begins with its newest day', async ({
  page,
  account,
}) => {
  const at = (day: number) => NOON + day * 86_400_000
  account.addTasks([
    { status: 'failed', createdAt: at(-1), price: 2 },
    { status: 'completed', createdAt: at(0), price: 3 },
    { status: 'completed', createdAt: at(1), price: 4 },
  ])
  await connect(page, account.apiKey, '/insights?from=2026-03-10&to=2026-03-11')
  const figure = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(figure('Tasks')).toHaveText(['2', 'before: 1'])
  await expect(figure('Success rate')).toHaveText(['100%', 'before: 0%'])
  await expect(figure('Total price')).toHaveText(['7', 'before: 2'])

  account.addTasks(
    Array.from({ length: 40 }, (_, day) => ({ status: 'completed' as const, createdAt: at(-day) })),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/insights')
  await expect(figure('Tasks')).toHaveText(['43'])
  const newest = plot(page, 'Tasks per day')
    .getByRole('link', { name: /^11 Mar/ })
    .first()
  await plot(page, 'Tasks per day').scrollIntoViewIfNeeded()
  await expect(newest).toBeInViewport()
})

test('a paused or cancelled scan shows plots of the tasks so far, and says so; a bar also counts later tasks', async ({
  page,
  account,
}) => {
  account.addTasks(
    Array.from({ length: 2_500 }, () => ({ status: 'completed' as const, createdAt: NOON })),
  )
  await connect(page, account.apiKey, '/insights')
  const behind = /page=(?:[3-9]|\d\d)/
  const tasks = plot(page, 'Tasks per day')

  await test.step('cancelled', async () => {
    const pages = await holdRequests(page, behind)
    await read(page)
    await expect(page.getByText('Reading: 200 of 2,500 tasks so far.')).toBeVisible()
    await expect(tasks).toContainText('200 tasks')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('The charts show what was read so far.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(result(page)).toContainText('200 of 2,500 tasks read by')
    await expect(result(page)).toContainText('Reading was stopped before the end of the list.')
    await expect(page.getByRole('heading', { name: 'Tasks read' })).toBeFocused()
    pages.letGo()
    await page.unroute(behind)
  })

  await test.step('opened again, it is read anew, to its end', async () => {
    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    await page.getByRole('link', { name: 'Insights', exact: true }).click()
    const pages = await holdRequests(page, behind)
    await read(page)
    await tasks.getByRole('button', { name: 'Show as table' }).click()
    const completed = (count: string) =>
      tasks.getByRole('link', { name: `10 Mar 2026, Completed: ${count} tasks` })
    await expect(completed('200')).toBeVisible()
    pages.letGo()
    await expect(completed('2,500')).toBeVisible()
    await expect(result(page)).toContainText('All 2,500 tasks, read at')
    await expect(tasks).toContainText('2,500 tasks')
  })
})
