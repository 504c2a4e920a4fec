import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page } from '@playwright/test'

import { expect, test as base } from '#e2e/support/fixtures.ts'
import { startInjectionService } from '#e2e/injection/service.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { projectDir } from '#e2e/support/host-process.ts'
import { startMediaHost } from '#e2e/support/nginx-process.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'
import { bar, boxOfAll } from '#e2e/support/selection-screen.ts'
import { filesInZip } from '#e2e/support/zip.ts'

const MEDIA = path.join(projectDir, 'dist/media')
const EXPIRED = 22
const PAGE = 23

interface Shop {
  /** of the media host */
  mediaOrigin: string
  mediaLog: () => string[]
  /** hosts that the page has asked */
  asked: Set<string>
}

/** 24 videos on a host that lets no page read them: one has expired, one is a page. The page is connected. */
const test = base.extend<{ shop: Shop }>({
  async shop({ page, startOwnHost }, use) {
    const media = await startMediaHost(MEDIA)
    const service = await startInjectionService()
    const { origin } = await startOwnHost({
      taskApiUrl: service.baseUrl,
      mediaProxy: [media.origin],
    })
    const folders: Record<number, string> = { [EXPIRED]: 'expired/', [PAGE]: 'page/' }
    const list = Array.from({ length: 24 }, (_, at) => ({
      uuid: `video-${String(at).padStart(2, '0')}`,
      video_url: `${media.origin}/${folders[at] ?? ''}silk.webm`,
      created_at: new Date(Date.UTC(2026, 10, 20) - at * 60_000).toISOString(),
    }))
    service.list = () => ({ data: { total: list.length, list } })
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    await connect(page, 'service-key', `${origin}/tasks?page_size=50`)
    await expect(taskRows(page)).toHaveCount(24)
    await use({ mediaOrigin: media.origin, mediaLog: media.log, asked })
    await page.close()
    await service.close()
    await media.stop()
  },
})

/** Has the browser's file dialog answer with a file of the page's own, which a test can read. */
async function answerFileDialog(page: Page): Promise<() => Promise<Buffer>> {
  await page.evaluate(() => {
    const pick = async () =>
      (await navigator.storage.getDirectory()).getFileHandle('videos.zip', { create: true })
    Object.assign(window, { showSaveFilePicker: pick })
  })
  return async () => {
    const bytes = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory()
      const file = await (await folder.getFileHandle('videos.zip')).getFile()
      return [...new Uint8Array(await file.arrayBuffer())]
    })
    return Buffer.from(bytes)
  }
}

const dialog = (page: Page) => page.getByRole('dialog')

test('a video of another host is saved under its name, or the page says why it is not', async ({
  page,
  shop,
  expectConsole,
}) => {
  expectConsole(/410 \(Gone\)/)
  expectConsole(/415 \(/)
  const silk = await readFile(path.join(MEDIA, 'silk.webm'))
  const link = (at: number) =>
    taskRows(page).nth(at).getByRole('link', { name: 'Download video of task' })
  const saved = page.waitForEvent('download')
  await link(0).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('video-00.webm')
  expect((await readFile(await download.path())).equals(silk)).toBe(true)
  await link(EXPIRED).click()
  await expect(dialog(page).getByRole('alert')).toContainText('the URL has expired, or')
  await page.keyboard.press('Escape')
  await link(PAGE).click()
  await expect(dialog(page).getByRole('alert')).toContainText('is not a video')
  expect(shop.asked.has(shop.mediaOrigin)).toBe(false)
  expect(shop.mediaLog().filter((line) => !line.endsWith(' - - -'))).toEqual([])
})

test('a selection is saved as a ZIP that says what is missing; cancelled, it leaves nothing', async ({
  page,
  shop,
  expectConsole,
}) => {
  expectConsole(/410 \(Gone\)/)
  expectConsole(/415 \(/)
  const silk = await readFile(path.join(MEDIA, 'silk.webm'))
  const readZip = await answerFileDialog(page)
  await boxOfAll(page).click()
  await bar(page).getByRole('button', { name: 'Download videos' }).click()
  const held = await holdRequests(page, '**/host/media/*')
  await dialog(page).getByRole('button', { name: 'Save 24 videos' }).click()
  await held.held
  await expect(dialog(page).getByRole('status')).toHaveText('0 of 24 videos, 0 MB')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Cancelled. No file was saved.')
  held.letGo()
  expect(await readZip()).toHaveLength(0)

  await dialog(page).getByRole('button', { name: 'Save 24 videos' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText(
    /^Saved: 22 videos, [\d.]+ MB\. 2 videos are missing\./,
  )
  const zip = filesInZip(await readZip())
  expect(zip.size).toBe(23)
  expect(zip.get('video-07.webm')?.equals(silk)).toBe(true)
  const missing = String(zip.get('not-saved.txt'))
  expect(missing).toMatch(/^video-22\.webm: .*expired.*\nvideo-23\.webm: .*not a video/)
  expect(shop.asked.has(shop.mediaOrigin)).toBe(false)
})

test('previews ask no question; a video plays, is sought, and is shared as a file', async ({
  page,
  shop,
}) => {
  await page.getByRole('button', { name: 'Show as gallery' }).click()
  const tiles = page.getByRole('list', { name: 'Video tasks' }).getByRole('listitem')
  await expect(tiles).toHaveCount(24)
  // A canvas that shows a frame has the size of the video, and not the one it begins with.
  await expect
    .poll(() =>
      tiles
        .first()
        .locator('canvas')
        .evaluate((canvas) => canvas instanceof HTMLCanvasElement && canvas.width),
    )
    .not.toBe(300)
  await expect(page.getByText('Load previews?')).toHaveCount(0)

  await page.evaluate(() => {
    const shared: string[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files = [], url }: ShareData) => {
        shared.push(...files.map(({ name, size, type }) => `${name} ${size} ${type}`), url ?? '')
        return Promise.resolve()
      },
    })
  })
  await tiles.first().getByRole('link').first().click()
  await page.getByRole('button', { name: 'Share video file' }).click()
  const { length } = await readFile(path.join(MEDIA, 'silk.webm'))
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Reflect.get(window, 'shared'))))
    .toBe(JSON.stringify([`video-00.webm ${length} video/webm`, '']))

  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const film = page.locator('video[controls]')
  const sought = await film.evaluate(async (video) => {
    if (!(video instanceof HTMLVideoElement)) throw new Error('no video')
    const next = (event: string) =>
      new Promise((resolve) => {
        video.addEventListener(event, resolve, { once: true })
      })
    while (!(video.duration > 0)) await next('durationchange')
    video.currentTime = video.duration * 0.8
    await next('seeked')
    return [
      video.currentTime > video.duration / 2,
      new URL(video.currentSrc).origin === location.origin,
    ]
  })
  expect(sought).toEqual([true, true])
  expect(shop.asked.has(shop.mediaOrigin)).toBe(false)
})

test('a video that has expired says so, and the list is read for a newer address', async ({
  page,
  shop,
  expectConsole,
}) => {
  expectConsole(/410 \(Gone\)/)
  await taskRows(page).nth(EXPIRED).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('the URL has expired, or')
  await expect(page.getByRole('alert')).toContainText('The list was read again')
  expect(shop.asked.has(shop.mediaOrigin)).toBe(false)
})
