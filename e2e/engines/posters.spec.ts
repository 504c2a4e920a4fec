import exifr from 'exifr'

import { jpegFrameSize, jpegSegments } from '#contract/jpeg.ts'
import { EVERYTHING, photo } from '#e2e/support/pictures.ts'

import { startBucket, type TestBucket } from '#host/uploads/bucket.fixture.ts'

import { expect, test } from './fixtures.ts'
import { connect, createPoster } from './screens.ts'
import type { Tab } from './tab.ts'

const PORTRAIT = 'https://images.example/portrait.png'

test('a poster is created once, and its uuid and the points left are shown', async ({
  tab,
  host,
  newKey,
}) => {
  await connect(tab, `${host.origin}/posters`, newKey())
  await createPoster(tab, PORTRAIT)
  await tab.part('heading', /^Created/).expectToBe({ isFocused: true })
  await tab.expectText('990 points left')
  // The engine reaches no other host: a picture that does not load must not block the form.
  await tab.part('button', 'Create another').click()
  await tab.part('textbox', 'Image URL').expectToBe({ value: '' })
  await tab.part('link', 'Tasks').click()
  await tab.part('row').expectCount(1)
})

test('a refusal says what the service said and keeps the form, also after a reload', async ({
  tab,
  host,
  newKey,
}) => {
  const refused = 'https://sentinel.example/refused.jpg'
  await connect(tab, `${host.origin}/posters`, newKey())
  await createPoster(tab, refused)
  await tab.part('alert').expectText('The poster was not created: the service refused.')
  await tab.part('textbox', 'Image URL').expectToBe({ value: refused })
  await tab.reload()
  await tab.part('textbox', 'Image URL').expectToBe({ value: refused })
  await tab.part('radio', /firework/).expectToBe({ isChecked: true })
  // The record is on disk.
  await tab.expectText('Refused')
})

/** Uploads a photo. @returns where it is kept */
async function uploadPhoto(tab: Tab): Promise<string> {
  await tab.expectText('Or drop or paste one.')
  await tab.run((base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0)
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'lin.jpg', { type: 'image/jpeg' }))
    const init = { dataTransfer: transfer, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new DragEvent('drop', init))
  }, photo().toString('base64'))
  await tab.expectText('Kept on')
  const url = await tab.run(
    () => document.querySelector<HTMLInputElement>('input[name=image_url]')?.value,
  )
  return String(url)
}

test('a photo of the device is turned, loses its metadata, and is kept for the service', async ({
  tab,
  host,
  newKey,
}) => {
  await connect(tab, `${host.origin}/posters`, newKey())
  const answer = await fetch(await uploadPhoto(tab))
  const kept = Buffer.from(await answer.arrayBuffer())
  expect(await exifr.parse(kept, EVERYTHING)).toBeUndefined()
  const sizes = [...jpegSegments(kept)].map((segment) => jpegFrameSize(kept, segment))
  expect(sizes).toContainEqual({ width: 32, height: 64 })
})

const testWithBucket = test.extend<{ bucket: TestBucket }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are used from the pattern
  bucket: async ({}, use) => {
    const bucket = await startBucket()
    await use(bucket)
    bucket.close()
  },
  hostOptions: async ({ bucket }, use) => {
    await use({ uploads: { bucket: bucket.endpoint } })
  },
})

testWithBucket('a photo goes straight into a bucket', async ({ tab, host, bucket, newKey }) => {
  await connect(tab, `${host.origin}/posters`, newKey())
  const url = await uploadPhoto(tab)
  expect(url.startsWith(`${bucket.url}/marquee/`)).toBe(true)
  expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg')
})
