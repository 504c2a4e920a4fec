import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { completed, failed, pending } from '#e2e/support/live-screen.ts'
import {
  columnBoxes,
  listOptions,
  openListOptions,
  rowProblems,
} from '#e2e/support/list-options-screen.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

/** All but that of the boxes to select by. */
const headers = (page: Page) => page.getByRole('columnheader').and(page.locator('[class*=column-]'))

const columns = (page: Page) => headers(page).allTextContents()

const box = (page: Page, name: string) => listOptions(page).getByRole('checkbox', { name })

/** The names of the visible columns. */
async function shownColumns(page: Page): Promise<string[]> {
  const shown = headers(page).locator('visible=true')
  await expect(shown.first()).toBeVisible()
  return shown.allTextContents()
}

test('columns are hidden and shown at once; after a reload they are hidden before the first paint', async ({
  page,
  account,
}) => {
  account.addTasks([completed, failed, pending])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(3)
  const all = await shownColumns(page)
  const most = all.filter((name) => name !== 'Price' && name !== 'Result')
  expect(most).toHaveLength(all.length - 2)
  const options = await openListOptions(page)
  await expect(options).toContainText('Status and Task always stay.')
  await box(page, 'Price').uncheck()
  await box(page, 'Result').uncheck()
  expect(await shownColumns(page)).toEqual(most)
  await expect(page.getByText('No face found in the image.')).toBeHidden()
  // What is not seen is not read out either.
  await page.keyboard.press('Escape')
  expect(await columns(page)).toEqual(most)

  await page.addInitScript(() => {
    // Of the rows to come, too: the placeholder has columns.
    new MutationObserver(() => {
      const { dataset } = document.documentElement
      if (document.querySelector('.column-created') !== null) dataset['seen'] = 'created'
      if (document.querySelector('.column-price') !== null) dataset['seen'] = 'price'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(taskRows(page)).toHaveCount(3)
  await expect(page.locator('html')).toHaveAttribute('data-seen', 'created')
  expect(await shownColumns(page)).toEqual(most)
  await openListOptions(page)
  await expect(box(page, 'Price')).not.toBeChecked()
  await expect(box(page, 'Created')).toBeChecked()
  await options.getByRole('button', { name: 'Show all columns' }).click()
  await expect(options.getByRole('status').first()).toHaveText('All columns are shown.')
  expect(await shownColumns(page)).toEqual(all)
  for (const one of await columnBoxes(page).all()) await expect(one).toBeChecked()

  await test.step('beside the details of a task the table is whole', async () => {
    await box(page, 'Created').uncheck()
    await box(page, 'Result').uncheck()
    await page.keyboard.press('Escape')
    await taskRows(page).first().getByRole('link').first().click()
    await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible()
    const shown = await shownColumns(page)
    expect(shown).toEqual(expect.arrayContaining(['Status', 'Task', 'Price']))
    for (const name of ['Created', 'Result']) expect(shown).not.toContain(name)
    expect(await rowProblems(page)).toEqual([])
  })
})

test('any columns can be hidden on any screen, and the layout has no overlaps or gaps @release', async ({
  page,
  account,
}) => {
  account.addTasks([
    completed,
    { status: 'failed', errorMsg: 'No face found in the image. '.repeat(9) },
    { status: 'completed', scene: null, price: 123_456_789 },
    pending,
  ])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(4)
  for (const [device, viewport] of [
    ['a desk', { width: 1280, height: 800 }],
    ['a small desk', { width: 1024, height: 700 }],
    ['a phone', { width: 360, height: 740 }],
  ] as const) {
    await test.step(device, async () => {
      await page.setViewportSize(viewport)
      const options = await openListOptions(page)
      await options.getByRole('button', { name: 'Show all columns' }).click()
      expect(await rowProblems(page), 'all').toEqual([])
      // Each box once for every second press of the one before: all sets there are.
      const boxes = await columnBoxes(page).all()
      for (let step = 1; step < 2 ** boxes.length; step += 1) {
        await boxes[Math.log2(step & -step)]?.click()
        expect(await rowProblems(page), (await columns(page)).join()).toEqual([])
      }
      await page.keyboard.press('Escape')
    })
  }
})

/** Exports the page. @returns the text of the file */
async function exported(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export tasks' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  await page.keyboard.press('Escape')
  return text
}

test('columns are hidden with the keyboard and by name; another tab follows at once; exports still have hidden columns', async ({
  page,
  context,
  account,
}) => {
  account.addTasks([completed, failed])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  const before = await exported(page)
  expect(before).toContain('"price"')
  await page.getByRole('button', { name: 'Export', exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const scene = listOptions(page).getByRole('combobox', { name: 'Scene' })
  await expect(scene).toBeFocused()
  // Past rows per page, the order and the first column.
  for (let tab = 0; tab < 4; tab += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(box(page, 'Price')).not.toBeChecked()
  const others = (await columnBoxes(page).count()) - 1
  for (let tab = 0; tab < others; tab += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(box(page, 'Price')).toBeChecked()
  await expect(listOptions(page).getByRole('button', { name: 'Show all columns' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'List options' })).toBeFocused()

  await page.getByRole('button', { name: /^Search and commands/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('list opt')
  await page.keyboard.press('Enter')
  await expect(scene).toBeFocused()

  const other = await context.newPage()
  await connect(other, account.apiKey)
  await openListOptions(other)
  await box(other, 'Price').uncheck()
  await expect(box(page, 'Price')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Price' })).toBeHidden()
  await other.close()

  const options = await openListOptions(page)
  for (const one of await columnBoxes(page).all()) await one.uncheck()
  await expect(options).toContainText('Exported files always hold everything.')
  await page.keyboard.press('Escape')
  expect(await exported(page)).toBe(before)
})

test('cards and a gallery are sorted in the list options, as a table is by its headers', async ({
  page,
  account,
}) => {
  account.addTasks([
    { status: 'completed', price: 30 },
    { status: 'completed', price: 200 },
    { status: 'completed', price: 1 },
  ])
  await page.setViewportSize({ width: 390, height: 800 })
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(3)
  const prices = taskRows(page).locator('.column-price')
  const sort = async (order: string) => {
    const options = await openListOptions(page)
    await options.getByRole('combobox', { name: 'Sort by' }).selectOption(order)
    await page.keyboard.press('Escape')
  }
  await sort('Price, descending')
  await expect(page).toHaveURL('/tasks?sort=-price')
  await expect(prices).toContainText(['200', '30', '1'])
  await sort('Price, ascending')
  await expect(prices).toContainText(['1', '30', '200'])
  await sort('Order of the list')
  await expect(page).toHaveURL('/tasks')
  await expect(prices).toContainText(['1', '200', '30'])
})
