import type { Locator, Page } from '@playwright/test'

import { header, showMoreOptions } from '#e2e/support/account-screens.ts'
import { appIsThere } from '#e2e/support/early-screen.ts'
import { expect, test, withMotion } from '#e2e/support/fixtures.ts'
import { plainJpeg } from '#e2e/support/pictures.ts'
import { connect, submitPoster, taskRows } from '#e2e/support/screens.ts'

/** A phone in one hand: what people do is done by a thumb. */
test.use({ ...withMotion, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const

async function connectByTap(page: Page, apiKey: string, address = '/tasks'): Promise<void> {
  await page.goto(address)
  const key = page.getByRole('textbox', { name: 'API key' })
  await key.tap()
  await key.fill(apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).tap()
  await page.getByRole('button', { name: /^Account:/ }).waitFor()
}

/** The sheet, opened by its button. */
async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filters/ }).tap()
  return page.getByRole('dialog', { name: 'Filters' })
}

/** Taps an element that is on screen without scrolling. */
async function tapInReach(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 })
  await target.tap()
}

test('a person with videos filters, pages, plays and copies', async ({
  page,
  context,
  account,
}) => {
  await context.grantPermissions(['clipboard-write'])
  account.addTasks(Array.from({ length: 12 }, () => ({ status: 'completed' as const })))
  account.addTasks(Array.from({ length: 13 }, () => failed))
  await connectByTap(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)

  const statuses = page.getByRole('radiogroup', { name: 'Status' })
  const completed = statuses.getByRole('radio', { name: /^Completed/ })
  await completed.tap()
  await expect(taskRows(page)).toHaveCount(12)
  await expect(completed).toBeInViewport({ ratio: 1 })

  const sheet = await openFilters(page)
  await sheet.getByRole('combobox', { name: 'Rows per page' }).selectOption('10')
  await tapInReach(sheet.getByRole('button', { name: 'Done' }))
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters: 1 set' })).toBeFocused()
  await expect(taskRows(page)).toHaveCount(10)

  account.addTasks([{ status: 'completed' }])
  await taskRows(page).last().scrollIntoViewIfNeeded()
  await tapInReach(page.getByRole('button', { name: 'Refresh' }))
  await expect(completed).toHaveAccessibleName('Completed 13')
  await expect(page.getByText('of 2', { exact: true })).toBeInViewport({ ratio: 1 })
  await tapInReach(page.getByRole('button', { name: 'Next page' }))
  await expect(page).toHaveURL(/\?status=completed&page=2&page_size=10$/)
  await expect(taskRows(page)).toHaveCount(3)

  await taskRows(page)
    .first()
    .getByRole('button', { name: /^Play video/ })
    .tap()
  const player = page.getByRole('dialog')
  await expect(player.locator('video')).toBeInViewport({ ratio: 1 })
  expect((await player.locator('video').boundingBox())?.width).toBe(360)
  await player.getByRole('button', { name: 'Close' }).tap()
  await expect(player).toBeHidden()

  await taskRows(page).first().getByRole('button', { name: 'Copy task ID' }).tap()
  await expect(page.getByText('Copied')).toBeAttached()
  // The page itself may not read the clipboard: a person would paste it somewhere.
  await page.getByRole('link', { name: 'Posters' }).tap()
  const address = page.getByRole('textbox', { name: 'Image URL' })
  await address.press('ControlOrMeta+V')
  await expect(address).toHaveValue(/^[0-9a-f-]{36}$/)
})

test('the sheet of filters: what it holds, and the ways out of it', async ({ page, account }) => {
  account.addTasks([failed, { ...failed, scene: 'celebrity' }])
  await connect(page, account.apiKey, '/tasks')
  await expect(taskRows(page)).toHaveCount(2)
  const scene = page.locator('select').first()
  const opener = page.getByRole('button', { name: /^Filters/ })
  await expect(opener).toHaveAccessibleName('Filters')
  await expect(page.locator('main :is(select, [role=switch])')).toHaveCount(0)

  const sheet = await openFilters(page)
  await scene.selectOption('Celebrity')
  await expect(page.locator('main :is(select, [role=switch])')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(opener).toHaveAccessibleName('Filters: 1 set')
  await expect(taskRows(page)).toHaveCount(1)

  await openFilters(page)
  await sheet.getByRole('switch', { name: 'Auto-refresh' }).tap()
  // Above the sheet: what lies behind it is not pressed.
  await page.touchscreen.tap(180, 30)
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/tasks\?scene=celebrity$/)
  await expect(page.getByText('Auto-refresh is off.')).toBeVisible()

  await openFilters(page)
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()

  await openFilters(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  // There is room for everything: nothing lies over the page any more.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove Scene: Celebrity' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Auto-refresh' })).not.toBeChecked()
  await expect(opener).toHaveCount(0)
})

test('a person with a portrait sees why a key is refused, and creates a poster with the keyboard open', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/401/)
  await page.goto('/posters')
  const key = page.getByRole('textbox', { name: 'API key' })
  await key.tap()
  await key.fill('mq_nobody')
  await showMoreOptions(page)
  await page.getByRole('radio', { name: /^On this device/ }).tap()
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse battery')
  const connectButton = page.getByRole('button', { name: 'Connect', exact: true })
  await connectButton.tap()
  await expect(key).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('The key was not accepted.')
  // Whatever else the form asks for.
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(key).toBeInViewport({ ratio: 1 })
  await key.fill(account.apiKey)
  await connectButton.tap()

  const submit = submitPoster(page)
  await expect(submit).toBeInViewport({ ratio: 1 })
  // Who pays can be read where it is pressed, and by the key.
  const tail = `••••${account.apiKey.slice(-4)}`
  await expect(page.getByText(`Charged to Account 1 ${tail}`).first()).toBeInViewport({ ratio: 1 })
  const menu = page.getByRole('button', { name: /^Account:/ })
  await expect(menu.getByText(tail)).toBeInViewport({ ratio: 1 })
  const address = page.getByRole('textbox', { name: 'Image URL' })
  await address.tap()
  // What the keyboard leaves of the screen.
  await page.setViewportSize({ width: 360, height: 310 })
  await expect(address).toBeInViewport({ ratio: 1 })
  await expect(submit).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 740 })
  // From a photo to a poster in four presses, with that of the camera.
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: plainJpeg }
  await page.getByLabel('Choose pictures…').setInputFiles(photo)
  const scene = page.getByRole('radio', { name: 'firework' })
  await scene.tap()
  await expect(scene).toBeChecked()
  await tapInReach(submit)
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeInViewport()
})

test('a support agent gets hints by tapping, and changes between customers', async ({
  page,
  newAccount,
}) => {
  const [shop, mill] = [newAccount(), newAccount()]
  shop.addTasks([failed])
  await connectByTap(page, shop.apiKey)
  const hint = page.getByRole('tooltip')
  await taskRows(page).getByText('Failed', { exact: true }).tap()
  await expect(hint).toHaveText(/^Inferred from its error message/)
  await expect(hint).toBeInViewport({ ratio: 1 })
  await taskRows(page).getByRole('time').tap()
  await expect(hint).toContainText('UTC')
  await expect(hint).toBeInViewport({ ratio: 1 })
  await page.getByRole('heading', { level: 1 }).tap()
  await expect(hint).toBeHidden()

  await page.getByRole('button', { name: /^Account:/ }).tap()
  await page.getByRole('button', { name: 'Add account' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Add an account' })
  await dialog.getByRole('textbox', { name: 'API key' }).fill(mill.apiKey)
  await showMoreOptions(dialog)
  await dialog.getByRole('textbox', { name: 'Account name' }).fill('Mill')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  await tapInReach(header(page, 'Mill'))
  await page
    .getByRole('group', { name: 'Switch account' })
    .getByRole('button', { name: 'Account 1' })
    .tap()
  await expect(header(page, 'Account 1')).toBeVisible()
  await expect(taskRows(page)).toHaveCount(1)
})

/** What is cut out of a screen, in CSS pixels. */
interface Insets {
  top?: number
  right?: number
  bottom?: number
  left?: number
}

async function cutOut(page: Page, insets: Insets): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/** The edges of something on screen, once it has come to rest. */
async function edgesOf(target: Locator) {
  return target.evaluate(async (element) => {
    const moving = element.closest('dialog')?.getAnimations() ?? []
    await Promise.all(moving.map(({ finished }) => finished))
    const { top, right, bottom, left } = element.getBoundingClientRect()
    return { top, right, bottom, left }
  })
}

test('nothing is under the notch or system bar, and all statuses are visible; landscape shows rows', async ({
  page,
  account,
}) => {
  account.addTasks(Array.from({ length: 20 }, () => failed))
  await connect(page, account.apiKey, '/tasks?status=failed')
  // Also where its row is wider than the screen.
  const statuses = page.getByRole('radiogroup', { name: 'Status' })
  for (const status of await statuses.getByRole('radio').all()) {
    await expect(status).toBeInViewport({ ratio: 1 })
  }

  await cutOut(page, { top: 44, bottom: 34 })
  await expect(taskRows(page)).toHaveCount(20)
  const account1 = await edgesOf(page.getByRole('button', { name: /^Account:/ }))
  expect(account1.top).toBeGreaterThanOrEqual(44)
  const next = await edgesOf(page.getByRole('button', { name: 'Next page' }))
  expect(next.bottom).toBeLessThanOrEqual(740 - 34)
  const sheet = await openFilters(page)
  const done = await edgesOf(sheet.getByRole('button', { name: 'Done' }))
  expect(done.bottom).toBeLessThanOrEqual(740 - 34)
  await page.keyboard.press('Escape')
  await page.goto('/posters')
  expect((await edgesOf(submitPoster(page))).bottom).toBeLessThanOrEqual(740 - 34)

  await page.setViewportSize({ width: 740, height: 360 })
  await cutOut(page, { left: 44, right: 44, bottom: 21 })
  await page.goto('/tasks')
  await taskRows(page).first().waitFor()
  await appIsThere(page)
  const row = await edgesOf(taskRows(page).first())
  expect(row.left).toBeGreaterThanOrEqual(44)
  expect(row.right).toBeLessThanOrEqual(740 - 44)

  await cutOut(page, {})
  await taskRows(page).nth(10).scrollIntoViewIfNeeded()
  await expect(page.getByRole('banner')).not.toBeInViewport()
  const pagination = page.getByRole('navigation', { name: 'Pagination' })
  await expect(pagination).not.toBeInViewport()
  // Rows grow to their heights on the way.
  await expect(async () => {
    await pagination.scrollIntoViewIfNeeded()
    await expect(pagination).toBeInViewport({ ratio: 1, timeout: 100 })
  }).toPass()
})
