import { readFile } from 'node:fs/promises'

import type { Download, Page } from '@playwright/test'

import { connectAs } from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { search, taskRows } from '#e2e/support/screens.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export tasks' })

async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog(page)).toBeVisible()
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

/** Presses Export and waits for the file. */
async function save(page: Page): Promise<Download> {
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  return download
}

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    status: at % 5 === 0 ? ('failed' as const) : ('completed' as const),
  }))

test('all tasks under a filter that still loads are exported as CSV, page by page; no row has the key', async ({
  page,
  account,
}) => {
  const tasks = account.addTasks([
    ...many(1_205),
    { status: 'failed', errorMsg: '=HYPERLINK("https://evil.example")' },
    { status: 'failed', errorMsg: `unknown key ${account.apiKey}` },
    { status: 'failed', errorMsg: 'no "face"\n'.repeat(4_000) },
  ])
  await connectAs(page, 'Shop', account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)

  const rows = await holdRequests(page, /^(?!.*page_size=1(?:00)?\b).*status=failed/)
  await page.getByRole('radio', { name: 'Failed' }).check()
  await rows.held
  await openExport(page)
  await expect(dialog(page).getByRole('radio', { name: 'What I see' })).toBeChecked()
  const file = await save(page)
  await expect(dialog(page).getByRole('status')).toContainText('244 tasks read at')
  await expect(dialog(page).getByRole('status')).toContainText(file.suggestedFilename())
  expect(file.suggestedFilename()).toMatch(/^marquee-Shop-failed-244-\d{4}-\d\d-\d\dT\d{4}Z\.csv$/)
  const text = await textOf(file)
  const [header, ...lines] = text.trimEnd().split('\r\n')
  expect(header).toContain('"uuid","id","status","status_source"')
  expect(lines).toHaveLength(244)
  const failed = new Set(
    tasks.filter((_, at) => at % 5 === 0 || at > 1_204).map(({ uuid }) => uuid),
  )
  expect(new Set(lines.map((line) => line.slice(1, 37)))).toEqual(failed)
  expect(lines.every((line) => line.includes('"failed","filter"'))).toBe(true)
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text).toContain('unknown key <API_KEY>')
  // A spreadsheet has no room for it, and is told so; the dialog says where it is whole.
  expect(text).toContain('[cut here: 40000 characters in all')
  await expect(dialog(page).getByRole('status')).toContainText('Choose JSON to keep them whole.')
  expect(text).not.toContain(account.apiKey)
  rows.letGo()
})

test('this page is exported as JSON with the raw records and without a request; a cancelled export saves no file', async ({
  page,
  account,
}) => {
  account.addTasks(many(900))
  await connectAs(page, '../Shop', account.apiKey, '/tasks?page=2')
  await expect(taskRows(page)).toHaveCount(20)

  await test.step('this page', async () => {
    await openExport(page)
    await expect(dialog(page).getByRole('radio', { name: 'This page' })).toBeChecked()
    await dialog(page).getByRole('radio', { name: 'JSON' }).check()
    const lists: string[] = []
    page.on('request', (request) => lists.push(request.url()))
    const file = await save(page)
    expect(file.suggestedFilename()).toMatch(/^marquee-Shop-page-2-20-.*\.json$/)
    const text = await textOf(file)
    expect(JSON.parse(text)).toMatchObject({ about: { rows: 20, reading: null } })
    expect(text.match(/"source":"inferred"/g)).toHaveLength(20)
    expect(text.match(/"uuid":/g)).toHaveLength(20)
    expect(lists.filter((url) => url.includes('/plugins/'))).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('a cancelled export, whose file does not appear later', async () => {
    const pages = await holdRequests(page, /page=[2-9]/)
    const downloads: Download[] = []
    page.on('download', (download) => downloads.push(download))
    await openExport(page)
    await dialog(page).getByRole('radio', { name: 'Everything' }).check()
    await dialog(page).getByRole('button', { name: 'Export' }).click()
    await pages.held
    await expect(dialog(page)).toContainText('Reading: 100 of 900 tasks so far.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
    pages.letGo()
    // Somebody else has the list read to its end: that brings back no file.
    await search(page, 'zzz')
    await expect(page.getByText('All 900 tasks, read at')).toBeVisible()
    expect(downloads).toEqual([])
  })

  await test.step('what was found comes before the page', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click()
    await search(page, 'with video')
    await expect(taskRows(page)).toHaveCount(20)
    await openExport(page)
    await expect(dialog(page).getByRole('radio', { name: 'What I see' })).toBeChecked()
  })
})
