import { TASK_STATUS } from '#contract/video-tasks.ts'

import type { Page } from '@playwright/test'

import { axeFindings } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { connect, search, searchField, taskRows } from '#e2e/support/screens.ts'

const terms = (page: Page) => page.getByRole('list', { name: 'Search', exact: true })
const status = (page: Page, name: string) =>
  page.getByRole('radio', { name: new RegExp(`^${name}`) })
const verdict = (page: Page, count: string) =>
  page.getByRole('status').filter({ hasText: `All ${count} tasks, read at` })

const foot = (page: Page) =>
  page.getByRole('navigation', { name: 'Pagination' }).getByRole('status')

const many = (count: number) =>
  Array.from({ length: count }, () => ({ status: 'completed' as const }))
const failed = (errorMsg: string) => ({ status: 'failed' as const, errorMsg })

test('a search finds words, statuses and days in all tasks; its terms are changed and removed by keyboard; its address works', async ({
  page,
  account,
}) => {
  account.addTasks([
    failed('No face found'),
    failed('Too dark'),
    failed('未检测到人脸'),
    ...many(30),
  ])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  await search(page, 'failed today')
  // A status is the filter, and no term beside it.
  await expect(page).toHaveURL('/tasks?status=failed&q=today')
  await expect(status(page, 'Failed')).toBeChecked()
  await expect(terms(page).getByRole('listitem')).toHaveText([/^Created/])
  await expect(verdict(page, '3')).toBeVisible()
  await expect(taskRows(page)).toHaveCount(3)

  await search(page, 'FACE')
  await expect(taskRows(page)).toHaveCount(1)
  await expect(taskRows(page)).toContainText('No face found')
  // In an empty field the last term comes back.
  await searchField(page).press('Backspace')
  await expect(searchField(page)).toHaveValue('FACE')
  await expect(taskRows(page)).toHaveCount(3)
  await search(page, '人脸')
  await expect(taskRows(page)).toHaveCount(1)
  await expect(taskRows(page)).toContainText('未检测到人脸')
  await page.reload()
  await expect(taskRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove contains: 人脸' }).press('Enter')
  await expect(searchField(page)).toBeFocused()
  await expect(taskRows(page)).toHaveCount(3)
  await page.goBack()
  await expect(taskRows(page)).toHaveCount(1)
  // Another status takes its place, and Back brings it back. So does an old link.
  await search(page, 'completed')
  await expect(status(page, 'Completed')).toBeChecked()
  await expect(page).toHaveURL('/tasks?status=completed&q=today+%E4%BA%BA%E8%84%B8')
  await page.goBack()
  await expect(status(page, 'Failed')).toBeChecked()
  await page.goto('/tasks?q=failed+today+%E4%BA%BA%E8%84%B8')
  await expect(taskRows(page)).toHaveCount(1)
  await expect(status(page, 'Failed')).toBeChecked()
  // What an address has no room for stays in the field.
  const long = '人'.repeat(2_200)
  await search(page, long)
  await expect(searchField(page)).toHaveJSProperty(
    'validationMessage',
    'This search is too long for an address. Shorten it.',
  )
  await expect(searchField(page)).toHaveValue(long)
  await searchField(page).fill('')
  await page.getByRole('button', { name: /^Edit Created/ }).press('Enter')
  await expect(searchField(page)).toBeFocused()
  await expect(searchField(page)).toHaveValue('today')
  await expect(page).toHaveURL('/tasks?status=failed&q=%E4%BA%BA%E8%84%B8')
})

test('what is typed is offered in the ways to read it: by arrows, pointer and Enter, and put away with Escape', async ({
  page,
  account,
}) => {
  account.addTasks([{ ...failed('Strange background'), price: 3 }, ...many(30)])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  const field = searchField(page)
  const offered = page.getByRole('listbox', { name: 'Ways to read it' }).getByRole('option')
  await field.pressSequentially('over 5')
  await expect(offered).toHaveText(['Price over 5', 'Took over 5m', /./, 'contains: over 5'])
  const first = taskRows(page).first()
  const place = await first.boundingBox()
  await field.press('Escape')
  await expect(offered).toHaveCount(0)
  await expect(field).toHaveValue('over 5')
  // It lies over the page, so nothing has moved.
  expect(await first.boundingBox()).toEqual(place)

  await field.pressSequentially('0')
  await expect(offered).not.toHaveCount(0)
  await field.press('Backspace')
  await expect(offered.nth(1)).toHaveText('Took over 5m')
  await field.press('ArrowDown')
  await expect(offered.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', /-1$/)
  expect(await axeFindings(page, 'all')).toEqual([])
  await field.press('Enter')
  await expect(page).toHaveURL('/tasks?q=took+over+5+min')
  await expect(field).toHaveValue('')
  await expect(offered).toHaveCount(0)

  await field.pressSequentially('zebra')
  await offered.filter({ hasText: 'zebra' }).first().click()
  await expect(page).toHaveURL(/q=took\+over\+5\+min(%3B)?\+zebra$/)
  await expect(field).toBeFocused()
  // Enter does not wait for the list.
  await field.fill('under 4')
  await field.press('Enter')
  await expect(page).toHaveURL(/price\+under\+4$/)
})

test('a search that finds nothing says how many there are without each part, one press away; all parts go at once', async ({
  page,
  account,
}) => {
  account.addTasks([...Array.from({ length: 12 }, () => failed('Strange background')), ...many(30)])
  await connect(page, account.apiKey)
  await search(page, 'today background sideways')
  await expect(page.getByRole('heading', { name: 'No task matches' })).toBeVisible()
  const without = page.getByRole('button', { name: /^Without/ })
  await expect(foot(page)).toHaveText('Page 1 of 1 · 0 of 42 tasks')
  // Without another part there is nothing either.
  await expect(without).toHaveText(['Without “contains: sideways”: 12'])
  await without.press('Enter')
  await expect(page).toHaveURL(/q=today%3B\+background$|q=today\+background$/)
  await expect(taskRows(page)).toHaveCount(12)
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeFocused()
  await status(page, 'Failed').check()
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect(page).toHaveURL('/tasks')
  await expect(searchField(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeHidden()
})

test('a long list is read after a question, with its progress; cancelled, it claims no more than it found, and the rest is one press away', async ({
  page,
  account,
}) => {
  account.addTasks([failed('smile at the end'), ...many(1_198), failed('smile on page 1')])
  await connect(page, account.apiKey, '/tasks?q=smile')
  await expect(page.getByText('To read all 1,200 tasks, Marquee sends 12 requests.')).toBeVisible()
  await expect(taskRows(page)).toHaveCount(1)
  const pages = await holdRequests(page, /page=[3-9]/)
  await page.getByRole('button', { name: 'Read the rest' }).click()
  await pages.held
  await expect(page.getByText(/^Reading: \d00 of 1,200 tasks so far\.$/)).toBeVisible()
  const soFar = '1 so far, of about 1,200 tasks'
  await expect(foot(page)).toHaveText(`Page 1 of 1 · ${soFar}`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('200 tasks; some may be missing.').click()
  await expect(page.getByText('200 of 1,200 tasks read by')).toContainText('stopped before the end')
  await expect(taskRows(page)).toHaveCount(1)
  pages.letGo()
  await page.getByRole('button', { name: 'Read the rest' }).click()
  await expect(taskRows(page)).toHaveCount(2)
  await expect(verdict(page, '1,200')).toBeVisible()
  await expect(foot(page)).toHaveText('Page 1 of 1 · 2 of 1,200 tasks')
})

test('results come while a list is read, however fast it is read', async ({ page, account }) => {
  const rows = account.addTasks(Array.from({ length: 20 }, () => ({ status: 'failed' as const })))
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(rows.length)
  let replies = 0
  await page.route(/page_size=100/, async (route) => {
    const list = Array.from({ length: 100 }, (_, index) => ({
      uuid: `${replies}-${index}`,
      status: TASK_STATUS.failed,
    }))
    replies += 1
    await route.fulfill({ json: { code: 200, data: { list, total: 1_000_000 } } })
  })
  await search(page, 'finished')
  await page.getByRole('button', { name: 'Read the rest' }).click()
  const found = page.getByRole('navigation', { name: 'Pagination' }).getByRole('status')
  await expect(found).toContainText(/· [\d,]+,\d00 so far, of about 1,000,000 tasks$/)
  await expect(page.getByText(/^Reading: [\d,]+ of 1,000,000 tasks so far\.$/)).toBeVisible()
})

test('a header sorts all tasks of the list, both ways and then not at all', async ({
  page,
  account,
}) => {
  const [oldest] = account.addTasks(
    Array.from({ length: 45 }, (_, index) => ({
      status: 'completed' as const,
      createdAt: Date.now() - (45 - index) * 60_000,
    })),
  )
  await connect(page, account.apiKey)
  const header = page.getByRole('columnheader', { name: 'Created' })
  const first = taskRows(page).first()
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL('/tasks?sort=-created')
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(first).toContainText(oldest?.uuid.slice(0, 8) ?? '')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/tasks?page=2&sort=created')
  await header.getByRole('button').click()
  await expect(header).not.toHaveAttribute('aria-sort')
  await expect(page).toHaveURL('/tasks')
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('昨天 失败 finds what failed yesterday, and says so', async ({ page, account }) => {
    const yesterday = Date.now() - 86_400_000
    account.addTasks([
      { ...failed('未检测到人脸'), createdAt: yesterday },
      { ...failed('图片太暗'), createdAt: yesterday },
      failed('未检测到人脸'),
      { status: 'completed', createdAt: yesterday },
    ])
    await page.goto('/tasks')
    await page.getByRole('textbox', { name: 'API 密钥' }).fill(account.apiKey)
    await page.getByRole('button', { name: '连接', exact: true }).click()
    const field = page.getByRole('searchbox', { name: '搜索所有任务' })
    await field.fill('昨天 失败')
    await field.press('Enter')
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
    await expect(rows).toHaveCount(2)
    await expect(page.getByText(/^全部 3 个任务，读取于 \d\d:\d\d。$/)).toBeVisible()
    await expect(page.getByText('3 个任务中的 2 个')).toBeVisible()
    await expect(page.getByRole('button', { name: /^修改 创建于/ })).toBeVisible()
    await field.fill('人脸')
    await field.press('Enter')
    await expect(rows).toHaveCount(1)
    await page.getByRole('radio', { name: /^全部/ }).check()
    await expect(rows).toHaveCount(1)
  })
})
