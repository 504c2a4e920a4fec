import { details, showMore } from '#e2e/support/details-screen.ts'
import { openEarly } from '#e2e/support/early-screen.ts'
import { finish } from '#e2e/support/finish-tasks.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { chooseOption, connect, search, taskRows, waitForAllCode } from '#e2e/support/screens.ts'
import { bar, boxes } from '#e2e/support/selection-screen.ts'
import { addForeignElements, textsOfReact, translate } from '#e2e/support/translation.ts'

const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const
const completed = { status: 'completed' } as const

/** A browser that translates puts elements in the place of all texts, at any time. What is shown is right nevertheless. */

test('translated, the list shows what is new and nothing of before', async ({
  page,
  context,
  account,
  store,
}) => {
  await context.grantPermissions(['clipboard-write'])
  const tasks = account.addTasks([
    ...Array.from({ length: 30 }, () => failed),
    ...Array.from({ length: 14 }, () => completed),
    { status: 'pending' },
  ])
  const unfinished = tasks.at(-1)
  await page.clock.install()
  await translate(page)
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  const pages = page.getByRole('navigation', { name: 'Pagination' })
  const first = taskRows(page).first()

  await test.step('pages, sizes and filters', async () => {
    const statuses = page.getByRole('radiogroup', { name: 'Status' })
    await expect(pages).toContainText('Page 1 of 3 · 45 tasks')
    await pages.getByRole('button', { name: 'Next page' }).click()
    await expect(pages).toContainText('Page 2 of 3 · 45 tasks')
    await expect(first).toContainText(tasks.at(-21)?.uuid.slice(0, 8) ?? '')
    await expect(first).toContainText('Failed')
    await pages.getByRole('spinbutton', { name: 'Page' }).fill('3')
    await page.keyboard.press('Enter')
    await expect(taskRows(page)).toHaveCount(5)
    await chooseOption(page, 'Rows per page', '10')
    await expect(pages).toContainText('Page 1 of 5 · 45 tasks')
    await statuses.getByRole('radio', { name: /^Failed/ }).check()
    await expect(pages).toContainText('Page 1 of 3 · 30 tasks')
    await statuses.getByRole('radio', { name: /^All/ }).check()
    await expect(pages).toContainText('Page 1 of 5 · 45 tasks')
    await expect(first).toContainText('Pending')
  })

  await test.step('details, with a status that changes while they are open', async () => {
    await first.getByRole('link').first().click()
    await expect(details(page)).toContainText('Pending')
    await showMore(page)
    await details(page).getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
    finish(store, unfinished, true)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(details(page)).toContainText('Completed')
    await expect(details(page)).not.toContainText('Pending')
    await expect(first).toContainText('Completed')
    await expect(first).not.toContainText('Pending')
    await details(page).getByRole('button', { name: 'Next task' }).click()
    await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()
  })

  await test.step('a selection, and what is done with it', async () => {
    await boxes(page).nth(0).click()
    await expect(bar(page)).toContainText('1 task selected')
    await boxes(page).nth(1).click()
    await expect(bar(page)).toContainText('2 tasks selected')
    await expect(bar(page)).not.toContainText('1 task ')
    await bar(page).getByRole('button', { name: 'Copy IDs' }).click()
    await bar(page)
      .getByRole('button', { name: /^Download/ })
      .click()
    await expect(page.getByRole('dialog', { name: 'Download videos' })).toBeVisible()
    await page.keyboard.press('Escape')
    await bar(page)
      .getByRole('button', { name: /^Clear/ })
      .click()
    await expect(bar(page)).toBeHidden()
  })

  await test.step('find, export, commands, options and the gallery', async () => {
    await search(page, tasks[0]?.uuid ?? '')
    await expect(taskRows(page)).toHaveCount(1)
    await page.getByRole('button', { name: /^Remove Task/ }).click()
    await search(page, '0b51b8a4-6a0a-4f5e-9a9e-7d0d1f6f2c11')
    await expect(page.getByRole('heading', { name: 'No task matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Everything' }).check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('zzz')
    await expect(page.getByRole('dialog')).toContainText('No matching commands')
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('gallery')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Video tasks' })).toBeVisible()
    await pages.getByRole('button', { name: 'Next page' }).click()
    await expect(pages).toContainText('Page 2 of 5')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
  })
  expect(await textsOfReact(page)).toEqual([])
})

test('translated before the app, the early screen hands over', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 25 }, () => failed))
  await connect(page, account.apiKey)
  await translate(page)
  const code = await openEarly(page, '/tasks')
  await expect(taskRows(page)).toHaveCount(20)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(taskRows(page)).toHaveCount(5)
  code.letGo()
  await expect(page.getByText('Page 2 of 2 · 25 tasks')).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByText('Page 1 of 2 · 25 tasks')).toBeVisible()
  await expect(page.getByText('Page 2 of 2 · 25 tasks')).toBeHidden()
})

test('elements of an extension between ours change nothing @release', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 25 }, () => failed))
  await connect(page, account.apiKey)
  await waitForAllCode(page)
  await test.step('in the screen before the app', async () => {
    const code = await openEarly(page, '/tasks')
    await expect(taskRows(page)).toHaveCount(20)
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('#root div, #root button')) {
        element.before(document.createElement('grammar-mark'))
      }
    })
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(taskRows(page)).toHaveCount(5)
    code.letGo()
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(taskRows(page)).toHaveCount(20)
  })
  await addForeignElements(page)
  await test.step('in the table', async () => {
    const row = taskRows(page).nth(3)
    const uuid = taskIn(await row.getByRole('link').first().getAttribute('href'))
    await row.getByRole('button', { name: 'Copy task ID' }).click()
    await row.getByRole('link').first().click()
    await expect(details(page)).toContainText(uuid)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(taskRows(page)).toHaveCount(5)
  })
  await test.step('in the gallery', async () => {
    await page.keyboard.press('v')
    const tiles = page.getByRole('list', { name: 'Video tasks' }).getByRole('listitem')
    const uuid = taskIn(await tiles.nth(2).locator('a[data-act=open]').getAttribute('href'))
    await tiles.nth(1).locator('a[data-act=open]').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(details(page)).toContainText(uuid)
  })
})

/** The name of the task in the address of its details. */
function taskIn(address: string | null): string {
  return new URLSearchParams(address?.split('?')[1]).get('task') ?? 'no task'
}
