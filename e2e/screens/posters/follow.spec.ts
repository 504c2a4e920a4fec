import type { Page, Request } from '@playwright/test'

import type { Store } from '#local-api/store.ts'

import { expect, test } from '#e2e/support/fixtures.ts'
import { finish } from '#e2e/support/finish-tasks.ts'
import { MINUTE, passTimeUntil, recordAnnouncements, SECOND } from '#e2e/support/live-screen.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  createdUuid,
  fillPoster,
  pasted,
  receipt,
  submitPoster,
} from '#e2e/support/screens.ts'
import { submissions } from '#e2e/support/submission-log.ts'
import { countFrames } from '#e2e/support/video-frames.ts'

const { portrait } = images

declare global {
  interface Window {
    /** what was handed to the device */
    shared: unknown[]
  }
}

/** Creates posters one after the other, with a clock that the test controls. */
async function createPosters(page: Page, apiKey: string, count = 1, origin = ''): Promise<void> {
  await page.clock.install()
  await connect(page, apiKey, `${origin}/posters`)
  for (let number = 1; number <= count; number += 1) {
    await fillPoster(page, `${portrait}?${number}`, 'firework')
    await submitPoster(page).click()
    await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
    if (number < count) await page.getByRole('button', { name: 'Create another' }).click()
  }
}

/** The task of the poster that was just created, as the service has it. */
async function createdTask(page: Page, store: Store): Promise<{ id: number } | undefined> {
  const uuid = await createdUuid(page)
  return store.database.query<{ id: number }>('SELECT id FROM tasks WHERE uuid = ?').one(uuid)
}

/** Counts the list requests of a page from now on. */
function countLists(page: Page): { sent: number; inFlight: Set<Request> } {
  const lists = { sent: 0, inFlight: new Set<Request>() }
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname !== '/api/plugins/video/tasks' || searchParams.get('page_size') !== '100') return
    lists.sent += 1
    lists.inFlight.add(request)
  })
  page.on('requestfinished', (request) => lists.inFlight.delete(request))
  page.on('requestfailed', (request) => lists.inFlight.delete(request))
  return lists
}

test('a created poster is followed to its video, which plays at once and is announced', async ({
  page,
  context,
  account,
  store,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await context.grantPermissions(['clipboard-write'])
  await createPosters(page, account.apiKey)
  await passTimeUntil(page, SECOND, () => expect(receipt(page)).toContainText('so far'))
  const heard = await recordAnnouncements(page)
  finish(store, await createdTask(page, store), true)
  await page.clock.runFor(6 * SECOND)
  await expect(receipt(page)).toContainText('Completed')
  await expect(receipt(page)).toContainText('in total')
  const video = receipt(page).locator('video')
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime))
    .toBeGreaterThan(0)
  expect(await video.evaluate((it: HTMLVideoElement) => it.muted && it.loop)).toBe(true)
  await expect.poll(heard).toEqual(['1 task changed: Completed 1.'])
  await receipt(page).getByRole('button', { name: 'Copy video link' }).click()
  expect(await pasted(page)).toBe(await video.evaluate((it: HTMLVideoElement) => it.src))

  const lists = countLists(page)
  await page.clock.runFor(2 * MINUTE)
  expect(lists.sent).toBe(0)

  await page.reload()
  const entry = submissions(page)
  await expect(entry).toContainText('Completed')
  await expect.poll(() => countFrames(entry)).toBe(1)
  await entry.getByRole('button', { name: 'Play' }).click()
  await expect
    .poll(() => entry.locator('video').evaluate((it: HTMLVideoElement) => it.currentTime))
    .toBeGreaterThan(0)
  await entry.getByRole('link', { name: 'Open in tasks' }).click()
  await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible()
})

test('a poster in progress says how long five earlier ones of its scene took', async ({
  page,
  account,
  store,
}) => {
  await createPosters(page, account.apiKey)
  for (const number of [2, 3, 4, 5, 6]) {
    await expect(receipt(page)).toContainText('so far')
    await expect(receipt(page)).not.toContainText('usually')
    finish(store, await createdTask(page, store), true, Date.now() + 90 * SECOND)
    await page.clock.runFor(6 * SECOND)
    await expect(receipt(page)).toContainText('in total')
    await page.getByRole('button', { name: 'Create another' }).click()
    await fillPoster(page, `${portrait}?${number}`, 'firework')
    await submitPoster(page).click()
  }
  await expect(receipt(page)).toContainText(/so far · usually 1m \d+s, nine of ten within 1m \d+s/)
})

test('a finished video is shared where the device can @release', async ({
  page,
  account,
  store,
}) => {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    const canShare = () => true
    const share = (data: unknown) => {
      shared.push(data)
      return Promise.reject(new DOMException('closed', 'AbortError'))
    }
    Object.assign(navigator, { canShare, share })
    window.shared = shared
  })
  await createPosters(page, account.apiKey)
  const task = await createdTask(page, store)
  finish(store, task, true)
  await page.clock.runFor(6 * SECOND)
  await receipt(page).getByRole('button', { name: 'Share', exact: true }).click()
  const shared = () => page.evaluate(() => window.shared)
  const data = {
    title: expect.stringMatching(/^Video of task /),
    url: expect.stringMatching(/\.webm$/),
  }
  expect(await shared()).toEqual([data])

  await submissions(page).getByRole('link', { name: 'Open in tasks' }).click()
  await page
    .getByRole('dialog', { name: 'Task details' })
    .getByRole('button', { name: 'Share', exact: true })
    .click()
  expect(await shared()).toEqual([data, data])
})

test('a failed poster says why, and fills in the form again', async ({ page, account, store }) => {
  await createPosters(page, account.apiKey)
  finish(store, await createdTask(page, store), false)
  const failed = page.getByRole('region', { name: /^Failed/ })
  await passTimeUntil(page, SECOND, () =>
    expect(failed).toContainText('The service says: No face found in the image.'),
  )
  await expect(failed).toContainText('Our advice: Use a sharp image')
  await expect(submissions(page)).toHaveText(/^Failed/)
  await expect(submissions(page).getByText('Failed', { exact: true })).toHaveCount(1)
  await failed.getByRole('button', { name: 'Try again with these values' }).click()
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(`${portrait}?1`)
  await page.reload()
  await expect(submissions(page)).toContainText('The service says: No face found in the image.')
  await expect(submissions(page)).toContainText('Our advice: Use a sharp image')
})
