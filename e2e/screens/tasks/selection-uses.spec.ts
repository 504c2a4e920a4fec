import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Download, Page } from '@playwright/test'

import { connectAs } from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { startInjectionService } from '#e2e/injection/service.ts'
import { connect, pasted, taskRows } from '#e2e/support/screens.ts'
import { bar, boxes, boxOfAll, expectTicked, failed, many } from '#e2e/support/selection-screen.ts'
import { completed, recordAnnouncements } from '#e2e/support/live-screen.ts'
import { finish } from '#e2e/support/finish-tasks.ts'
import { projectDir } from '#e2e/support/host-process.ts'
import { filesInZip } from '#e2e/support/zip.ts'

/** Opens the dialog for what is selected, and has the file saved. */
async function exportSelected(page: Page): Promise<{ file: Download; text: string }> {
  await bar(page).getByRole('button', { name: 'Export selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export tasks' })
  await expect(dialog.getByRole('radio', { name: 'Selected tasks' })).toBeChecked()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const file = await download
  await page.keyboard.press('Escape')
  return { file, text: await readFile(await file.path(), 'utf8') }
}

test('a selection spans pages and filters, and each link leads to the page where its task was seen', async ({
  page,
  account,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  const tasks = account.addTasks(many(25)).toReversed()
  const [first, second] = tasks
  await connect(page, account.apiKey, '/tasks?status=failed')
  await boxes(page).first().click()
  await boxes(page).nth(1).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(taskRows(page)).toHaveCount(5)
  await expectTicked(page)
  await expect(bar(page)).toContainText('2 tasks selected · 2 not on this page')
  await boxes(page).nth(4).click()
  await expect(bar(page)).toContainText('3 tasks selected · 2 not on this page')
  await bar(page).getByRole('button', { name: 'Copy IDs' }).click()
  const uuids = [first?.uuid, second?.uuid, tasks[24]?.uuid]
  await expect.poll(() => pasted(page)).toBe(uuids.join('\n'))
  await bar(page).getByRole('button', { name: 'Copy links' }).click()
  const { origin } = new URL(page.url())
  const links = [
    `${origin}/tasks?status=failed&task=${uuids[0] ?? ''}`,
    `${origin}/tasks?status=failed&task=${uuids[1] ?? ''}`,
    `${origin}/tasks?status=failed&page=2&task=${uuids[2] ?? ''}`,
  ]
  await expect.poll(() => pasted(page)).toBe(links.join('\n'))
  await page.getByRole('radio', { name: /^All/ }).check()
  await expectTicked(page, 0, 1)
  await expect(bar(page)).toContainText('3 tasks selected · 1 not on this page')
  await page.goto(links[2] ?? '')
  const details = page.getByRole('dialog', { name: 'Task details' })
  await expect(details).toContainText(uuids[2] ?? '')
  await expect(details).toContainText('No face found in the image.')
})

test('a refresh keeps the selection, the file has the newest data, and a video is saved under its task’s name', async ({
  page,
  account,
  store,
}) => {
  const [changing, other, last] = account.addTasks([{ status: 'pending' }, ...many(2)])
  await connectAs(page, 'Shop', account.apiKey)
  await boxOfAll(page).click()
  await boxes(page).nth(1).click()
  await expect(bar(page)).toContainText('2 tasks selected')
  finish(store, changing, true)
  account.addTasks([failed])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(taskRows(page)).toHaveCount(4)
  await expectTicked(page, 1, 3)
  // The other status' list is where it will be exported from: what is kept is what is written.
  await page.getByRole('radio', { name: /^Processing/ }).check()
  await expect(bar(page)).toContainText('2 tasks selected · 2 not on this page')
  const { file, text } = await exportSelected(page)
  expect(file.suggestedFilename()).toMatch(/^marquee-Shop-selected-2-\d{4}-.*Z\.csv$/)
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(`"${last?.uuid ?? ''}"`)
  expect(lines[1]).toMatch(new RegExp(`^"${changing?.uuid ?? ''}",\\d+,"completed",`))
  expect(text).not.toContain(other?.uuid)
  expect(text).not.toContain(account.apiKey)
  await expect(bar(page).getByRole('button', { name: 'Export selected' })).toBeFocused()

  await bar(page).getByRole('button', { name: 'Download videos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download videos' })
  await expect(dialog).toContainText('Tasks with a video: 1 of 2.')
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save 1 video' }).click()
  expect((await saved).suggestedFilename()).toBe(`${changing?.uuid.slice(0, 8) ?? ''}.webm`)
})

test('videos of our own host are saved in a ZIP under unique names; others are listed and never requested', async ({
  page,
  startOwnHost,
}) => {
  const service = await startInjectionService()
  const { origin } = await startOwnHost({ taskApiUrl: service.baseUrl })
  const list = [
    { uuid: 'd3f1a9c2-1', video_url: `${origin}/media/silk.webm` },
    { uuid: 'd3f1a9c2-2', video_url: `${origin}/media/silk.webm` },
    { uuid: 'elsewhere', video_url: 'https://videos.example/one.mp4' },
    { uuid: 'unsafe', video_url: 'javascript:alert(1)' },
    { uuid: 'no-video', price: 3 },
    { price: 7 },
    'no record',
  ]
  service.list = () => ({ data: { total: list.length, list } })
  await connect(page, 'service-key', `${origin}/tasks`)
  // What has no name cannot be selected.
  await expect(taskRows(page)).toHaveCount(7)
  await expect(boxes(page)).toHaveCount(5)
  await boxOfAll(page).click()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await bar(page).getByRole('button', { name: 'Download videos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download videos' })
  await expect(dialog).toContainText('Tasks with a video: 3 of 5.')
  await expect(dialog).toContainText('1 video is on another site')
  await expect(dialog.getByRole('listitem')).toHaveText(/elsewher.*videos\.example/)
  const link = dialog.getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://videos.example/one.mp4')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save 2 videos' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^Saved: 2 videos, [\d.]+ MB\.$/)
  const zip = filesInZip(await readFile(await (await saved).path()))
  expect([...zip.keys()]).toEqual(['d3f1a9c2.webm', 'd3f1a9c2-2.webm'])
  const silk = await readFile(path.join(projectDir, 'dist/media/silk.webm'))
  expect([...zip.values()].map((content) => content.equals(silk))).toEqual([true, true])
  await expect(dialog).toBeVisible()
  expect(asked.filter((host) => !origin.endsWith(host))).toEqual([])
  await page.close()
  await service.close()
})

test('all tasks that a search has found are selected by keyboard, said, copied and exported', async ({
  page,
  account,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  const tasks = account.addTasks([...many(45), ...Array.from({ length: 70 }, () => completed)])
  await connect(page, account.apiKey, '/tasks?q=no+video')
  const heard = await recordAnnouncements(page)
  await boxOfAll(page).click()
  await expect(bar(page)).toContainText('20 tasks selected')
  const all = bar(page).getByRole('button', { name: 'Select all 45 that match' })
  await all.press('Enter')
  await expect(bar(page)).toContainText('45 tasks selected · 25 not on this page')
  await expect(all).toBeFocused()
  await expect(all).toHaveAttribute('aria-disabled', 'true')
  const said = async () => (await heard()).join(' ')
  await expect.poll(said).toContain('45 tasks selected')
  const uuids = tasks
    .slice(0, 45)
    .map(({ uuid }) => uuid)
    .toSorted()
  await bar(page).getByRole('button', { name: 'Copy IDs' }).click()
  await expect.poll(async () => (await pasted(page)).split('\n').toSorted()).toEqual(uuids)
  await bar(page).getByRole('button', { name: 'Export selected' }).click()
  await expect(page.getByRole('dialog', { name: 'Export tasks' })).toContainText('45 rows')
  await page.keyboard.press('Escape')
  await boxes(page).first().click()
  await expect(bar(page)).toContainText('44 tasks selected')
  await expect(all).toBeHidden()
  await boxes(page).first().click()
  await all.click()
  await expect(bar(page)).toContainText('45 tasks selected')
  // What was selected before stays.
  await page.getByRole('button', { name: 'Remove Without a video' }).click()
  await page.getByRole('radio', { name: /^Completed/ }).check()
  await expect(taskRows(page)).toHaveCount(20)
  await boxOfAll(page).click()
  await bar(page).getByRole('button', { name: 'Select all 70 that match' }).click()
  await expect(bar(page)).toContainText('115 tasks selected · 95 not on this page')
})
