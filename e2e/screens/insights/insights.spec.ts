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
  await expect(result(page)).toContainText('7 tasks read at')
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
  await expect(success).toContainText('33.3%')
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
  await expect(failures.getByRole('option')).toHaveCount(2)
  await expect(failures.getByRole('option').first()).toHaveAccessibleName(
    'No face in image ⟨number⟩ of job ⟨ID⟩ 3 tasks',
  )

  // Plots that were seen as tables are so again.
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await page.getByRole('link', { name: 'Insights', exact: true }).click()
  await expect(plot(page, 'Price per day').getByRole('table')).toBeVisible()
  await expect(failures.getByRole('listbox')).toBeVisible()
})

test('a bar lists its tasks with links; each plot is one Tab stop; invalid parts of an address are reported', async ({
  page,
  account,
}) => {
  const added = addHistory(account)
  await connect(page, account.apiKey, '/insights?from=2026-02-30&status=done')
  await expect(page.getByText('from=2026-02-30 was ignored')).toBeVisible()
  const tasks = plot(page, 'Tasks per day')

  await test.step('by keys', async () => {
    const bar = (name: string) => tasks.getByRole('option', { name, exact: true })
    await tabTo(page, bar('10 Mar 2026: 5 tasks'))
    await page.keyboard.press('ArrowUp')
    await expect(bar('10 Mar 2026, Completed: 2 tasks')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(bar('10 Mar 2026, Failed: 3 tasks')).toBeFocused()
    await expectFocusSeen(page)
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const ofBar = page.getByRole('region', { name: 'Tasks of this bar' })
    await expect(ofBar.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText('Tasks below: 12 Mar 2026')).toBeAttached()
    await tabTo(page, ofBar.getByRole('button', { name: 'Clear selection' }))
    await page.keyboard.press('Enter')
    await expect(ofBar).toBeHidden()
    await expectFocusSeen(page)
    await page.keyboard.press('Tab')
    await expect(
      plot(page, 'Success rate').getByRole('button', { name: 'Show as table' }),
    ).toBeFocused()
  })

  const failures = plot(page, 'Failures')
  await failures.getByRole('option', { name: /^No face/ }).click()
  const shown = failures.getByRole('region', { name: 'Tasks of this bar' })
  await expect(shown.getByRole('listitem')).toHaveCount(3)
  const [, , first] = added
  const uuid = first?.uuid ?? ''
  await expect(
    shown.getByRole('link', { name: `Details of task ${uuid.slice(0, 8)}` }),
  ).toHaveAttribute('href', `/tasks?task=${uuid}`)

  // One selection at a time. What is pressed in a bar is its part at that height.
  const part = tasks.getByRole('option', { name: '10 Mar 2026, Failed: 3 tasks' })
  await part.scrollIntoViewIfNeeded()
  const box = await part.boundingBox()
  if (box === null) throw new Error('the part has no box')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(shown).toBeHidden()
  await expect(
    tasks.getByRole('region', { name: 'Tasks of this bar' }).getByRole('listitem'),
  ).toHaveCount(3)

  // From a table as from a plot.
  await tasks.getByRole('button', { name: 'Show as table' }).click()
  await tasks.getByRole('button', { name: '12 Mar 2026, In progress: 1 task' }).click()
  const inProgress = tasks.getByRole('region', { name: 'Tasks of this bar' })
  await expect(inProgress.getByRole('listitem')).toHaveCount(1)
  await expect(inProgress).toContainText(added[6]?.uuid.slice(0, 8) ?? '')
  await inProgress.getByRole('button', { name: 'Clear selection' }).click()
  await expect(inProgress).toBeHidden()
  await expect(
    tasks.getByRole('button', { name: '12 Mar 2026, In progress: 1 task' }),
  ).toBeFocused()
})

test('a scope: its status, its days, its address', async ({ page, account }) => {
  addHistory(account)
  await connect(page, account.apiKey, '/insights?status=failed&from=2026-03-11&to=2026-03-12')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('failed')
  await expect(page.getByLabel('From')).toHaveValue('2026-03-11')
  await expect(page.getByText('3 tasks of other days are left out.')).toBeVisible()
  const tasks = plot(page, 'Tasks per day')
  await expect(tasks).toContainText('1 task: 12 Mar 2026.')
  // Asked for by their status, they are what was asked for.
  await expect(page.getByText('is inferred')).toBeHidden()
  await expect(plot(page, 'Success rate')).toBeHidden()

  // Another scope: what was read for the one before is not shown for it.
  await page.getByLabel('From').fill('2027-01-01')
  await expect(tasks).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Nothing to chart' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Created' }).selectOption('All days')
  await expect(page).toHaveURL(/\/insights\?status=failed$/)
})
