import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { connectOnDevice, lock, storedText, unlock } from '#e2e/support/account-screens.ts'
import { details } from '#e2e/support/details-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { recordAnnouncements } from '#e2e/support/live-screen.ts'
import { connect, search, taskRows } from '#e2e/support/screens.ts'
import { bar, boxes, many, waitForKeys } from '#e2e/support/selection-screen.ts'

/** What is said at the first mark of an account of the device. */
const firstUse = 'Kept on this device, encrypted with the account.'
const star = (row: Locator) => row.getByRole('img', { name: 'Starred' })
const link = (row: Locator) => row.getByRole('link', { name: /^Details of task/ })
const note = (page: Page) => details(page).getByRole('textbox', { name: 'Note' })
const button = (page: Page, name: string) =>
  details(page).getByRole('button', { name, exact: true })
const tiles = (page: Page) => page.getByRole('list', { name: 'Video tasks' }).getByRole('listitem')

/** Opens the details of a row. */
async function open(page: Page, at: number): Promise<void> {
  await link(taskRows(page).nth(at)).click()
  await expect(note(page)).toBeVisible()
}

test.describe('through the proxied host', () => {
  test.use({ via: 'proxied' })

  test('tasks are starred by key and by button and get a note, which stay over a reload, are searched and exported', async ({
    page,
    account,
  }) => {
    account.addTasks(many(4))
    await connect(page, account.apiKey)
    const announced = await recordAnnouncements(page)
    const rows = taskRows(page)
    await expect(rows).toHaveCount(4)
    await waitForKeys(page)
    await link(rows.nth(0)).focus()
    await page.keyboard.press('s')
    await expect(star(rows.nth(0))).toBeVisible()
    expect(await announced()).toContainEqual(
      expect.stringMatching(/^Starred\W+Kept until this tab is closed/),
    )
    await page.getByRole('button', { name: 'Got it' }).click()

    await open(page, 1)
    await expect(button(page, 'Star')).toHaveAttribute('aria-pressed', 'false')
    await button(page, 'Star').click()
    await expect(button(page, 'Star')).toHaveAttribute('aria-pressed', 'true')
    await expect(star(rows.nth(1))).toBeVisible()
    // Said once for each account.
    await expect(page.getByRole('button', { name: 'Got it' })).toHaveCount(0)
    await note(page).fill('ticket 4711')
    await note(page).press('Enter')
    await expect(rows.nth(1)).toContainText('ticket 4711')
    // In a field the key is a letter.
    await note(page).pressSequentially('s')
    await note(page).press('Escape')
    await expect(note(page)).toHaveValue('ticket 4711')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()

    await page.reload()
    await expect(star(rows.nth(0))).toBeVisible()
    await expect(rows.nth(1)).toContainText('ticket 4711')

    await search(page, 'with note')
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove With a note' }).click()
    await search(page, '4711')
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove contains: 4711' }).click()
    await search(page, 'starred')
    await expect(rows).toHaveCount(2)
    const download = page.waitForEvent('download')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    const [header, first, second] = text.split('\r\n')
    expect(header).toMatch(/"starred","hidden","note"$/)
    expect(first).toMatch(/,"true",,$/)
    expect(second).toMatch(/,"true",,"ticket 4711"$/)
    await page.keyboard.press('Escape')
    // The result follows the mark.
    await link(rows.nth(0)).focus()
    await page.keyboard.press('s')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('ticket 4711')
  })
})

test('a note is kept with Enter and on leaving the field, taken back with Escape, and never cut', async ({
  page,
  account,
}) => {
  account.addTasks(many(2))
  await connect(page, account.apiKey)
  await open(page, 0)
  await note(page).fill('first')
  await button(page, 'Next task').click()
  await expect(taskRows(page).nth(0)).toContainText('first')
  await expect(note(page)).toHaveValue('')
  await expect(note(page)).toHaveAccessibleDescription(
    'One line, up to 200 characters. Kept until this tab is closed or locked.',
  )
  const long = 'x'.repeat(201)
  await note(page).fill(long)
  await note(page).press('Enter')
  await expect(note(page)).toHaveAccessibleDescription(
    /^Use at most 200 characters\. This note has 201/,
  )
  await expect(note(page)).toHaveValue(long)
  await note(page).press('Escape')
  await expect(note(page)).toHaveValue('')
  await expect(details(page)).toBeVisible()
  await button(page, 'Previous task').click()
  await note(page).fill('')
  await note(page).press('Enter')
  await expect(taskRows(page).nth(0)).not.toContainText('first')
})

test('hidden tasks leave the gallery, are counted there, and come back; the table marks them', async ({
  page,
  account,
}) => {
  account.addTasks(many(5))
  await connect(page, account.apiKey)
  await boxes(page).nth(0).click()
  await boxes(page).nth(1).click()
  await bar(page).getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(bar(page).getByRole('button', { name: 'Hide', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(taskRows(page)).toHaveCount(5)
  await expect(page.getByRole('img', { name: 'Hidden in the gallery' })).toHaveCount(2)
  await bar(page).getByRole('button', { name: 'Clear selection' }).click()
  await page.keyboard.press('v')
  await expect(tiles(page)).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: '2 hidden' })).toBeVisible()
  await test.step('what cannot be seen is not selected', async () => {
    await page.getByRole('checkbox', { name: 'Select all tasks on this page' }).click()
    await expect(bar(page)).toContainText('3 tasks selected')
    await bar(page).getByRole('button', { name: 'Clear selection' }).click()
  })
  await test.step('the details step to what is seen only', async () => {
    await tiles(page).first().getByRole('link').click()
    const next = details(page).getByRole('button', { name: 'Next task' })
    await next.click()
    await next.click()
    await expect(next).toBeDisabled()
  })
  await test.step('a task that was just hidden keeps its place', async () => {
    await button(page, 'Previous task').click()
    await button(page, 'Hide').click()
    await expect(tiles(page)).toHaveCount(2)
    await expect(button(page, 'Next task')).toBeEnabled()
    await expect(button(page, 'Previous task')).toBeEnabled()
    await button(page, 'Hide').click()
    await expect(tiles(page)).toHaveCount(3)
    await page.keyboard.press('Escape')
  })
  await page.getByRole('button', { name: 'Show hidden' }).press('Enter')
  await expect(tiles(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'Leave out hidden' }).press('Enter')
  await expect(tiles(page)).toHaveCount(3)
  await search(page, 'hidden')
  await expect(tiles(page)).toHaveCount(2)
  await tiles(page).first().getByRole('link').click()
  await button(page, 'Hide').click()
  await expect(tiles(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove Hidden' }).click()
  await expect(tiles(page)).toHaveCount(4)
})

test('marks of an account of the device are encrypted, open with it, and join those of other tabs', async ({
  page,
  context,
  account,
}) => {
  account.addTasks(many(3))
  await connectOnDevice(page, 'Shop', account.apiKey)
  await open(page, 0)
  await note(page).fill('ticket 4711')
  await note(page).press('Enter')
  await expect(taskRows(page).nth(0)).toContainText('ticket 4711')
  await expect(page.locator('p:not(.sr-only)').filter({ hasText: firstUse })).toBeVisible()
  await expect(note(page)).toHaveAccessibleDescription(/Kept on this device, encrypted\.$/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('4711')

  const other = await context.newPage()
  await other.goto('/tasks')
  await unlock(other)
  await expect(taskRows(other).nth(0)).toContainText('ticket 4711')
  await waitForKeys(other)
  await link(taskRows(other).nth(1)).focus()
  await other.keyboard.press('s')
  await expect(star(taskRows(other).nth(1))).toBeVisible()
  await expect(star(taskRows(page).nth(1))).toBeVisible()
  await button(page, 'Star').click()
  await expect(star(taskRows(other).nth(0))).toBeVisible()
  await expect(taskRows(other).nth(0)).toContainText('ticket 4711')

  await test.step('what the browser does not store changes nothing, and what was typed stays', async () => {
    // The longest text that there is room for.
    await page.evaluate(() => {
      for (let length = 4_000_000, text = ''; length >= 1; length /= 2) {
        try {
          localStorage.setItem('filler', text + 'x'.repeat(length))
          text += 'x'.repeat(length)
        } catch {
          // Less, then.
        }
      }
    })
    await note(page).fill('a longer note about ticket 4711')
    await note(page).press('Enter')
    await expect(page.getByRole('alert')).toContainText('The change was not kept.')
    await expect(note(page)).toHaveValue('a longer note about ticket 4711')
    await expect(taskRows(page).nth(0)).toContainText('ticket 4711')
    await expect(taskRows(page).nth(0)).not.toContainText('longer')
    await page.evaluate(() => localStorage.removeItem('filler'))
    await note(page).press('Enter')
    await expect(taskRows(other).nth(0)).toContainText('a longer note')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await lock(other)
  expect(await storedText(other)).not.toContain('4711')
  expect(await storedText(page)).not.toContain('4711')
  await unlock(page)
  await expect(taskRows(page).nth(0)).toContainText('ticket 4711')
  await expect(star(taskRows(page).nth(1))).toBeVisible()
})
