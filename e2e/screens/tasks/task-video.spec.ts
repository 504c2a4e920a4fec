import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { updateTaskState } from '#local-api/lifecycle.ts'
import { CLIPS } from '#local-api/outcomes.ts'
import type { Store } from '#local-api/store.ts'

import { expect, test } from '#e2e/support/fixtures.ts'
import { connect, search, taskRows } from '#e2e/support/screens.ts'

const details = (page: Page) => page.getByRole('dialog', { name: 'Task details' })

/** A clip that the service does not have any more. */
const expired = { status: 'completed', clip: 'expired' } as const

/** Has the service give the video another address from now on. */
function renew(store: Store, task: { id: number } | undefined, clip: string): void {
  const now = Date.now()
  updateTaskState(store, task?.id ?? 0, {
    status: 'completed',
    updatedAt: now,
    completedAt: now,
    dueAt: null,
    clip,
    errorMsg: null,
  })
}

/** The page's list requests from now on: not totals, not lookups. */
function countLists(page: Page): { count: number } {
  const lists = { count: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/video/tasks')) lists.count += 1
  })
  return lists
}

const expectPlaying = (page: Page) =>
  expect
    .poll(() =>
      page.locator('dialog video').evaluate((video: HTMLVideoElement) => video.currentTime),
    )
    .toBeGreaterThan(0)

/** Finds a task pages away and opens it, which reads its page again. */
async function openFound(page: Page, uuid: string): Promise<void> {
  await search(page, uuid)
  const link = taskRows(page).getByRole('link', { name: `Details of task ${uuid.slice(0, 8)}` })
  await link.waitFor()
  const isReadAgain = page.waitForResponse(/page=2&/)
  await link.click()
  await expect(details(page)).toContainText(uuid)
  await isReadAgain
}

test('on a narrow screen a video is not loaded before it is played, on a wide one its first frame is; if its address has expired, it plays from the new address in the list', async ({
  page,
  account,
  store,
  expectConsole,
}) => {
  expectConsole(/404/)
  const [gone, moved, task] = account.addTasks([expired, expired, { status: 'completed' }])
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/media/')) loaded.push(request.url())
  })
  await page.setViewportSize({ width: 900, height: 720 })
  await connect(page, account.apiKey, `/tasks?task=${task?.uuid ?? ''}`)
  const play = details(page).getByRole('button', { name: 'Play' })
  const video = details(page).locator('video')

  await test.step('in the details', async () => {
    await details(page).getByRole('button', { name: 'Copy: Video URL' }).waitFor()
    await expect(details(page).locator('canvas')).toBeHidden()
    expect(loaded).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.reload()
    await expect(details(page).locator('canvas.bg-screen')).toBeVisible()
    const before = await details(page).locator('section').first().boundingBox()
    await play.click()
    await expectPlaying(page)
    await expect(video).toBeFocused()
    expect(await details(page).locator('section').first().boundingBox()).toEqual(before)
    const download = details(page).getByRole('link', { name: 'Download' })
    await expect(download).toHaveAttribute('download', `${task?.uuid.slice(0, 8) ?? ''}.webm`)
  })

  await test.step('from a new address, which the row has, too', async () => {
    const name = `Details of task ${moved?.uuid.slice(0, 8) ?? ''}`
    await page.getByRole('link', { name }).click()
    await expect(details(page)).toContainText(moved?.uuid ?? '')
    await play.waitFor()
    renew(store, moved, CLIPS[0])
    const lists = countLists(page)
    await play.click()
    await expectPlaying(page)
    await expect(video).toBeFocused()
    await expect(
      page.getByRole('status').filter({ hasText: 'The video URL had changed.' }),
    ).toBeAttached()
    expect(lists.count).toBe(1)
    await page.keyboard.press('Escape')
    await expect(
      taskRows(page)
        .nth(1)
        .getByRole('link', { name: /^Open video/ }),
    ).toHaveAttribute('href', new RegExp(`/media/${CLIPS[0]}\\.webm$`))
  })

  await test.step('from no new address: the dialog says so after one read', async () => {
    const lists = countLists(page)
    const row = taskRows(page).nth(2)
    await row.getByRole('button', { name: /^Play video/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText(
      'The video did not load. Its URL may have expired or moved, or its host may be down. ' +
        'The list was read again and still has this URL. It may also have a format that this browser cannot play, or be ' +
        'sent as text instead of video.',
    )
    expect(lists.count).toBe(1)
    const open = dialog.getByRole('link', { name: 'Open' })
    await expect(open).toHaveAttribute('href', /\/media\/expired\.webm$/)
    renew(store, gone, CLIPS[0])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expectPlaying(page)
    expect(lists.count).toBe(2)
  })
})

test('a video that the policy blocks says which host it is on', async ({
  page,
  startOwnService,
  expectConsole,
}) => {
  expectConsole(/securitypolicyviolation media-src/)
  expectConsole(/Content Security Policy/)
  const { service, proxy, apiKey } = await startOwnService()
  await connect(page, apiKey, `${proxy.origin}/tasks?status=completed`)
  await page
    .getByRole('link', { name: /^Details of task/ })
    .first()
    .click()
  await details(page).getByRole('button', { name: 'Play' }).click()
  await expect(details(page).getByRole('alert')).toHaveText(
    `This page is not allowed to load videos from ${new URL(service.origin).host}. ` +
      'Open the video in a new tab.',
  )
  await expect(details(page)).toContainText('The video is on another host')
})

test('a task from another page is read again there, or one page further; if it has moved further, the player says so @release', async ({
  page,
  account,
  store,
  expectConsole,
}) => {
  expectConsole(/404/)
  const many = Array.from({ length: 110 }, () => ({ status: 'completed' }) as const)
  const [far, task] = account.addTasks([expired, expired, ...many])
  await connect(page, account.apiKey)
  const pages: string[] = []
  page.on('request', (request) => {
    const { searchParams } = new URL(request.url())
    if (searchParams.get('page_size') === '100') pages.push(searchParams.get('page') ?? '1')
  })
  const play = details(page).getByRole('button', { name: 'Play' })

  await test.step('there: its details are those of that reading', async () => {
    await openFound(page, task?.uuid ?? '')
    pages.length = 0
    const video = details(page).getByRole('definition').filter({ hasText: '.webm' })
    await expect(video).toContainText('/media/expired.webm')
    renew(store, task, CLIPS[0])
    await play.click()
    await expectPlaying(page)
    await expect(details(page).locator('video')).toBeFocused()
    await expect(video).toContainText(`/media/${CLIPS[0]}.webm`)
    expect(pages).toEqual(['2'])
    await page.keyboard.press('Escape')
  })

  await test.step('a page further, and far away', async () => {
    await openFound(page, far?.uuid ?? '')
    pages.length = 0
    account.addTasks(many)
    await play.click()
    await expect(details(page).getByRole('alert')).toContainText(
      'The list was read again and still has this URL.',
    )
    expect(pages).toEqual(['2', '3'])
    account.addTasks([...many, ...many])
    renew(store, far, CLIPS[0])
    await details(page).getByRole('button', { name: 'Try again' }).click()
    await expect(details(page).getByRole('alert')).toContainText(
      'The task is no longer where it was. Search for it again.',
    )
    // It was last seen on page 3.
    expect(pages).toEqual(['2', '3', '3', '4', '2'])
  })
})

test('a video whose address expires while it is watched goes on where it was, each time', async ({
  page,
  account,
  store,
  expectConsole,
}) => {
  expectConsole(/404/)
  const [task] = account.addTasks([{ status: 'completed', clip: 'first' }])
  const [first, second] = [await sendPart(page, 'first'), await sendPart(page, 'second')]
  await connect(page, account.apiKey, `/tasks?task=${task?.uuid ?? ''}`)
  await details(page).getByRole('button', { name: 'Play' }).click()
  const video = details(page).locator('video')
  const state = () =>
    video.evaluate((it: HTMLVideoElement) => ({
      file: it.src.replace(/^.*[/]/, ''),
      at: it.currentTime,
      isPaused: it.paused,
      rate: it.playbackRate,
      volume: it.volume,
    }))
  const lists = countLists(page)
  await video.evaluate((it: HTMLVideoElement) => {
    it.playbackRate = 2
    it.volume = 0.25
    return it.play()
  })
  await first.wanted
  await test.step('while it plays', async () => {
    renew(store, task, 'second')
    first.expire()
    await expect
      .poll(state)
      .toMatchObject({ file: 'second.webm', isPaused: false, rate: 2, volume: 0.25 })
    expect(lists.count).toBe(1)
  })
  await second.wanted
  await test.step('paused, at the place that was sought', async () => {
    await video.evaluate((it: HTMLVideoElement) => {
      it.pause()
      it.currentTime = 2
    })
    renew(store, task, CLIPS[0])
    second.expire()
    const kept = { at: 2, isPaused: true, rate: 2, volume: 0.25 }
    await expect.poll(state).toEqual({ file: `${CLIPS[0]}.webm`, ...kept })
    await expect
      .poll(() => video.evaluate((it: HTMLVideoElement) => it.readyState))
      .toBeGreaterThan(2)
    expect(lists.count).toBe(2)
  })
})

/** The service sends the first part of a clip. The rest is `wanted` while it is watched, and comes never: the address can `expire`. */
async function sendPart(page: Page, clip: string) {
  const whole = readFileSync(`public/media/${CLIPS[1]}.webm`)
  const end = 40_000
  const [wanted, expiry] = [signal(), signal()]
  await page.route(`**/media/${clip}.webm`, async (route) => {
    const range = (await route.request().headerValue('range')) ?? ''
    const from = Number(/\d+/.exec(range)?.[0] ?? 0)
    if (from >= end) {
      wanted.give()
      await expiry.given
      await route.fulfill({ status: 404 })
      return
    }
    await route.fulfill({
      status: 206,
      contentType: 'video/webm',
      headers: { 'content-range': `bytes ${from}-${end - 1}/${whole.length}` },
      body: whole.subarray(from, end),
    })
  })
  return { wanted: wanted.given, expire: expiry.give }
}

function signal() {
  const target = new EventTarget()
  const given = new Promise<void>((resolve) => {
    target.addEventListener('given', () => resolve(), { once: true })
  })
  return { given, give: () => target.dispatchEvent(new Event('given')) }
}
