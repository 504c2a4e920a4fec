import { readFileSync } from 'node:fs'

import { expectFocusSeen, tabTo } from '#e2e/support/keyboard.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addHistory, cells, countReads, plot, result } from '#e2e/support/insights-screen.ts'
import { connect } from '#e2e/support/screens.ts'

test('opening reads a short list by itself; the tables explain their sums', async ({
  page,
  account,
}) => {
  addHistory(account)
  const reads = countReads(page)
  await connect(page, account.apiKey, '/insights')
  await expect(result(page)).toContainText('All 7 tasks, read at')
  expect(reads.sent).toBe(1)

  const tasks = plot(page, 'Tasks per day')
  await expect(tasks).toContainText('7 tasks, from 10 Mar 2026 to 12 Mar 2026.')
  await expect(tasks).toContainText('By day of creation in Europe/Berlin.')
  await expect(tasks).toContainText('pending and processing look the same here')
  await tasks.getByRole('button', { name: 'Show as table' }).click()
  expect(await cells(tasks)).toEqual([
    ['Created', 'Completed', 'Failed', 'In progress', 'All'],
    ['10 Mar 2026', '2', '3', '0', '5'],
    ['11 Mar 2026', '0', '0', '0', '0'],
    ['12 Mar 2026', '0', '1', '1', '2'],
  ])

  const success = plot(page, 'Success rate')
  await expect(success).toContainText('2 completed of 6 that completed or failed')

  const elapsed = plot(page, 'Elapsed time')
  await expect(elapsed).toContainText('Median 28s, 95th percentile 44s, of 2 tasks.')
  await expect(elapsed).toContainText('includes waiting')
  await elapsed.getByRole('button', { name: 'Show as table' }).click()
  expect(await cells(elapsed)).toEqual([
    ['Elapsed', 'Tasks'],
    ['10s–15s', '1'],
    ['15s–20s', '0'],
    ['20s–25s', '0'],
    ['25s–30s', '0'],
    ['30s–35s', '0'],
    ['35s–40s', '0'],
    ['40s–45s', '1'],
  ])

  const price = plot(page, 'Price per day')
  await expect(price).toContainText('58 in all, for 7 tasks. The service gives no unit.')
  await price.getByRole('button', { name: 'Show as table' }).click()
  expect(await cells(price)).toEqual([
    ['Created', 'Price', 'Tasks with a price'],
    ['10 Mar 2026', '50', '5'],
    ['11 Mar 2026', '—', '0'],
    ['12 Mar 2026', '8', '2'],
  ])

  // A plot is saved as it is drawn: with its colours, and without anything to load.
  const saving = page.waitForEvent('download')
  await success.getByRole('button', { name: 'Save as SVG: Success rate' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('marquee-success.svg')
  const drawing = readFileSync(await saved.path(), 'utf8')
  expect(drawing).toMatch(/^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*role="img"/)
  expect(drawing).toContain('<title>Success rate</title>')
  expect(drawing).toContain('stroke="')
  expect(drawing).not.toMatch(/class=|href=|var\(/)

  const failures = plot(page, 'Failures')
  await expect(failures.getByRole('link')).toHaveCount(2)
  await expect(failures.getByRole('link').first()).toHaveAccessibleName(
    'No face in image ⟨number⟩ of job ⟨ID⟩ 3 tasks',
  )

  // Plots that were seen as tables are so again.
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await page.getByRole('link', { name: 'Insights', exact: true }).click()
  await expect(plot(page, 'Price per day').getByRole('table')).toBeVisible()
  await expect(failures.getByRole('group')).toBeVisible()
})

test('a bar is a link to its tasks; each plot is one Tab stop; invalid parts of an address are reported', async ({
  page,
  account,
}) => {
  addHistory(account)
  const reads = countReads(page)
  await connect(page, account.apiKey, '/insights?from=2026-02-30&status=done')
  await expect(page.getByText('from=2026-02-30 was ignored')).toBeVisible()
  const tasks = plot(page, 'Tasks per day')
  const rows = page.getByRole('table', { name: 'Video tasks' }).getByRole('row')

  await test.step('by keys', async () => {
    const bar = (name: string) => tasks.getByRole('link', { name, exact: true })
    await tabTo(page, bar('10 Mar 2026: 5 tasks'))
    await page.keyboard.press('ArrowUp')
    await expect(bar('10 Mar 2026, Completed: 2 tasks')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(bar('10 Mar 2026, Failed: 3 tasks')).toBeFocused()
    await expectFocusSeen(page)
    await page.keyboard.press('Tab')
    await expect(
      plot(page, 'Success rate').getByRole('button', { name: 'Show as table' }),
    ).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(4)
    await expect(page.getByRole('list', { name: 'Search' }).getByRole('listitem')).toHaveText([
      'Created 10 Mar 2026',
    ])
    await expect(page.getByRole('radio', { name: 'Failed' })).toBeChecked()
  })

  await test.step('a kind of failure', async () => {
    await page.goBack()
    await plot(page, 'Failures')
      .getByRole('link', { name: /^No face/ })
      .click()
    await expect(rows).toHaveCount(4)
    await expect(page.getByRole('list', { name: 'Search' })).toContainText(
      /Failed like .*No face in image ⟨number⟩ of job ⟨ID⟩/,
    )
  })

  await test.step('by the mouse: what is pressed in a bar is its part at that height', async () => {
    await page.goBack()
    const part = tasks.getByRole('link', { name: '10 Mar 2026, Failed: 3 tasks' })
    await part.scrollIntoViewIfNeeded()
    const box = await part.boundingBox()
    if (box === null) throw new Error('the part has no box')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(rows).toHaveCount(4)
  })

  await test.step('from a table as from a plot', async () => {
    await page.goBack()
    await tasks.getByRole('button', { name: 'Show as table' }).click()
    await tasks.getByRole('link', { name: '12 Mar 2026, In progress: 1 task' }).click()
    await expect(rows).toHaveCount(2)
  })
  // All of it from what was read once.
  expect(reads.sent).toBe(1)
})

test('a scope: its status, its days, its address', async ({ page, account }) => {
  addHistory(account)
  await connect(page, account.apiKey, '/insights?q=failed&from=2026-03-11&to=2026-03-12')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('failed')
  const terms = page.getByRole('list', { name: 'Search' })
  await expect(terms.getByRole('listitem')).toHaveText([
    'Status: Failed',
    /^Created 11 – 12 Mar 2026$/,
  ])
  await expect(page.getByText('3 tasks do not match the search and are left out.')).toBeVisible()
  const tasks = plot(page, 'Tasks per day')
  await expect(tasks).toContainText('1 task: 12 Mar 2026.')
  // Asked for by their status, they are what was asked for.
  await expect(page.getByText('is inferred')).toBeHidden()
  await expect(plot(page, 'Success rate')).toBeHidden()

  // Another scope: what was read for the one before is not shown for it.
  await page.getByRole('searchbox').fill('over 5 points')
  await page.keyboard.press('Enter')
  await expect(tasks).toContainText('1 task: 12 Mar 2026.')
  await page.getByRole('combobox', { name: 'Created' }).selectOption('Last 7 days')
  await expect(tasks).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Nothing to chart' })).toBeVisible()
  await expect(page).toHaveURL(/\/insights\?status=failed&q=Last\+7\+days%3B\+over\+5\+points$/)
  await page.getByRole('combobox', { name: 'Created' }).selectOption('All days')
  await expect(page).toHaveURL(/\/insights\?status=failed&q=over\+5\+points$/)
  await terms.getByRole('button', { name: 'Remove Status: Failed' }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('')
  await page.getByRole('button', { name: 'Remove', exact: false }).click()
  await expect(terms).toBeHidden()
})
