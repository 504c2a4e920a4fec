import { expect, test } from '#e2e/support/fixtures.ts'
import { failLists } from '#e2e/support/live-screen.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

test('a very long message can be read in full with two clicks, from a failed task or from the service', async ({
  page,
  account,
  expectConsole,
}) => {
  const errorMsg = `The renderer gave up.\n${'Nothing more is known. '.repeat(1000)}THE END`
  const [task] = account.addTasks([{ status: 'failed', errorMsg }])
  await connect(page, account.apiKey)
  await page.getByRole('button', { name: 'The renderer gave up.' }).click()
  const name = `Error message of task ${task?.uuid.slice(0, 8) ?? ''}`
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toContainText('Nothing more is known. Nothing more is known.')
  await expect(dialog).not.toContainText('THE END')
  await dialog.getByRole('button', { name: 'Show all' }).click()
  await expect(dialog).toContainText('THE END')
  await expect(dialog.locator('pre')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await failLists(page, expectConsole, 400, { message: `${'No. '.repeat(5000)}THE END` })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const alert = page.getByRole('alert')
  const words = alert.locator('bdi')
  await expect(words).toHaveText(/^(?:No\. ){50}…$/)
  for (const isWhole of [false, true]) {
    await alert.getByRole('button', { name: 'Show all' }).click()
    await expect(words).toContainText(isWhole ? 'THE END' : 'No. …')
  }
  await expect(alert.getByRole('button', { name: 'Show all' })).toBeHidden()
  await expect(words.locator('..')).toBeFocused()
})

test('a reply that differs from its request is shown with a note about the difference', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey)
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  const list = Array.from({ length: 23 }, (_, index) => ({ uuid: `task-${String(index)}` }))
  const answer = (data: object) =>
    page.route(/\/tasks$/, async (route) => route.fulfill({ json: { code: 200, data } }))
  await answer({ list, page: 3, page_size: 7, total: 5 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(taskRows(page)).toHaveCount(20)
  const notes = page.getByRole('main')
  await expect(notes).toContainText('The service answered with page 3 instead of 1.')
  await expect(notes).toContainText('The service answered with a page size of 7 instead of 20.')
  await expect(notes).toContainText(
    'The service sent 23 rows where 20 were asked for; the first 20 are shown.',
  )
  await expect(notes).toContainText('The service counts 5 tasks in all, but there are at least 20')
  await expect(notes).toContainText('The service gave no usable total')

  await page.unroute(/\/tasks$/)
  await page.route(/video\/tasks\?page=2$/, async (route) =>
    route.fulfill({ json: { code: 200, data: { list: [] } } }),
  )
  await page.goto('/tasks?page=2')
  await expect(page.getByRole('heading', { name: 'This page is empty' })).toBeVisible()
})

test('malformed records stay in their rows, and none of them does harm', async ({ page }) => {
  await connect(page, 'mq_odd')
  await expect(taskRows(page)).toHaveCount(20)
  await expect(page.getByText('<img src=x onerror="alert(1)"').first()).toBeVisible()
  await expect(page.getByText('⟨U+202E⟩').first()).toBeVisible()
  // Texts of the service are isolated from ours, in both directions of writing.
  await expect(page.locator('[lang=""]', { hasText: '<img src=x' }).first()).toBeVisible()
  await expect(page.locator('[lang=""]', { hasText: '⟨U+202E⟩' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /javascript/ })).toHaveCount(0)
  await expect(page.locator('a[href^="javascript:"], a[href^="data:"]')).toHaveCount(0)
  const row = (number: number) => taskRows(page).nth(number - 1)
  // What the specification does not list is shown as it is.
  await expect(row(5)).toContainText('created')
  await expect(row(5)).toContainText('wedding')
  await expect(row(13)).toContainText('Its fields say otherwise: it has a video.')
  await expect(
    page.getByText('2 rows carry the same task ID. All of them are shown.'),
  ).toBeVisible()
  const unread = row(4).getByRole('button', { name: /^Could not read .*created_at.*error_msg/ })
  await unread.click()
  await expect(page.getByRole('dialog')).toContainText('1767607200')
  await page.keyboard.press('Escape')
  await row(9)
    .getByRole('button', { name: /^The renderer said no/ })
    .click()
  await expect(page.getByRole('dialog')).toContainText('The renderer said no. '.repeat(200).trim())
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show raw JSON', exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: /^Raw JSON of row/ })).toBeVisible()
})
