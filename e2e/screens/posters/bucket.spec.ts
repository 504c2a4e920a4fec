import type { Page } from '@playwright/test'

import { axeFindings } from '#e2e/support/axe.ts'
import { expect, test as base } from '#e2e/support/fixtures.ts'
import { noisyPng, photo, plainJpeg } from '#e2e/support/pictures.ts'
import { connect, receipt, submitPoster } from '#e2e/support/screens.ts'
import { startBucket, type TestBucket } from '#host/uploads/bucket.fixture.ts'

/** A page of a host that keeps pictures in a bucket of its own. */
interface BucketScreen {
  bucket: TestBucket
  /** the origin of the host */
  origin: string
}

const test = base.extend<{ screenWithBucket: BucketScreen }>({
  screenWithBucket: async ({ page, guard, startOwnHost }, use) => {
    const bucket = await startBucket()
    const { origin, demoKey = '' } = await startOwnHost({ uploads: { bucket: bucket.endpoint } })
    guard.keepSecret(demoKey)
    await connect(page, demoKey, `${origin}/posters`)
    await group(page).waitFor()
    await use({ bucket, origin })
    // The page may still load its pictures.
    await page.close()
    bucket.close()
  },
})

const isPut = /X-Amz-Expires=300/
const group = (page: Page) => page.getByRole('group', { name: 'Picture from this device' })
const chooser = (page: Page) => group(page).getByLabel('Choose pictures…')
const address = (page: Page) => page.getByRole('textbox', { name: 'Image URL', exact: true })
const kept = (page: Page) => group(page).getByText(/^.*Kept on \S+ until /)
const jpeg = (name: string, buffer: Buffer = plainJpeg) => {
  return { name, mimeType: 'image/jpeg', buffer }
}

test('a picture goes straight into the bucket, is cropped and deleted there, and makes a poster', async ({
  page,
  screenWithBucket: { bucket, origin },
}) => {
  const { host } = new URL(bucket.endpoint)
  await expect(group(page).getByText(`It is kept at ${host} as a JPEG`)).toBeVisible()
  const asking = page.waitForRequest(`${origin}/host/uploads`)
  const putting = page.waitForRequest(isPut)
  await chooser(page).setInputFiles({
    name: 'noise.png',
    mimeType: 'image/png',
    buffer: Buffer.from(noisyPng(600, 400)),
  })
  await expect(kept(page)).toContainText(`Kept on ${host} until`)
  const url = await address(page).inputValue()
  expect(url.startsWith(`${bucket.url}/marquee/mq-`)).toBe(true)

  await test.step('the host has got its size and the key, the bucket the picture and no key', async () => {
    const picture = await (await page.request.get(url)).body()
    expect([...picture.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    expect((await asking).postDataJSON()).toEqual({ bytes: picture.length })
    const put = await putting
    expect(put.method()).toBe('PUT')
    const headers = await put.allHeaders()
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
    })
    for (const name of ['authorization', 'cookie', 'referer']) {
      expect(headers).not.toHaveProperty(name)
    }
  })
  await expect(page.getByText('600 × 400 · loads in this browser')).toBeVisible()
  expect(await axeFindings(page, 'all')).toEqual([])

  await test.step('it can be cropped: the part takes its place, also in the bucket', async () => {
    await group(page).getByRole('button', { name: 'Crop…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Crop picture' })
    await expect(dialog.getByRole('img')).toHaveJSProperty('naturalWidth', 600)
    await dialog.getByRole('radio', { name: 'Square 1:1' }).check()
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await dialog.getByRole('button', { name: 'Use this part' }).click()
    await expect(page.getByText('400 × 400 · loads in this browser')).toBeVisible()
    expect((await deleted).status()).toBe(204)
    expect((await page.request.get(url)).status()).toBe(404)
  })
  await test.step('deleted, it is gone from the bucket', async () => {
    const square = await address(page).inputValue()
    expect((await page.request.get(square)).status()).toBe(200)
    await group(page).getByRole('button', { name: 'Delete picture' }).click()
    await expect(address(page)).toHaveValue('')
    expect((await page.request.get(square)).status()).toBe(404)
    await address(page).fill(square)
    await address(page).press('Enter')
    await expect(address(page)).toHaveAccessibleDescription(
      /^This page’s host has deleted this picture, or is about to\. Choose it again\./,
    )
  })
  await chooser(page).setInputFiles(jpeg('lin.jpg', photo()))
  await expect(page.getByText('32 × 64 · loads in this browser')).toBeVisible()
  const last = await address(page).inputValue()
  await page.getByRole('radio', { name: 'firework' }).check()
  const creating = page.waitForRequest(/\/plugins\/poster\/tasks$/)
  await submitPoster(page).click()
  expect((await creating).postDataJSON()).toEqual({ image_url: last, prompt: 'firework' })
  await expect(receipt(page)).toBeVisible()
  expect((await page.request.get(last)).status()).toBe(200)
})
