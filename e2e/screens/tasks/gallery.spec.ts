import type { Page } from '@playwright/test'

import { CLIPS } from '#local-api/outcomes.ts'

import { expect, test, withMotion } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/account-screens.ts'
import { startInjectionService } from '#e2e/injection/service.ts'
import { SECOND } from '#e2e/support/live-screen.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { connect } from '#e2e/support/screens.ts'
import { countFrames, watchVideos } from '#e2e/support/video-frames.ts'

const clip = { status: 'completed', clip: CLIPS[0] } as const

const tiles = (page: Page) => page.getByRole('list', { name: 'Video tasks' }).getByRole('listitem')
const links = (page: Page) => tiles(page).getByRole('link')

test('the gallery shows the first frame of a video, why a task failed, and what is not finished; the choice is remembered', async ({
  page,
  account,
}) => {
  account.addTasks([
    clip,
    { status: 'failed', errorMsg: 'No face found in the image.' },
    { status: 'pending' },
  ])
  await connect(page, account.apiKey)
  await page.getByRole('button', { name: 'Show as gallery' }).click()
  await expect(page).toHaveURL(/\/tasks\?view=gallery$/)
  await expect(tiles(page)).toHaveCount(3)
  await expect(tiles(page).nth(0)).toContainText('Pending')
  await expect(tiles(page).nth(1)).toContainText('No face found in the image.')
  await expect(tiles(page).nth(2)).toContainText('Completed')
  await expect.poll(() => countFrames(page)).toBe(1)
  // The video was let go of once its frame was drawn. With reduced motion nothing plays by itself.
  await tiles(page).nth(2).hover()
  await links(page).nth(2).focus()
  await expect(links(page).nth(2)).toBeFocused()
  await expect(page.locator('video')).toHaveCount(0)

  await page.getByRole('radio', { name: 'Failed 1' }).click()
  await expect(page).toHaveURL(/status=failed&view=gallery|view=gallery&status=failed/)
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(tiles(page)).toHaveCount(3)
  await page.goto('/tasks')
  await expect(tiles(page)).toHaveCount(3)
  await page.keyboard.press('v')
  await expect(page.getByRole('table')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
})

test('a view whose code comes late does not bring back the screen that was left meanwhile @release', async ({
  page,
  account,
}) => {
  account.addTasks([clip])
  const code = await holdRequests(page, /task-gallery/)
  await connect(page, account.apiKey)
  await page.getByRole('button', { name: 'Show as gallery' }).press('Enter')
  await code.held
  await page.getByRole('link', { name: 'Posters' }).click()
  await expect(page).toHaveURL('/posters')
  // The change is over: its choice is stored.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('marquee.list-view')))
    .toBe('gallery')
  await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
  await expect(page).toHaveURL('/posters')
  code.letGo()
})

test('a selection holds in both views; an address with an unknown view says so', async ({
  page,
  account,
}) => {
  account.addTasks([clip, clip, clip])
  await connect(page, account.apiKey, '/tasks?view=gallery')
  await tiles(page).nth(1).getByRole('checkbox').click()
  await expect(
    page.getByRole('region', { name: 'Selection' }).getByText('1 task selected'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table').getByRole('checkbox', { checked: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Show as gallery' }).click()
  await page.getByRole('checkbox', { name: 'Select all tasks on this page' }).click()
  await expect(tiles(page).getByRole('checkbox', { checked: true })).toHaveCount(3)
  await page.goto('/tasks?view=wall')
  await expect(
    page
      .getByText('view=wall')
      .or(page.getByText(/view.*wall/))
      .first(),
  ).toBeVisible()
})

test.describe('with motion', () => {
  test.use(withMotion)

  test('a tile under the mouse or with the focus plays without sound; arrows move in two dimensions; Enter opens the details', async ({
    page,
    account,
  }) => {
    account.addTasks(Array.from({ length: 12 }, () => clip))
    await connect(page, account.apiKey, '/tasks?view=gallery')
    await expect.poll(() => countFrames(page)).toBeGreaterThan(0)
    const film = tiles(page).nth(0).locator('video')
    await tiles(page).nth(0).hover()
    await expect
      .poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0)
    expect(await film.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
    await page.getByRole('heading', { name: 'Video tasks' }).hover()
    await expect(page.locator('video')).toHaveCount(0)

    await page.keyboard.press('j')
    await expect(links(page).nth(0)).toBeFocused()
    await expect(film).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await expect(links(page).nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const [first, focused] = await Promise.all([
      links(page).nth(1).boundingBox(),
      page.locator('[data-gallery] a:focus').boundingBox(),
    ])
    expect(focused?.x).toBe(first?.x)
    expect(focused?.y).toBeGreaterThan(first?.y ?? 0)
    await page.keyboard.press('ArrowUp')
    await expect(links(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(links(page).nth(1)).toBeFocused()
  })
})

test('previews of a hundred tasks load near the visible part only, at most four at a time @release', async ({
  page,
  account,
}) => {
  account.addTasks(Array.from({ length: 100 }, () => clip))
  const videos = watchVideos(page)
  await connect(page, account.apiKey, '/tasks?view=gallery&page_size=100')
  await expect(tiles(page)).toHaveCount(100)
  await expect.poll(() => countFrames(page)).toBeGreaterThan(4)
  await expect.poll(() => videos.inFlight.size).toBe(0)
  const early = await countFrames(page)
  expect(early).toBeLessThan(50)
  await tiles(page).last().scrollIntoViewIfNeeded()
  await expect.poll(() => countFrames(page)).toBeGreaterThan(early)
  expect(videos.most).toBeLessThanOrEqual(4)
  await expect(page.locator('video')).toHaveCount(0)
})

test('videos that never come are given up after 20 s, and do not hold up the others @release', async ({
  page,
  account,
}) => {
  const silent = { status: 'completed', clip: CLIPS[1] } as const
  account.addTasks([clip, silent, silent, silent, silent])
  await page.route(`**/media/${CLIPS[1]}.webm*`, () => undefined)
  await page.clock.install()
  const videos = watchVideos(page)
  await connect(page, account.apiKey, '/tasks?view=gallery')
  // Until the one with a frame has it, or waits behind the others: time would end its request, too.
  const silentOnes = () => [...videos.inFlight].filter((one) => one.url().includes(CLIPS[1]))
  await expect.poll(() => silentOnes().length).toBe(4)
  const broken = tiles(page).filter({ hasText: 'No preview' })
  await page.clock.runFor(20 * SECOND)
  await expect(broken).not.toHaveCount(0)
  await expect.poll(() => countFrames(page)).toBe(1)
  await page.clock.runFor(20 * SECOND)
  await expect(broken).toHaveCount(4)
  await broken.first().getByRole('link').click()
  await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible()
})

test('another host is asked for previews only after the person allowed it, once for each account', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  // This page’s policy allows the host, which does not exist.
  expectConsole(/ERR_NAME_NOT_RESOLVED/)
  expectConsole(/outside world: https:..videos.example/)
  expectConsole(/outside world: https:..clips.example/)
  const service = await startInjectionService()
  const { origin } = await startOwnHost({
    taskApiUrl: service.baseUrl,
    mediaHosts: ['https://videos.example', 'https://clips.example'],
  })
  const list = [
    { uuid: 'failed', error_msg: 'No face found' },
    { uuid: 'elsewhere', video_url: 'https://videos.example/one.webm' },
    { uuid: 'unsafe', video_url: 'javascript:alert(1)' },
    { uuid: 'gone', video_url: `${origin}/media/gone.webm` },
    'no record',
  ]
  service.list = () => ({ data: { total: list.length, list } })
  expectConsole(/404/)
  const videos = watchVideos(page)
  const asked = () => [...videos.urls].filter((url) => url.startsWith('https://videos.example'))
  await connect(page, 'k', `${origin}/tasks?view=gallery`)
  await expect(tiles(page)).toHaveCount(5)
  // A broken address breaks its own tile only.
  await expect(tiles(page).nth(3)).toContainText('No preview')
  await expect(tiles(page).nth(2)).toContainText('Result address is not a web address')
  await expect(page.getByText('The videos are on videos.example.')).toBeVisible()
  expect(asked()).toEqual([])

  await page.getByRole('button', { name: 'Load previews' }).click()
  await expect(tiles(page).nth(1)).toContainText('No preview')
  expect(asked()).toHaveLength(1)
  await page.reload()
  await expect(tiles(page).nth(1)).toContainText('No preview')
  await page.getByRole('button', { name: 'Stop loading previews' }).click()
  await expect(tiles(page).nth(1)).not.toContainText('No preview')
  await expect(page.getByRole('button', { name: 'Load previews' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load previews' })).toBeFocused()
  await expect(page.getByText('The videos are on videos.example.')).toBeHidden()

  // A yes to one host is no yes to the one that was refused before.
  list.push({ uuid: 'clip', video_url: 'https://clips.example/two.webm' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The videos are on clips.example.')).toBeVisible()
  await page.getByRole('button', { name: 'Load previews' }).click()
  await expect(tiles(page).nth(5)).toContainText('No preview')
  await expect(tiles(page).nth(1)).not.toContainText('No preview')

  await addAccount(page, 'Second', 'other')
  await page.goto(`${origin}/tasks?view=gallery`)
  await expect(page.getByText(/^The videos are on .*videos\.example/)).toBeVisible()
  await page.close()
  await service.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the gallery has two columns; a tap opens the details', async ({ page, account }) => {
    account.addTasks([clip, clip, clip])
    await connect(page, account.apiKey, '/tasks?view=gallery')
    const boxes = await Promise.all([0, 1, 2].map(async (at) => tiles(page).nth(at).boundingBox()))
    expect(boxes[1]?.y).toBe(boxes[0]?.y)
    expect(boxes[2]?.x).toBe(boxes[0]?.x)
    expect(boxes[2]?.y).toBeGreaterThan(boxes[0]?.y ?? 0)
    await links(page).first().tap()
    await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible()
  })
})
