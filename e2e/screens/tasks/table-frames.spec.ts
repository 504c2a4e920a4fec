import type { Page } from '@playwright/test'

import { CLIPS } from '#local-api/outcomes.ts'

import { startInjectionService } from '#e2e/injection/service.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'
import { countFrames, watchVideos } from '#e2e/support/video-frames.ts'

const option = (page: Page) =>
  page.getByRole('checkbox', { name: 'Show first frames of videos in the table' })

async function openOptions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).click()
}

test('the table shows first frames where the person has asked for them, and loads no video before', async ({
  page,
  account,
}) => {
  account.addTasks([
    { status: 'completed', clip: CLIPS[0] },
    { status: 'pending' },
    { status: 'completed', clip: CLIPS[1] },
  ])
  const videos = watchVideos(page)
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(3)
  await openOptions(page)
  await expect(option(page)).not.toBeChecked()
  expect(videos.urls.size).toBe(0)
  await option(page).check()
  await expect.poll(() => countFrames(page)).toBe(2)
  await expect(page.locator('video')).toHaveCount(0)

  await page.reload()
  await expect.poll(() => countFrames(page)).toBe(2)
  await taskRows(page).first().getByRole('button', { name: /^Play/ }).click()
  await expect(page.getByRole('dialog').locator('video')).toBeVisible()
  await page.keyboard.press('Escape')

  await openOptions(page)
  await option(page).uncheck()
  await expect(page.locator('canvas')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(taskRows(page).first().getByRole('button', { name: /^Play/ })).toBeVisible()
})

test('once previews may load from another host, the table shows them, too; a broken one leaves its button @release', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  // This page’s policy allows the host, which does not exist.
  expectConsole(/ERR_NAME_NOT_RESOLVED/)
  expectConsole(/outside world: https:..videos.example/)
  const service = await startInjectionService()
  const { origin } = await startOwnHost({
    taskApiUrl: service.baseUrl,
    mediaHosts: ['https://videos.example'],
  })
  const list = [{ uuid: 'elsewhere', video_url: 'https://videos.example/one.webm' }]
  service.list = () => ({ data: { total: list.length, list } })
  const videos = watchVideos(page)
  await connect(page, 'k', `${origin}/tasks`)
  await expect(taskRows(page)).toHaveCount(1)
  expect(videos.urls.size).toBe(0)
  await page.getByRole('button', { name: 'Show as gallery' }).click()
  await page.getByRole('button', { name: 'Load previews' }).click()
  await expect(page.locator('[data-gallery]')).toContainText('No preview')
  await page.getByRole('button', { name: 'Show as table' }).click()
  const row = taskRows(page).first()
  await expect(row.getByRole('button', { name: /^Play/ })).toBeVisible()
  await expect(row.locator('canvas')).toHaveCount(0)
  await openOptions(page)
  await expect(option(page)).toBeChecked()
  await page.close()
  await service.close()
})
