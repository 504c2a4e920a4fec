import type { Page } from '@playwright/test'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { expect, test, withMotion } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, fillPoster, submitPoster, waitForAllCode } from '#e2e/support/screens.ts'
import { countFrames, watchVideos } from '#e2e/support/video-frames.ts'

const scenes = (page: Page) => page.getByRole('radiogroup', { name: 'Poster scene' })
const scene = (page: Page, name: string) =>
  scenes(page).getByRole('radio', { name: new RegExp(`^${name}`) })
const films = (page: Page) => scenes(page).locator('video')

const SAMPLE = 'Host’s example'

async function createFirework(page: Page): Promise<void> {
  await fillPoster(page, images.portrait, 'firework')
  await submitPoster(page).click()
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
}

test('a scene shows an example of the local API, and the own newest poster once it is finished; nothing moves', async ({
  page,
  account,
}) => {
  const clips = await holdRequests(page, /\/media\//)
  // The whole screen fits, so that no scrolling moves the button.
  await page.setViewportSize({ width: 1280, height: 1200 })
  await connect(page, account.apiKey, '/posters')
  await clips.held
  await expect(scene(page, 'Firework')).toHaveAccessibleName('Firework firework')
  await expect(scene(page, 'Firework')).toHaveAccessibleDescription('')
  const before = await submitPoster(page).boundingBox()
  clips.letGo()
  for (const name of ['Youqian', 'Zhongming', 'Anime cake', 'Real cake', 'Firework']) {
    await expect(scene(page, name)).toHaveAccessibleDescription(SAMPLE)
  }
  expect(await countFrames(page)).toBe(POSTER_SCENES.length)
  expect(await submitPoster(page).boundingBox()).toEqual(before)
  await expect(scene(page, 'Firework')).toHaveAccessibleName('Firework firework')

  await createFirework(page)
  await page.getByRole('button', { name: 'Create another' }).click()
  await expect(scene(page, 'Firework')).toHaveAccessibleDescription(SAMPLE)
  account.finishTasks()
  await page.reload()
  await expect(scene(page, 'Firework')).toHaveAccessibleDescription('Yours, this minute')
  await expect(scene(page, 'Real cake')).toHaveAccessibleDescription(SAMPLE)
  expect(await submitPoster(page).boundingBox()).toEqual(before)

  await page.getByRole('checkbox', { name: 'More than one scene' }).check()
  const several = page.getByRole('group', { name: 'Poster scene' })
  await expect(several.getByRole('checkbox', { name: /^Firework/ })).toHaveAccessibleDescription(
    'Yours, this minute',
  )
})

test('with reduced motion nothing plays', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await expect(scene(page, 'Youqian')).toHaveAccessibleDescription(SAMPLE)
  await scene(page, 'Youqian').hover()
  await scene(page, 'Youqian').focus()
  await expect(films(page)).toHaveCount(0)
})

test.describe('with motion', () => {
  test.use(withMotion)

  test('an example plays without sound under the pointer and the focus, and no other', async ({
    page,
    account,
  }) => {
    await connect(page, account.apiKey, '/posters')
    await expect(scene(page, 'Firework')).toHaveAccessibleDescription(SAMPLE)
    await expect(films(page)).toHaveCount(0)
    await scene(page, 'Youqian').hover()
    await expect(films(page)).toHaveCount(1)
    await expect
      .poll(() => films(page).evaluate((film: HTMLVideoElement) => film.muted && film.currentTime))
      .toBeGreaterThan(0.2)
    await page.mouse.move(0, 0)
    await expect(films(page)).toHaveCount(0)
    await scene(page, 'Youqian').focus()
    await page.keyboard.press('ArrowRight')
    await expect(films(page)).toHaveCount(1)
    await expect(scene(page, 'Zhongming')).toBeFocused()
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })

    test('the example in the middle of the screen plays once', async ({ page, account }) => {
      await connect(page, account.apiKey, '/posters')
      await scene(page, 'Zhongming').scrollIntoViewIfNeeded()
      await expect(films(page)).toHaveCount(1)
      await expect(films(page)).toHaveCount(0)
      await scene(page, 'Firework').scrollIntoViewIfNeeded()
      await expect(films(page)).toHaveCount(1)
    })
  })
})

test.describe('through a host in front of a real service', () => {
  test.use({ via: 'proxied' })
})

test.describe('through a host in front of a real service', () => {
  test.use({ via: 'proxied' })

  test('scenes are drawings without samples; an own poster on another host shows once previews are allowed @release', async ({
    page,
    account,
  }) => {
    await connect(page, account.apiKey, '/posters')
    await createFirework(page)
    account.finishTasks()
    await page.goto('/tasks?view=gallery')
    await expect(page.getByText(/^The videos are on/)).toBeVisible()
    const videos = watchVideos(page)
    await page.goto('/posters')
    await expect(page.getByRole('region', { name: 'Submissions' })).toContainText('Completed')
    await waitForAllCode(page)
    await expect(scenes(page).locator('canvas')).toHaveCount(0)
    await expect(scene(page, 'Firework')).toHaveAccessibleDescription('')
    expect(videos.urls.size).toBe(0)
    await expect(page.getByText(/^The videos are on/)).toBeHidden()

    await page.goto('/tasks?view=gallery')
    await page.getByRole('button', { name: 'Load previews' }).click()
    await expect(page.getByRole('button', { name: 'Stop loading previews' })).toBeVisible()
    await page.goto('/posters')
    await expect(scene(page, 'Firework')).toHaveAccessibleDescription('Yours, this minute')
    await expect(scene(page, 'Youqian')).toHaveAccessibleDescription('')
    await expect(scenes(page).locator('canvas')).toHaveCount(1)
  })
})
