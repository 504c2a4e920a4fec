import { readFileSync } from 'node:fs'

import { copied, details, showMore } from '#e2e/support/details-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { startInjectionService } from '#e2e/injection/service.ts'
import { connect } from '#e2e/support/screens.ts'

test('a link, the record and the request are copied @release', async ({
  page,
  context,
  account,
}) => {
  await context.grantPermissions(['clipboard-write'])
  const [task] = account.addTasks([{ status: 'failed', errorMsg: 'It\'s "no" face' }])
  const uuid = task?.uuid ?? ''
  await connect(page, account.apiKey, `/tasks?status=failed&task=${uuid}`)
  const { origin } = new URL(page.url())
  expect(await copied(page, 'Copy link')).toBe(`${origin}/tasks?status=failed&task=${uuid}`)
  expect(JSON.parse(await copied(page, 'Copy JSON'))).toMatchObject({
    uuid,
    error_msg: 'It\'s "no" face',
    completed_at: null,
  })
  expect((await copied(page, 'Copy as curl')).split('\n')).toEqual([
    'curl --globoff --request GET \\',
    "  --header 'Authorization: Bearer <API_KEY>' \\",
    `  '${origin}/api/plugins/video/tasks?status=failed'`,
  ])
  expect(await copied(page, 'Copy task ID')).toBe(uuid)
  expect(await copied(page, 'Copy: Error message')).toBe('It\'s "no" face')
  expect(await copied(page, 'Copy: Created')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
})

test('a ticket bundle has everything that support needs, and never a key', async ({
  browser,
  startOwnHost,
}) => {
  const key = 'canary/7+k='
  const service = await startInjectionService()
  service.list = () => ({
    data: {
      total: 1,
      list: [
        {
          uuid: 'd3f1',
          error_msg: `Bearer ${key} is over its limit`,
          video_url: `https://media.example/v.mp4?token=${encodeURIComponent(key)}`,
          note: JSON.stringify({ key }),
          [key]: 1,
        },
      ],
    },
  })
  const host = await startOwnHost({ taskApiUrl: service.baseUrl })
  const context = await browser.newContext({ baseURL: host.origin, acceptDownloads: true })
  await context.grantPermissions(['clipboard-write'])
  const page = await context.newPage()
  await connect(page, key, '/tasks?task=d3f1')
  const downloading = page.waitForEvent('download')
  await showMore(page)
  await details(page).getByRole('button', { name: 'Save ticket bundle' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('marquee-task-d3f1.json')
  const saved = readFileSync(await download.path(), 'utf8')
  const texts = [saved, await copied(page, 'Copy ticket bundle'), await copied(page, 'Copy JSON')]
  for (const text of texts) {
    expect(text).not.toContain('canary')
    expect(text).toContain('<API_KEY> is over its limit')
  }
  expect(await copied(page, 'Copy: Error message')).toContain('<API_KEY> is over its limit')
  expect(await copied(page, 'Copy: Video URL')).toBe('https://media.example/v.mp4?token=<API_KEY>')
  expect(JSON.parse(saved)).toMatchObject({
    app: { name: 'Marquee', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    made_at: {
      utc: expect.stringMatching(/Z$/),
      local: expect.stringMatching(/[+-]\d\d:\d\d$/),
      time_zone: expect.stringMatching(/\S/),
    },
    request: {
      method: 'GET',
      url: `${host.origin}/api/plugins/video/tasks`,
      headers: { authorization: 'Bearer <API_KEY>' },
    },
    reply: { page: 1, page_size: 20, total: 1 },
    status: { status: 'failed', source: 'inferred' },
    task: { uuid: 'd3f1', video_url: 'https://media.example/v.mp4?token=<API_KEY>' },
  })
  await context.close()
  await service.close()
})
