import { watchLists } from '#e2e/support/early-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { chooseOption, connect, taskRows } from '#e2e/support/screens.ts'

const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const
const completed = { status: 'completed' } as const
const pending = { status: 'pending' } as const

test.describe('through the proxied host', () => {
  test.use({ via: 'proxied' })

  test('filters and pages are in the address, each status has its total, and a video plays in a dialog', async ({
    page,
    account,
  }) => {
    account.addTasks(Array.from({ length: 24 }, () => failed))
    account.addTasks([{ ...failed, scene: 'celebrity' }])
    account.addTasks(Array.from({ length: 30 }, () => completed))
    await connect(page, account.apiKey)
    const pagination = page.getByRole('navigation', { name: 'Pagination' })
    await expect(pagination).toContainText('Page 1 of 3 · 55 tasks')
    await expect(page.getByRole('radio', { name: 'All 55' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Failed 25' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Completed 30' })).toBeVisible()

    const next = pagination.getByRole('button', { name: 'Next page' })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const place = await next.boundingBox()
    await next.click()
    await expect(page).toHaveURL(/\/tasks\?page=2$/)
    await expect(pagination).toContainText('Page 2 of 3')
    // The list goes to its start, and the button stays below the pointer.
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    expect(await next.boundingBox()).toEqual(place)

    await page.getByRole('radio', { name: 'Failed' }).check()
    await expect(page).toHaveURL(/\/tasks\?status=failed$/)
    await expect(pagination).toContainText('Page 1 of 2 · 25 tasks')
    await expect(taskRows(page).filter({ hasText: 'No face found' })).toHaveCount(20)

    await chooseOption(page, 'Rows per page', '50')
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

    await page.getByRole('radio', { name: 'All' }).check()
    await chooseOption(page, 'Scene', 'Celebrity')
    await expect(page).toHaveURL(/\?scene=celebrity$/)
    await expect(page.getByRole('radio', { name: 'Failed 1' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Completed 0' })).toBeVisible()
    await expect(taskRows(page)).toHaveCount(1)

    await chooseOption(page, 'Scene', 'Any scene')
    const row = taskRows(page).filter({ hasText: 'Completed' }).first()
    const open = row.getByRole('link', { name: /^Open video/ })
    await expect(open).toHaveAttribute('rel', /noopener/)
    const download = row.getByRole('link', { name: /^Download video/ })
    await expect(download).toHaveAttribute('download', /\.webm$/)
    await row.getByRole('button', { name: /^Play video/ }).click()
    const video = page.getByRole('dialog').locator('video')
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(row.getByRole('button', { name: /^Play video/ })).toBeFocused()
  })
})

test('a filter is requested when the mouse button goes down on it, and only once', async ({
  page,
  account,
}) => {
  account.addTasks([completed, failed])
  const lists = watchLists(page)
  const sent = () => lists.filter((search) => search.includes('failed'))
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  await page.getByRole('radio', { name: 'Failed 1' }).hover()
  expect(sent()).toEqual([])
  await page.mouse.down()
  await expect.poll(sent).toEqual(['?status=failed'])
  await expect(taskRows(page)).toHaveCount(2)
  await page.mouse.up()
  await expect(taskRows(page)).toHaveCount(1)
  expect(sent()).toEqual(['?status=failed'])
})

test('a page past the end links to the last one; the page field opens any page and refuses invalid input', async ({
  page,
  account,
}) => {
  account.addTasks(Array.from({ length: 15 }, () => failed))
  await connect(page, account.apiKey, '/tasks?page=9&page_size=7')
  await expect(page.getByRole('heading', { name: 'There is no page 9' })).toBeVisible()
  // Left without Enter, the field goes nowhere.
  const field = page.getByRole('spinbutton', { name: 'Page' })
  await field.fill('2')
  await field.press('Tab')
  await expect(field).toHaveValue('9')
  await expect(page).toHaveURL(/\?page=9&page_size=7$/)
  await page.getByRole('button', { name: 'Go to the last page' }).click()
  await expect(page).toHaveURL(/\?page=3&page_size=7$/)
  await expect(taskRows(page)).toHaveCount(1)

  await field.fill('2')
  await field.press('Enter')
  await expect(page).toHaveURL(/\?page=2&page_size=7$/)
  await expect(field).toBeFocused()
  await field.fill('99')
  await field.press('Enter')
  await expect(field).toHaveValue('3')
  await expect(page).toHaveURL(/\?page=3&page_size=7$/)
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(page).toHaveURL(/\/tasks\?page_size=7$/)
  await expect(field).toHaveValue('1')
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(page).toHaveURL(/\?page=3&page_size=7$/)

  // A size from the address is kept as a choice.
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(taskRows(page)).toHaveCount(7)
  await page.getByRole('button', { name: 'List options' }).click()
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('7')
})

test('invalid parts of an address are reported; an empty list names its filter, but not while it loads', async ({
  page,
  account,
}) => {
  account.addTasks(Array.from({ length: 25 }, () => failed))
  await connect(page, account.apiKey, '/tasks?status=lost&page_size=500&scene=a&scene=b&page=7.5')
  const note = page.getByRole('status').filter({ hasText: 'Part of the address was ignored' })
  await expect(note).toContainText('status=lost was ignored')
  await expect(note).toContainText('page_size=500 was ignored: use a whole number from 1 to 100.')
  await expect(note).toContainText('scene=a,b was ignored')
  await expect(note).toContainText('page=7.5 was ignored')
  await expect(taskRows(page)).toHaveCount(20)
  await chooseOption(page, 'Rows per page', '10')
  await expect(note).toBeHidden()

  const pagination = page.getByRole('navigation', { name: 'Pagination' })
  await expect(pagination).toContainText('25 tasks')
  const list = await holdRequests(page, /\/tasks\?(?=.*status=pending)(?=.*page_size=10\b)/)
  await page.getByRole('radio', { name: 'Pending' }).check()
  const table = page.getByRole('table', { name: 'Video tasks' })
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await expect(pagination).not.toContainText('tasks')
  list.letGo()
  await expect(page.getByRole('heading', { name: 'No tasks match this filter' })).toBeVisible()
  await expect(page.getByText('No task of this account matches Status: Pending.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/tasks\?page_size=10$/)
  await expect(taskRows(page)).toHaveCount(10)
  await chooseOption(page, 'Rows per page', '20')
  await expect(page).toHaveURL('/tasks')
  await expect(taskRows(page)).toHaveCount(20)
})

test('a reply that comes soon changes the rows in one step; one that does not is waited for', async ({
  page,
  account,
}) => {
  account.addTasks([failed, failed, failed, pending, pending, pending])
  const lists = await holdRequests(page, /tasks\?(?=.*page_size=2)(?=.*(?:page=|status=failed))/)
  await page.clock.install()
  await connect(page, account.apiKey, '/tasks?page_size=2')
  // Rows change once more when their status is looked up.
  await expect(taskRows(page).filter({ hasText: 'Pending' })).toHaveCount(2)
  // No wait ends by itself.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  const table = page.getByRole('table', { name: 'Video tasks' })
  await table.evaluate((element) => {
    new MutationObserver(() => {
      document.documentElement.dataset['seen'] = 'busy'
    }).observe(element, { attributeFilter: ['aria-busy', 'class'] })
  })
  const shown = await taskRows(page).allTextContents()
  const next = page.getByRole('button', { name: 'Next page' })
  await next.click()
  await next.click()
  await expect(page).toHaveURL(/\?page=3&page_size=2$/)
  await expect(page.getByRole('spinbutton', { name: 'Page' })).toHaveValue('3')
  await page.getByRole('radio', { name: /^Failed/ }).check()
  await expect(page).toHaveURL(/\?status=failed&page_size=2$/)
  expect(await taskRows(page).allTextContents()).toEqual(shown)
  lists.letGo()
  await expect(taskRows(page).filter({ hasText: 'Failed' })).toHaveCount(2)
  await expect(page.locator('html[data-seen]')).toHaveCount(0)

  const slow = await holdRequests(page, /status=pending&page_size=2/)
  await page.getByRole('radio', { name: /^Pending/ }).check()
  await slow.held
  await expect(table).toHaveAttribute('aria-busy', 'false')
  await page.clock.runFor(300)
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await page.clock.resume()
  slow.letGo()
  await expect(taskRows(page).filter({ hasText: 'Pending' })).toHaveCount(2)
})

test('an account without tasks is offered to create one; Refresh shows the first; a long price fits; an ID is copied in full', async ({
  page,
  context,
  account,
}) => {
  await context.grantPermissions(['clipboard-write'])
  await connect(page, account.apiKey)
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Create a poster' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create poster' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  const [task] = account.addTasks([{ status: 'failed', price: 9_007_199_254_740_991 }])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(taskRows(page)).toHaveCount(1)

  const price = taskRows(page).locator('.column-price')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await price.hover()
    await expect(price).toHaveAttribute('title', '9,007,199,254,740,991')
    const isInside = await price.evaluate((element) => {
      const cell = element.getBoundingClientRect()
      const row = element.closest('tr')?.getBoundingClientRect() ?? new DOMRect()
      return cell.left >= row.left && cell.right <= row.right && row.right <= innerWidth
    })
    expect(isInside, `${String(width)} px wide`).toBe(true)
  }
  // Another list takes over the elements: a short price has no title of a long one.
  account.addTasks([{ status: 'completed', price: 10 }])
  await page.getByRole('radio', { name: 'Completed' }).check({ force: true })
  await expect(price).toHaveText('10')
  await page.mouse.move(0, 0)
  await price.hover()
  await expect(price).toHaveAttribute('title', '10')
  await page.getByRole('radio', { name: 'Failed' }).check({ force: true })
  await expect(price).toHaveText('9,007,199,254,740,991')

  await page.getByRole('button', { name: 'Copy task ID' }).click()
  await expect(page.getByText('Copied')).toBeAttached()
  // The page itself may not read the clipboard: a person would paste it somewhere.
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await page.getByRole('textbox', { name: 'Image URL' }).press('ControlOrMeta+V')
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(task?.uuid ?? '')
})

test('a page of 100 rows has its full height and its texts from the start; what else can be pressed comes with the sight of a row', async ({
  page,
  account,
}) => {
  account.addTasks(Array.from({ length: 100 }, () => completed))
  await connect(page, account.apiKey, '/tasks?page_size=100')
  await expect(taskRows(page)).toHaveCount(100)
  await expect(page.getByRole('radio', { name: 'Completed 100' })).toBeVisible()
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  const last = taskRows(page).last()
  await expect(last).toContainText('Completed')
  await expect(last.getByRole('checkbox')).toHaveCount(0)
  const link = last.getByRole('link', { name: /^Details of task/ })
  await link.focus()
  await expect(last).toBeInViewport()
  await expect(last.getByRole('checkbox')).toBeVisible()
  await expect(last.getByRole('link', { name: /^Download/ })).toBeVisible()
  expect(await height()).toBe(before)
})
