import type { Locator, Page } from '@playwright/test'
import exifr from 'exifr'

import { axeFindings } from '#e2e/support/axe.ts'
import { tiles, tileUrls } from '#e2e/support/batch-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { images } from '#e2e/support/outside-world.ts'
import { EVERYTHING, photo, plainJpeg, SECRETS } from '#e2e/support/pictures.ts'
import { connect, countCreations, receipt, submitPoster } from '#e2e/support/screens.ts'

interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const UPLOADS = /\/host\/uploads$/
const jpeg = (name: string, buffer: Buffer = plainJpeg): TestFile => {
  return { name, mimeType: 'image/jpeg', buffer }
}
const group = (page: Page) => page.getByRole('group', { name: 'Picture from this device' })
const chooser = (page: Page) => group(page).getByLabel('Choose pictures…')
const uploadStatus = (page: Page) => group(page).locator('[role=status][aria-atomic=false]')
const address = (page: Page) => page.getByRole('textbox', { name: 'Image URL', exact: true })
const kept = (page: Page) => group(page).getByText(/Kept on \S+ until /)
const submissions = (page: Page) => page.getByRole('region', { name: /^Submissions/ })

/** Drops or pastes files, as another window would give them. @returns whether the app has taken them */
async function give(
  target: Locator,
  type: 'drop' | 'paste',
  files: readonly TestFile[],
  text = '',
): Promise<boolean> {
  const given = files.map(({ buffer, ...rest }) => ({ ...rest, base64: buffer.toString('base64') }))
  return target.evaluate(
    (element, [event, list, withText]) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0)
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      if (withText !== '') {
        const isLink = event === 'drop' && withText.startsWith('http')
        transfer.setData(isLink ? 'text/uri-list' : 'text/plain', withText)
      }
      const init = { bubbles: true, cancelable: true }
      return !element.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
      )
    },
    [type, given, text] as const,
  )
}

test('a photo is chosen, cleaned, kept, made into a poster, and deleted on request', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/posters')
  await chooser(page).setInputFiles(jpeg('lin.jpg', photo()))
  await expect(kept(page)).toBeVisible()
  const url = await address(page).inputValue()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/uploads\/mq-[\da-f]{32}-[\da-z]+\.jpg$/)
  await test.step('what has left the device says nothing of the person', async () => {
    const sent = await (await page.request.get(url)).body()
    expect(await exifr.parse(photo(), EVERYTHING)).toMatchObject({ Make: SECRETS.camera })
    expect(await exifr.parse(sent, EVERYTHING)).toBeUndefined()
    expect(sent.includes(SECRETS.comment)).toBe(false)
  })
  await test.step('turned as the photo says: it is higher than wide', async () => {
    await expect(page.getByText('32 × 64 · loads in this browser')).toBeVisible()
  })
  expect(await axeFindings(page, 'all')).toEqual([])
  await page.reload()
  await expect(kept(page)).toBeVisible()
  await page.getByRole('radio', { name: 'firework' }).check()
  await submitPoster(page).click()
  await expect(receipt(page)).toBeVisible()
  const entry = submissions(page).getByRole('listitem').first()
  await expect(entry).toContainText('Kept on')
  await expect(entry.getByRole('button', { name: 'Delete picture' })).toHaveCount(0)
  account.finishTasks()
  await entry.getByRole('button', { name: 'Delete picture' }).press('Enter')
  await expect(entry.getByText('This page’s host has deleted this picture.')).toBeFocused()
  expect((await page.request.get(url)).status()).toBe(404)

  await test.step('a deleted picture makes no poster', async () => {
    const creations = countCreations(page)
    await entry.getByRole('button', { name: 'Repeat' }).click()
    await submitPoster(page).click()
    await expect(address(page)).toHaveAccessibleDescription(
      /^This page’s host has deleted this picture, or is about to\. Choose it again\./,
    )
    expect(creations.sent).toBe(0)
  })
  await test.step('nor in a tab that does not know of the deletion: the host refuses', async () => {
    // The preview may ask for the picture, too.
    expectConsole(/410 \(Gone\)|404 \(Not Found\)/)
    const other = await context.newPage()
    const prefill = `/posters?image_url=${encodeURIComponent(url)}&prompt=firework`
    await connect(other, account.apiKey, prefill)
    await submitPoster(other).click()
    const question = other.getByRole('dialog')
    await question.getByRole('button', { name: 'Send again and accept a second charge' }).click()
    const banner = other.getByRole('alert').filter({ hasText: 'Nothing was sent.' })
    await expect(banner).toContainText(
      'This page’s host has deleted this picture, or is about to. Choose it again.',
    )
  })
})

test('a picture is deleted with its last use; as long as it is kept there is a button', async ({
  page,
  account,
}) => {
  const goesAway = (url: string) =>
    expect.poll(async () => (await page.request.get(url)).status()).toBe(404)
  const upload = async (name: string) => {
    const before = await address(page).inputValue()
    await chooser(page).setInputFiles(jpeg(name))
    await expect(address(page)).not.toHaveValue(before)
    return address(page).inputValue()
  }
  const others = group(page).getByText(/^Kept pictures: /)
  const create = async () => {
    await page.getByRole('radio', { name: 'firework' }).check()
    await submitPoster(page).click()
    await receipt(page).waitFor()
    await page.getByRole('button', { name: 'Create another' }).click()
  }
  const clearLog = async () => {
    await page.getByRole('button', { name: 'Clear…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Clear…' })).toHaveCount(0)
  }
  await connect(page, account.apiKey, '/posters')
  const first = await upload('first.jpg')
  await address(page).fill('')
  await goesAway(first)

  await test.step('of several, with their tiles; the last one that was removed can be brought back', async () => {
    await chooser(page).setInputFiles(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => jpeg(name)))
    await expect(tiles(page)).toContainText(['a.jpg', 'b.jpg', 'c.jpg'])
    const [a, , c] = await tileUrls(page)
    expect(await axeFindings(page, 'all')).toEqual([])
    await page.getByRole('button', { name: /^Remove .a\.jpg/ }).press('Enter')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tiles(page)).toContainText(['a.jpg', 'b.jpg', 'c.jpg'])
    await page.getByRole('button', { name: /^Remove .a\.jpg/ }).press('Enter')
    await page.getByRole('button', { name: /^Remove .b\.jpg/ }).press('Enter')
    await goesAway(a ?? '')
    await expect(address(page)).toHaveValue(/\/uploads\//)
    await address(page).fill(images.portrait)
    await goesAway(c ?? '')
    await address(page).fill('')
  })
  await test.step('a cleared log leaves a button for what a task may still need', async () => {
    const running = await upload('running.jpg')
    await create()
    await clearLog()
    await others.filter({ hasText: '1' }).click()
    expect((await page.request.get(running)).status()).toBe(200)
    await group(page).getByRole('button', { name: 'Delete picture' }).press('Enter')
    await goesAway(running)
    await expect(chooser(page)).toBeFocused()
  })
  await test.step('and deletes the others', async () => {
    const over = await upload('over.jpg')
    await create()
    account.finishTasks()
    const entry = submissions(page).getByRole('listitem').first()
    await expect(entry.getByRole('button', { name: 'Delete picture' })).toBeVisible()
    await clearLog()
    await goesAway(over)
  })
})

test('pictures are dropped anywhere and pasted; with more than one they are tiles', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  await group(page).waitFor()
  await page.getByRole('radio', { name: 'firework' }).check()
  await give(page.getByRole('heading', { name: 'Create poster' }), 'drop', [jpeg('one.jpg')])
  await expect(kept(page)).toBeVisible()
  const first = await address(page).inputValue()
  const kind = 'text goes into the field, although a picture of it comes along'
  await test.step(kind, async () => {
    const cells = jpeg('image.png')
    expect(await give(address(page), 'paste', [cells], 'cdn.example.org/1.jpg')).toBe(false)
    expect(await give(address(page), 'paste', [cells], 'https://cdn.example.org/1.jpg')).toBe(false)
    await expect(address(page)).toHaveValue(first)
  })

  await test.step('what is no new picture is not uploaded', async () => {
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') uploads.push(request.url())
    })
    const now = await address(page).inputValue()
    // As a browser does it that gives the file of a picture to its drag.
    await page.getByRole('img', { name: 'The image at this URL' }).evaluate((preview) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'of-this-page.jpg', { type: 'image/jpeg' }))
      const init = { bubbles: true, cancelable: true, dataTransfer }
      preview.dispatchEvent(new DragEvent('dragstart', init))
      document.body.dispatchEvent(new DragEvent('drop', init))
    })
    const cells = [jpeg('image.png')]
    expect(await give(page.locator('body'), 'paste', cells, 'A\t1\r\nB\t2')).toBe(true)
    await expect(group(page).getByText('Nothing was taken')).toBeVisible()
    expect(await axeFindings(page, 'all')).toEqual([])
    await expect(address(page)).toHaveValue(now)
    const name = now.split('/').at(-1) ?? ''
    await address(page).fill('')
    expect(await give(page.locator('body'), 'drop', [jpeg(name)])).toBe(true)
    await expect(address(page)).toHaveValue(now)
    await expect(group(page).getByText('Nothing was taken')).toHaveCount(0)
    const link = `${images.portrait}?dropped`
    expect(await give(page.locator('body'), 'drop', [], link)).toBe(true)
    await expect.poll(() => tileUrls(page)).toEqual([now, link])
    expect(uploads).toEqual([])
  })

  await give(page.locator('body'), 'paste', [jpeg('two.jpg')])
  await give(address(page), 'paste', [jpeg('named.jpg')], 'named.jpg')
  await chooser(page).setInputFiles([jpeg('three.jpg'), jpeg('four.jpg')])
  await give(page.locator('body'), 'drop', [
    jpeg('five.jpg'),
    {
      name: 'list.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(images.portrait),
    },
  ])
  await expect(tiles(page)).toHaveCount(8)
  const text = (await tiles(page).allTextContents()).join('\n')
  for (const name of ['one', 'two', 'named', 'three', 'four', 'five']) {
    expect(text).toContain(`${name}.jpg`)
  }
  expect(new Set(await tileUrls(page)).size).toBe(8)
  expect(await axeFindings(page, 'all')).toEqual([])

  await test.step('a picture takes the place of a tile', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^Replace .two\.jpg/ }).click()
    await (await choosing).setFiles(jpeg('better.jpg'))
    await expect(tiles(page)).toContainText(['better.jpg'])
    await expect(tiles(page)).toHaveCount(8)
  })
})

test('an upload shows its progress and can be cancelled; the form waits for it', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  const uploads = await holdRequests(page, UPLOADS)
  await chooser(page).setInputFiles(jpeg('slow.jpg'))
  await uploads.held
  await expect(group(page).getByRole('progressbar', { name: 'Uploading slow.jpg…' })).toBeVisible()
  await page.getByRole('radio', { name: 'firework' }).check()
  await submitPoster(page).click()
  await expect(address(page)).toHaveAccessibleDescription(/^The picture is still being uploaded\./)
  await group(page).getByRole('button', { name: 'Cancel upload' }).press('Enter')
  await expect(group(page).getByRole('progressbar')).toHaveCount(0)
  await expect(address(page)).toHaveValue('')
  uploads.letGo()
  await chooser(page).setInputFiles(jpeg('next.jpg'))
  await expect(kept(page)).toBeVisible()
  await test.step('a picture never replaces what is typed: both are there', async () => {
    await address(page).fill(images.portrait)
    await chooser(page).setInputFiles(jpeg('more.jpg'))
    await expect(tiles(page)).toContainText(['images.example/portrait.png', 'more.jpg'])
  })
})

test('a picture goes on by itself once the network is back', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await connect(page, account.apiKey, '/posters')
  await group(page).waitFor()
  await chooser(page).setInputFiles(jpeg('first.jpg'))
  await expect(kept(page)).toBeVisible()
  await context.setOffline(true)
  await chooser(page).setInputFiles(jpeg('lost.jpg'))
  await expect(uploadStatus(page)).toContainText(
    'lost.jpg: Not uploaded. This browser is offline. The upload goes on by itself',
  )
  await expect(group(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await context.setOffline(false)
  await expect(tiles(page)).toContainText(['first.jpg', 'lost.jpg'])
})

test('a damaged picture is refused; one that lacks only its end is taken', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  for (const damaged of [plainJpeg.subarray(0, 180), plainJpeg.subarray(0, -30)]) {
    await chooser(page).setInputFiles(jpeg('cut.jpg', damaged))
    const status = uploadStatus(page)
    await expect(status).toContainText('cut.jpg: This picture is damaged')
    await group(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(status).toHaveText('')
  }
  await chooser(page).setInputFiles(jpeg('odd.jpg', plainJpeg.subarray(0, -2)))
  await expect(page.getByText('64 × 32 · loads in this browser')).toBeVisible()
})
