import type { Page } from '@playwright/test'

import { showMoreOptions } from '#e2e/support/account-screens.ts'
import { axeFindings } from '#e2e/support/axe.ts'
import { tiles } from '#e2e/support/batch-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { loadKept, saveData } from '#e2e/support/kept-files.ts'
import { images } from '#e2e/support/outside-world.ts'
import { photo, plainJpeg } from '#e2e/support/pictures.ts'
import {
  connect,
  countCreations,
  enterKey,
  openAccountMenu,
  signOut,
} from '#e2e/support/screens.ts'

test.use({ serviceWorkers: 'allow' })

interface Shared {
  text?: string
  pictures?: readonly string[]
}

const FORM = `<form method="post" enctype="multipart/form-data"><input name="text"><input name="pictures" type="file" multiple><button>Share</button></form>`

/**
 * Shares with the app. A browser's own menu has no page: a form of an empty page, whose origin is "null", too, comes closest to it.
 *
 * @param from another page that posts to the app
 */
async function share(
  page: Page,
  origin: string,
  { text = '', pictures = [] }: Shared,
  from = 'about:blank',
) {
  await page.goto(from)
  await page.evaluate((html) => {
    document.body.innerHTML = html
  }, FORM)
  await page
    .locator('form')
    .evaluate((form, action) => form.setAttribute('action', action), `${origin}/share`)
  await page.locator('input[name=text]').fill(text)
  const files = pictures.map((name) => {
    return { name, mimeType: 'image/jpeg', buffer: name === 'photo.jpg' ? photo() : plainJpeg }
  })
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.waitForURL(`${origin}/posters**`)
}

/** Opens the posters screen with a worker. @returns the origin of the app */
async function install(page: Page, apiKey: string, address = '/posters'): Promise<string> {
  await saveData(page)
  await connect(page, apiKey, address)
  await loadKept(page)
  return new URL(page.url()).origin
}

function countUploads(page: Page): { readonly sent: number } {
  const uploads = { sent: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/host/uploads') uploads.sent += 1
  })
  return uploads
}

const hasCache = (page: Page) => page.evaluate(async () => caches.has('marquee-shared'))
const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const address = (page: Page) => page.getByRole('textbox', { name: 'Image URL', exact: true })
const use = (page: Page) => page.getByRole('button', { name: 'Upload and use' })
const discard = (page: Page) => page.getByRole('button', { name: 'Discard' })

test('shared pictures wait until a person uses or discards them', async ({ page, account }) => {
  const origin = await install(page, account.apiKey)
  const uploads = countUploads(page)
  const creations = countCreations(page)
  await share(page, origin, { pictures: ['photo.jpg'], text: images.portrait })
  await expect(notice(page, '1 shared picture')).toContainText('Nothing has been uploaded yet.')
  await expect(address(page)).toHaveValue('')
  expect(await axeFindings(page, 'all')).toEqual([])
  await page.reload()
  await expect(use(page)).toBeVisible()
  expect(uploads.sent).toBe(0)
  await use(page).press('Enter')
  await expect(address(page)).toHaveValue(/\/uploads\//)
  await expect(page.getByRole('heading', { name: 'Create poster' })).toBeFocused()
  await expect(use(page)).toHaveCount(0)
  expect(await hasCache(page)).toBe(false)
  expect(uploads.sent).toBe(1)

  await test.step('with more than one they are tiles', async () => {
    await share(page, origin, { pictures: ['one.jpg', 'two.jpg'] })
    await expect(notice(page, '2 shared pictures')).toBeVisible()
    await use(page).click()
    await expect(tiles(page)).toContainText(['photo.jpg', 'one.jpg', 'two.jpg'])
    expect(uploads.sent).toBe(3)
  })
  await test.step('discarded ones are gone', async () => {
    await share(page, origin, { pictures: ['four.jpg'] })
    await discard(page).press('Enter')
    await expect(discard(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Create poster' })).toBeFocused()
    await expect.poll(() => hasCache(page)).toBe(false)
  })
  await test.step('those that another tab has used are not uploaded again', async () => {
    await share(page, origin, { pictures: ['five.jpg'] })
    await use(page).waitFor()
    await page.evaluate(async () => caches.delete('marquee-shared'))
    await use(page).click()
    await expect(notice(page, 'No picture has arrived')).toBeVisible()
  })
  expect(uploads.sent).toBe(3)
  expect(creations.sent).toBe(0)
})

test('a shared address is prefilled and never submitted; what has neither is answered', async ({
  page,
  account,
}) => {
  const origin = await install(page, account.apiKey)
  const creations = countCreations(page)
  await share(page, origin, { text: `Look: ${images.portrait}` })
  await expect(address(page)).toHaveValue(images.portrait)
  await expect(page).toHaveURL(`${origin}/posters`)
  await share(page, origin, { text: 'Only words' })
  await expect(notice(page, 'No picture has arrived')).toContainText('Share it again')
  await expect(page).toHaveURL(`${origin}/posters`)
  // What was there before stays.
  await expect(address(page)).toHaveValue(images.portrait)

  await test.step('a page of another site cannot share', async () => {
    const other = 'http://other.example/'
    await page.route(other, (route) => route.fulfill({ contentType: 'text/html', body: '<p></p>' }))
    await share(page, origin, { text: `${images.portrait}?evil` }, other)
    await expect(notice(page, 'No picture has arrived')).toBeVisible()
    await expect(address(page)).toHaveValue(images.portrait)
    expect(await hasCache(page)).toBe(false)
  })
  expect(creations.sent).toBe(0)
})

test('shared pictures wait for an account, and go with everything that is forgotten @release', async ({
  page,
  account,
}) => {
  const origin = await install(page, account.apiKey)
  await signOut(page)
  await showMoreOptions(page)
  await share(page, origin, { pictures: ['photo.jpg'] })
  await expect(use(page)).toHaveCount(0)
  await showMoreOptions(page)
  await page.getByRole('checkbox', { name: 'Read-only (support)' }).check()
  await enterKey(page, account.apiKey)
  await test.step('a read-only account can only discard them', async () => {
    await expect(notice(page, '1 shared picture')).toContainText('Switch to another one')
    await expect(discard(page)).toBeVisible()
    await expect(use(page)).toHaveCount(0)
  })
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Forget everything here' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget everything' }).click()
  await expect(page.getByText('Everything is forgotten')).toBeVisible()
  expect(await hasCache(page)).toBe(false)
  await enterKey(page, account.apiKey)
  await expect(address(page)).toBeVisible()
  await expect(discard(page)).toHaveCount(0)
})
