import type { Page } from '@playwright/test'

import { CLIPS } from '#local-api/outcomes.ts'

import { expect, test, withMotion } from '#e2e/support/fixtures.ts'
import { connect } from '#e2e/support/screens.ts'
import { bar, boxes } from '#e2e/support/selection-screen.ts'

const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const
const clips = [
  { status: 'completed', clip: CLIPS[0] },
  { status: 'completed', clip: CLIPS[1] },
] as const

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Compare \d tasks$/ })
const tiles = (page: Page) => dialog(page).getByRole('listitem')

test.describe('through the proxied host', () => {
  test.use({ via: 'proxied', ...withMotion })

  test('two to four selected tasks are compared with a key: their videos play in step, and the arrows go from one to the next', async ({
    page,
    account,
  }) => {
    account.addTasks([...Array.from({ length: 3 }, () => failed), ...clips])
    await connect(page, account.apiKey)
    // Its key works as soon as the button is there.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('#selection') === null) return
        observer.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }))
      }).observe(document.body, { childList: true, subtree: true })
    })
    await boxes(page).nth(0).click()
    const button = bar(page).getByRole('button', { name: 'Compare' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(bar(page)).toContainText('Select two to four tasks to compare them.')
    await expect(dialog(page)).toBeHidden()
    await boxes(page).nth(1).click()
    await boxes(page).nth(2).click()
    await page.keyboard.press('c')
    await expect(tiles(page)).toHaveCount(3)
    await expect(tiles(page).nth(0)).toBeFocused()
    await expect(tiles(page).nth(2)).toContainText('No face found in the image.')
    const allow = dialog(page).getByRole('button', { name: 'Load previews' })
    await allow.click()
    const films = dialog(page).locator('video')
    await expect(films).toHaveCount(2)
    await expect
      .poll(() => films.evaluateAll((all: HTMLVideoElement[]) => all.map((film) => film.paused)))
      .toEqual([false, false])
    // As if it were half as long.
    const round = await films.evaluateAll(async ([long, short]: HTMLVideoElement[]) => {
      const next = (name: string) =>
        new Promise((resolve) => {
          short?.addEventListener(name, resolve, { once: true })
        })
      if (short) short.playbackRate = 2
      await next('ended')
      const waits = [short?.paused, long?.paused]
      await next('playing')
      return { waits, apart: Math.abs((long?.currentTime ?? 0) - (short?.currentTime ?? 9)) }
    })
    expect(round.waits).toEqual([true, false])
    expect(round.apart).toBeLessThan(0.3)

    await tiles(page).nth(0).focus()
    await page.keyboard.press('ArrowRight')
    await expect(tiles(page).nth(1)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(tiles(page).nth(2)).toBeFocused()
    // The clips are the picks; what failed is put out of sight.
    await expect(dialog(page)).toContainText('Star the best')
    await expect(tiles(page).nth(0)).toContainText('this minute')
    await expect(dialog(page).getByRole('button', { name: 'Download picks (0)' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    const stars = dialog(page).getByRole('button', { name: 'Star', exact: true })
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('s')
    await expect(stars.nth(1)).toHaveAttribute('aria-pressed', 'true')
    await stars.nth(0).click()
    const picks = dialog(page).getByRole('button', { name: 'Download picks (2)' })
    await picks.click()
    const download = page.getByRole('dialog', { name: 'Download videos' })
    await expect(download).toContainText('Tasks with a video: 2 of 2.')
    await page.keyboard.press('Escape')
    await tiles(page).nth(2).getByRole('button', { name: 'Hide' }).click()
    await dialog(page).getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(films).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()

    await boxes(page).nth(3).click()
    await boxes(page).nth(4).click()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('img', { name: 'Starred' })).toHaveCount(2)
    await expect(page.getByRole('img', { name: 'Hidden in the gallery' })).toHaveCount(1)
  })
})
