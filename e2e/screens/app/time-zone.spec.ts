import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { cells, plot } from '#e2e/support/insights-screen.ts'
import { openListOptions } from '#e2e/support/list-options-screen.ts'
import { connect, expectStatusTitle, taskRows } from '#e2e/support/screens.ts'

/** In Berlin, where the browser is, it is half past midnight of the next day. */
const LATE = Date.parse('2026-03-10T23:30:00Z')

const details = (page: Page) => page.getByRole('dialog', { name: 'Task details' })

/** Chooses the zone in the list options. */
async function choose(page: Page, zone: 'Local time' | 'UTC') {
  const options = await openListOptions(page)
  await options.getByRole('radio', { name: zone }).check()
  await page.keyboard.press('Escape')
}

/** Exports the page as CSV. @returns the text of the file */
async function exported(page: Page, zone: string): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export tasks' })
  await expect(dialog.getByText(`Times in ${zone}, as chosen in the list options.`)).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  await page.keyboard.press('Escape')
  return text
}

test('times are in local time or UTC, as chosen, in the list, details, files and insights @release', async ({
  page,
  context,
  account,
}) => {
  const [task] = account.addTasks([
    { status: 'completed', createdAt: LATE, completedAt: LATE + 60_000, updatedAt: LATE + 60_000 },
  ])
  await connect(page, account.apiKey)
  const created = taskRows(page).getByRole('time').first()

  await test.step('local time, unless something else is chosen', async () => {
    await created.hover()
    await expect(created).toHaveAttribute(
      'title',
      '11 Mar 2026, 00:30:00 CET · 10 Mar 2026, 23:30:00 UTC',
    )
    expect(await exported(page, 'Europe/Berlin')).toContain('"2026-03-11T00:30:00.000+01:00"')
  })

  await test.step('UTC holds at once, and after a reload', async () => {
    await choose(page, 'UTC')
    const inUtc = ['title', '10 Mar 2026, 23:30:00 UTC · 11 Mar 2026, 00:30:00 CET'] as const
    await created.hover()
    await expect(created).toHaveAttribute(...inUtc)
    await page.reload()
    await created.hover()
    await expect(created).toHaveAttribute(...inUtc)
    expect(await exported(page, 'UTC')).toContain('"2026-03-10T23:30:00.000Z"')
    await page.getByRole('radio', { name: /^Completed/ }).check()
    await expectStatusTitle(taskRows(page).first(), /^From the list of tasks.* UTC\.$/)
  })

  await test.step('details that are open change with it', async () => {
    await page.goto(`/tasks?task=${task?.uuid ?? ''}`)
    const time = details(page).getByRole('time').first()
    await expect(time).toHaveText(/UTC.*CET$/)
    const other = await context.newPage()
    await connect(other, account.apiKey)
    await choose(other, 'Local time')
    await expect(time).toHaveText(/CET.*UTC$/)
    await other.close()
  })

  await test.step('insights count the days again', async () => {
    const insights = await context.newPage()
    await connect(insights, account.apiKey)
    await insights.getByRole('link', { name: 'Insights', exact: true }).click()
    const tasks = plot(insights, 'Tasks per day')
    await expect(tasks).toContainText('By day of creation in Europe/Berlin.')
    await tasks.getByRole('button', { name: 'Show as table' }).click()
    expect((await cells(tasks))[1]?.[0]).toBe('11 Mar 2026')
    await page.goto('/tasks')
    await choose(page, 'UTC')
    await expect(tasks).toContainText('By day of creation in UTC.')
    expect((await cells(tasks))[1]?.[0]).toBe('10 Mar 2026')
  })
})
