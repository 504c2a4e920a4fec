import type { Page } from '@playwright/test'

import { CLIPS } from '#local-api/outcomes.ts'

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
