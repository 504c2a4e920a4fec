import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find task' })
const found = (page: Page) => dialog(page).getByRole('list', { name: 'Tasks found' })
const details = (page: Page) => page.getByRole('dialog', { name: 'Task details' })

async function find(page: Page, text: string): Promise<void> {
  if (!(await dialog(page).isVisible())) {
    await page.getByRole('button', { name: 'Find task' }).click()
  }
  await dialog(page).getByRole('textbox', { name: 'Task ID or number' }).fill(text)
  await page.keyboard.press('Enter')
}

const many = (count: number) =>
  Array.from({ length: count }, () => ({ status: 'completed' as const }))

/** The list's requests for pages of a hundred, as they leave the page. */
function watchPages(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/plugins/video/tasks') && search.includes('page_size=100')) {
      sent.push(search)
    }
  })
  return sent
}

test('an empty search shows an error at the field; a task on this page is found at once, and opened', async ({
  page,
  account,
}) => {
  const tasks = account.addTasks(many(30))
  const task = tasks.at(-1)
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  const pages = watchPages(page)
  await find(page, ' # ')
  const field = dialog(page).getByRole('textbox')
  await expect(field).toHaveAccessibleDescription(/Enter a task ID or number/)
  // It is unclear which one is meant, so nothing is read.
  await find(page, 'tasks 812 and 813')
  await expect(field).toHaveAccessibleDescription(/and nothing else/)
  await find(page, `My video ${task?.uuid ?? ''} failed yesterday.`)
  await expect(dialog(page).getByRole('status')).toHaveText('1 task found.')
  await found(page).getByRole('button').click()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(`/tasks?task=${task?.uuid ?? ''}`)
  await expect(details(page)).toContainText(task?.uuid ?? '')
  expect(pages).toEqual([])
})

test('a task on a later page is found by scanning, under any filter; a missing one is reported with the number of scanned tasks', async ({
  page,
  account,
}) => {
  const tasks = account.addTasks([{ status: 'completed' }, ...many(340)])
  const task = tasks[0]
  await connect(page, account.apiKey, '/tasks?status=failed')
  await expect(page.getByRole('heading', { name: 'No tasks match this filter' })).toBeVisible()
  const status = dialog(page).getByRole('status')

  await test.step('what is not there', async () => {
    const pages = watchPages(page)
    await find(page, 'yyy')
    await expect(status).toContainText('Not among the tasks read.')
    await expect(status).toContainText(/341 tasks read at .*: the whole list\./)
    expect(pages).toHaveLength(8)
    // Read less than a minute ago: nothing is asked for again.
    await find(page, 'xxx')
    await expect(status).toContainText('Not among the tasks read.')
    expect(pages).toHaveLength(8)
  })

  await test.step('by its first characters several may be meant', async () => {
    // With a letter first: many IDs may begin with two digits, more than are listed.
    const start = tasks.find(({ uuid }) => /^[a-f]/.test(uuid))?.uuid.slice(0, 2) ?? ''
    const meant = tasks.filter(({ uuid }) => uuid.startsWith(start))
    await find(page, start)
    await expect(status).toContainText('341 tasks read at')
    await expect(found(page).getByRole('listitem')).toHaveCount(meant.length)
  })

  await find(page, `Task #${String(task?.id)}，`)
  // Another one's ID may begin as this number does.
  await expect(status).toHaveText(/^\d tasks? found\./)
  const name = `Details of task ${task?.uuid.slice(0, 8) ?? ''}`
  await found(page).getByRole('button', { name }).click()
  await expect(details(page)).toContainText(task?.uuid ?? '')
  await expect(details(page)).toContainText('on page 4 at 100 rows per page')
  await expect(details(page).getByRole('heading', { name: 'Task details' })).toBeFocused()
})

test('the scan can be stopped; its results so far stay, and the text does not claim more', async ({
  page,
  account,
}) => {
  account.addTasks(many(900))
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  const pages = await holdRequests(page, /page=[2-9]/)
  await find(page, 'zzz')
  await pages.held
  await expect(dialog(page)).toContainText('Reading: 100 of 900 tasks so far.')
  await dialog(page).getByRole('button', { name: 'Stop reading' }).click()
  await expect(dialog(page).getByRole('status')).toContainText('100 of 900 tasks read')
  await expect(dialog(page).getByRole('status')).toContainText('stopped before the end')
  pages.letGo()
})

test('a link to a task that has moved finds it with a scan, also by its number or in capitals', async ({
  page,
  account,
}) => {
  const [task] = account.addTasks(many(240))
  if (task === undefined) throw new Error('there is no task')
  const lookThrough = async () => {
    await expect(details(page)).toContainText('Not on this page')
    await details(page).getByRole('button', { name: 'Search the whole list' }).click()
    // Another one's ID may begin as this number does.
    const name = `Details of task ${task.uuid.slice(0, 8)}`
    const list = details(page).getByRole('list', { name: 'Tasks found' })
    await list.getByRole('button', { name }).click()
    await expect(details(page)).toContainText('on page 3 at 100 rows per page')
    await expect(details(page)).toContainText(task.uuid)
    await expect(page).toHaveURL(`/tasks?task=${task.uuid}`)
    await expect(details(page).getByRole('heading', { name: 'Task details' })).toBeFocused()
  }
  await connect(page, account.apiKey, `/tasks?task=${task.uuid.toUpperCase()}`)
  await lookThrough()
  await page.goto(`/tasks?task=${String(task.id)}`)
  await lookThrough()
})
