import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const

for (const via of ['direct', 'proxied'] as const) {
  test.describe(`through the ${via} host`, () => {
    test.use({ via })

    test('filters and pages stand in the address, and Back walks through them', async ({
      page,
      account,
    }) => {
      account.addTasks(Array.from({ length: 25 }, () => failed))
      account.addTasks(Array.from({ length: 30 }, () => ({ status: 'completed' as const })))
      await connect(page, account.apiKey)
      const pagination = page.getByRole('navigation', { name: 'Pagination' })
      await expect(pagination).toContainText('Page 1 of 3 · 55 tasks')

      await pagination.getByRole('button', { name: 'Next page' }).click()
      await expect(page).toHaveURL(/\/tasks\?page=2$/)
      await expect(pagination).toContainText('Page 2 of 3')

      await page.getByRole('radio', { name: 'Failed' }).check()
      await expect(page).toHaveURL(/\/tasks\?status=failed$/)
      await expect(pagination).toContainText('Page 1 of 2 · 25 tasks')
      await expect(taskRows(page).filter({ hasText: 'No face found' })).toHaveCount(20)

      await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
      await expect(page).toHaveURL(/\/tasks\?status=failed&page_size=50$/)
      await expect(taskRows(page)).toHaveCount(25)

      await page.goBack()
      await expect(taskRows(page)).toHaveCount(20)
      await page.goBack()
      await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
      await expect(page.getByRole('spinbutton', { name: 'Page' })).toHaveValue('2')
      await page.goForward()
      await expect(page.getByRole('radio', { name: 'Failed' })).toBeChecked()
      await page.reload()
      await expect(taskRows(page)).toHaveCount(20)
    })

    test('each status tells how many tasks it has under the chosen scene', async ({
      page,
      account,
    }) => {
      account.addTasks([failed, { ...failed, scene: 'celebrity' }, { status: 'completed' }])
      await connect(page, account.apiKey)
      await expect(page.getByRole('radio', { name: 'All 3' })).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Failed 2' })).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Completed 1' })).toBeVisible()
      await page.getByRole('combobox', { name: 'Scene' }).selectOption('Celebrity')
      await expect(page).toHaveURL(/\?scene=celebrity$/)
      await expect(page.getByRole('radio', { name: 'Failed 1' })).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Completed 0' })).toBeVisible()
      await expect(taskRows(page)).toHaveCount(1)
    })

    test('a finished video plays in place, opens and downloads', async ({ page, account }) => {
      account.addTasks([{ status: 'completed' }])
      await connect(page, account.apiKey)
      await expect(page.getByRole('link', { name: /^Open video/ })).toHaveAttribute(
        'rel',
        /noopener/,
      )
      await expect(page.getByRole('link', { name: /^Download video/ })).toHaveAttribute(
        'download',
        /\.webm$/,
      )
      await page.getByRole('button', { name: /^Play video/ }).click()
      const video = page.getByRole('dialog').locator('video')
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
        .toBeGreaterThan(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('button', { name: /^Play video/ })).toBeFocused()
    })
  })
}

test('a page past the end says so and leads to the last one', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 21 }, () => failed))
  await connect(page, account.apiKey, '/tasks?page=9')
  await expect(page.getByRole('heading', { name: 'There is no page 9' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to the last page' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(taskRows(page)).toHaveCount(1)
})

test('the page field goes anywhere and takes no nonsense', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 45 }, () => failed))
  await connect(page, account.apiKey)
  const field = page.getByRole('spinbutton', { name: 'Page' })
  await field.fill('3')
  await field.press('Enter')
  await expect(page).toHaveURL(/\?page=3$/)
  await expect(field).toBeFocused()
  await field.fill('99')
  await field.press('Enter')
  await expect(field).toHaveValue('3')
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(page).toHaveURL(/\/tasks$/)
  await expect(field).toHaveValue('1')
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(page).toHaveURL(/\?page=3$/)
})

test('leaving the page field without Enter goes nowhere', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 45 }, () => failed))
  await connect(page, account.apiKey, '/tasks?page=9')
  const field = page.getByRole('spinbutton', { name: 'Page' })
  await field.fill('2')
  await field.press('Tab')
  await expect(field).toHaveValue('9')
  await expect(page).toHaveURL(/\?page=9$/)
})

test('while another list is on its way nothing is said of it', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 25 }, () => failed))
  await connect(page, account.apiKey)
  const pagination = page.getByRole('navigation', { name: 'Pagination' })
  await expect(pagination).toContainText('25 tasks')
  const list = await holdRequests(page, '**/tasks?status=pending')
  await page.getByRole('radio', { name: 'Pending' }).check()
  await expect(page.getByRole('table', { name: 'Video tasks' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await expect(pagination).not.toContainText('tasks')
  list.letGo()
  await expect(page.getByRole('heading', { name: 'No tasks under this filter' })).toBeVisible()
})

test('an account without tasks is led to create one', async ({ page, account }) => {
  await connect(page, account.apiKey)
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Create a poster' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create poster' })).toBeFocused()
})

test('no task under a filter says which filter, and clears it', async ({ page, account }) => {
  account.addTasks([failed])
  await connect(page, account.apiKey, '/tasks?status=completed&page_size=10')
  await expect(page.getByText('No task of this account matches Status: Completed.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/tasks\?page_size=10$/)
  await expect(taskRows(page)).toHaveCount(1)
})

test('what an address asks for and cannot have is ignored and said', async ({ page, account }) => {
  account.addTasks([failed])
  await connect(page, account.apiKey, '/tasks?status=lost&page_size=500&scene=a&scene=b&page=7.5')
  const note = page.getByRole('status').filter({ hasText: 'Part of the address was ignored' })
  await expect(note).toContainText('status=lost is not possible')
  await expect(note).toContainText(
    'page_size=500 is not possible: it takes a whole number from 1 to 100.',
  )
  await expect(note).toContainText('scene=a,b is not possible')
  await expect(note).toContainText('page=7.5 is not possible')
  await expect(taskRows(page)).toHaveCount(1)
  await page.getByRole('radio', { name: 'Failed' }).check()
  await expect(note).toBeHidden()
})

test('a size from the address is kept as a choice', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 9 }, () => failed))
  await connect(page, account.apiKey, '/tasks?page_size=7')
  await expect(taskRows(page)).toHaveCount(7)
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('7')
})

test('a status says where it comes from', async ({ page, account }) => {
  account.addTasks([{ status: 'pending' }, failed, { status: 'completed' }])
  await connect(page, account.apiKey)
  const rows = taskRows(page)
  await expect(rows.nth(0)).toContainText(
    'Inferred from its video; the list does not report a status.',
  )
  await expect(rows.nth(1)).toContainText('Inferred from its error message')
  await expect(rows.nth(2)).toContainText('Found in the list of Pending tasks')
  await page.getByRole('radio', { name: 'Pending' }).check()
  await expect(taskRows(page)).toHaveCount(1)
  await expect(taskRows(page)).toContainText('From the list of tasks with this status')
})

for (const width of [360, 1280]) {
  test(`a long price stays in its place, ${width} px wide`, async ({ page, account }) => {
    await page.setViewportSize({ width, height: 800 })
    account.addTasks([{ status: 'failed', price: 9_007_199_254_740_991 }])
    await connect(page, account.apiKey)
    const price = page.getByTitle('9,007,199,254,740,991')
    await expect(price).toBeVisible()
    const isInside = await price.evaluate((text) => {
      const inner = text.getBoundingClientRect()
      const cell = text.closest('td')?.getBoundingClientRect() ?? new DOMRect()
      return inner.left >= cell.left && inner.right <= cell.right && cell.right <= innerWidth
    })
    expect(isInside).toBe(true)
  })
}

test('a task ID is copied whole', async ({ page, context, account }) => {
  await context.grantPermissions(['clipboard-write'])
  const [task] = account.addTasks([{ status: 'pending' }])
  await connect(page, account.apiKey)
  await page.getByRole('button', { name: 'Copy task ID' }).click()
  await expect(page.getByText('Copied')).toBeAttached()
  // The page itself may not read the clipboard: a person would paste it somewhere.
  await page.goto('/posters')
  await page.getByRole('textbox', { name: 'Image URL' }).press('ControlOrMeta+V')
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(task?.uuid ?? '')
})

test('Refresh brings what has happened since', async ({ page, account }) => {
  account.addTasks([failed])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(1)
  account.addTasks([failed])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(taskRows(page)).toHaveCount(2)
})
