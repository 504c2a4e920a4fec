import { startInjectionService } from '#e2e/injection/service.ts'
import { startHost } from '#e2e/support/host-process.ts'

import { expect, test } from './fixtures.ts'
import { connect } from './screens.ts'

const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const
const completed = { status: 'completed' } as const

test('filters and pages stand in the address, and Back walks through them', async ({
  tab,
  host,
  newKey,
}) => {
  const tasks = [...Array.from({ length: 25 }, () => failed), completed, completed]
  await connect(tab, `${host.origin}/tasks`, newKey(tasks))
  const rows = tab.part('row')
  const pagination = tab.part('navigation', 'Pagination')
  await rows.expectCount(20)
  await pagination.expectText('27 tasks')

  await tab.part('radio', /^Failed/).click()
  await tab.expectAddress('/tasks?status=failed')
  await pagination.expectText('25 tasks')
  await rows.expectText('No face found')
  await pagination.part('button', 'Next page').click()
  await tab.expectAddress('/tasks?status=failed&page=2')
  await rows.expectCount(5)

  await tab.part('radio', /^Completed/).click()
  await rows.expectCount(2)
  await tab.goBack()
  await rows.expectCount(5)
  await tab.goBack()
  await rows.expectCount(20)
  await tab.part('radio', /^Failed/).expectToBe({ isChecked: true })
})

test('a finished video plays in place', async ({ tab, host, newKey }) => {
  await connect(tab, `${host.origin}/tasks`, newKey([completed]))
  const play = tab.part('row').part('button', /^Play video/)
  await play.click()
  await tab.part('dialog').waitFor()
  const played = async () => tab.run(() => document.querySelector('video')?.currentTime)
  await expect.poll(played, { timeout: 20_000 }).toBeGreaterThan(0)
  await tab.press('Escape')
  await tab.part('dialog').expectCount(0)
  await play.expectToBe({ isFocused: true })
})

test('a task ID is copied whole', async ({ tab, host, newKey }) => {
  await connect(tab, `${host.origin}/tasks`, newKey([completed]))
  await tab.part('row').part('button', 'Copy task ID').click()
  await tab.part('status', '').expectText('Copied')
  // The page itself may not read the clipboard: a person would paste it somewhere.
  await tab.part('link', 'Posters').click()
  await tab.part('textbox', 'Image URL').click()
  await tab.press('Control', 'v')
  await expect
    .poll(async () => (await tab.part('textbox', 'Image URL').all())[0]?.value)
    .toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
})

test('a video that is not there is said, and can be opened elsewhere', async ({
  tab,
  host,
  newKey,
}) => {
  await connect(tab, `${host.origin}/tasks`, newKey([{ ...completed, clip: 'gone' }]))
  await tab
    .part('row')
    .part('button', /^Play video/)
    .click()
  await tab.part('dialog').part('alert').expectText('The video did not load.')
  await tab.part('dialog').part('link', 'Open').waitFor()
})

const ofMediaHost = test.extend({
  // Another host of ours has the videos. Its pages may not read them either.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  hostOptions: async ({}, use) => {
    const media = await startHost()
    const service = await startInjectionService()
    const list = [1, 2].map((at) => ({
      uuid: `video-${at}`,
      video_url: `${media.origin}/media/silk.webm`,
    }))
    service.list = () => ({ data: { total: list.length, list } })
    await use({ taskApiUrl: service.baseUrl, mediaProxy: [media.origin] })
    await service.close()
    await media.stop()
  },
})

ofMediaHost(
  'videos of another host play, and are packed, through our own',
  async ({ tab, host }) => {
    await connect(tab, `${host.origin}/tasks`, 'service-key')
    await tab.part('button', /^Play video/).clickFirst()
    const source = async () => tab.run(() => document.querySelector('video')?.currentSrc)
    await expect.poll(source).toContain(`${host.origin}/host/media/`)
    await expect
      .poll(async () => tab.run(() => document.querySelector('video')?.currentTime))
      .toBeGreaterThan(0)
    await tab.press('Escape')
    await tab.part('checkbox', 'Select all tasks on this page').click()
    await tab.part('button', 'Download videos').click()
    await tab.part('button', 'Save 2 videos').click()
    await tab.part('dialog').expectText('Saved: 2 videos')
  },
)
