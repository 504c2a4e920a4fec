import type { Page } from '@playwright/test'

import { axeFindings } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { expectFocusSeen } from '#e2e/support/keyboard.ts'
import { photo } from '#e2e/support/pictures.ts'
import { connect, countCreations } from '#e2e/support/screens.ts'

const chooser = (page: Page) => page.getByLabel('Choose pictures…')
const address = (page: Page) => page.getByRole('textbox', { name: 'Image URL', exact: true })
const cropButton = (page: Page) => page.getByRole('button', { name: 'Crop…' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Crop picture' })

/** Uploads a photo of 32 × 64 pixels as it is seen: its upper half is red, its lower half blue. @returns its address */
async function upload(page: Page, label = 'Choose pictures…'): Promise<string> {
  const file = { name: 'lin.jpg', mimeType: 'image/jpeg', buffer: photo() }
  await page.getByLabel(label).setInputFiles(file)
  const url = page.locator('input[name=image_url]')
  await expect(url).toHaveValue(/\/uploads\//)
  return url.inputValue()
}

/** The size of a picture, and what its corners show. */
function look(page: Page, url: string) {
  return page.evaluate(async (from) => {
    const image = new Image()
    image.src = new URL(from).pathname
    await image.decode()
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d', {
      willReadFrequently: true,
    })
    context?.drawImage(image, 0, 0)
    const colours = [0, height - 1].map((y) => {
      const [red = 0, , blue = 0] = context?.getImageData(0, y, 1, 1).data ?? []
      if (Math.abs(red - blue) < 100) return 'mixed'
      return red > blue ? 'red' : 'blue'
    })
    return [`${String(width)} × ${String(height)}`, ...colours]
  }, url)
}

test('a picture is cropped by keyboard alone, and again', async ({ page, account }) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  const whole = await upload(page)
  await cropButton(page).press('Enter')
  await expect(dialog(page).getByRole('radio', { name: 'Free' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: 'Square 1:1' })).toBeChecked()
  await expect(dialog(page).getByRole('status')).toHaveText('32 × 32 pixels')
  await page.keyboard.press('Enter')
  expect(await axeFindings(page, 'all')).toEqual([])

  await test.step('its frame moves down to the blue half', async () => {
    await page.keyboard.press('Tab')
    await expect(dialog(page).getByRole('group', { name: 'Chosen part' })).toBeFocused()
    await expectFocusSeen(page)
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('Tab')
    await expect(dialog(page).getByRole('button', { name: 'Top left corner' })).toBeFocused()
    await expectFocusSeen(page)
  })
  const uploaded = page.waitForResponse(/\/host\/uploads$/)
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await dialog(page).getByRole('button', { name: 'Use this part' }).press('Enter')
  await expect(chooser(page)).toBeFocused()
  expect((await uploaded).status()).toBe(201)
  await expect(address(page)).not.toHaveValue(whole)
  const square = await address(page).inputValue()
  expect(await look(page, square)).toEqual(['32 × 32', 'blue', 'blue'])
  await expect(page.getByText('32 × 32 · loads in this browser')).toBeVisible()
  await deleted
  expect((await page.request.get(whole)).status()).toBe(404)

  await test.step('a part of the part', async () => {
    await cropButton(page).press('Enter')
    await expect(dialog(page).getByRole('img')).toHaveJSProperty('naturalHeight', 32)
    await dialog(page).getByRole('radio', { name: 'Landscape 16:9' }).press('Space')
    await expect(dialog(page).getByRole('status')).toHaveText('32 × 18 pixels')
    await dialog(page).getByRole('button', { name: 'Use this part' }).press('Enter')
    await expect(address(page)).not.toHaveValue(square)
    const wide = await address(page).inputValue()
    expect(await look(page, wide)).toEqual(['32 × 18', 'blue', 'blue'])
  })
  expect(creations.sent).toBe(0)

  await test.step('a reload forgets the file', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Delete picture' })).toBeVisible()
    await expect(cropButton(page)).toHaveCount(0)
  })
})

test.describe('on a phone, in Chinese', () => {
  test.use({
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })

  test('a finger drags the frame and its corners', async ({ page, account }) => {
    await page.goto('/posters')
    await page.getByRole('textbox', { name: 'API 密钥' }).fill(account.apiKey)
    await page.getByRole('button', { name: '连接', exact: true }).click()
    const whole = await upload(page, '选择图片…')
    await page.getByRole('button', { name: '裁剪…' }).tap()
    const opened = page.getByRole('dialog', { name: '裁剪图片' })
    const picture = await opened.getByRole('img').boundingBox()
    const { x = 0, y = 0, width = 0, height = 0 } = picture ?? {}
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: at[0] ?? 0, y: at[1] ?? 0 }],
      })
    // The upper right corner to the middle: the lower left quarter is left.
    await touch('touchStart', x + width, y)
    await touch('touchMove', x + width / 2, y + height / 2)
    await touch('touchEnd')
    await expect(opened.getByRole('status')).toHaveText('16 × 32 像素')
    expect(await axeFindings(page, 'all')).toEqual([])
    await touch('touchStart', x + width / 4, y + (height * 3) / 4)
    await touch('touchMove', x + width / 4, y + height / 4)
    await touch('touchEnd')
    // Chromium makes no click of a tap after a drag that took no time, as that of a test.
    await opened.getByRole('button', { name: '使用此部分' }).click()
    const url = page.locator('input[name=image_url]')
    await expect(url).not.toHaveValue(whole)
    expect(await look(page, await url.inputValue())).toEqual(['16 × 32', 'red', 'red'])
  })
})
