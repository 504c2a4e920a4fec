import { readdirSync } from 'node:fs'
import path from 'node:path'

import { expect } from '#e2e/support/fixtures.ts'
import { projectDir } from '#e2e/support/host-process.ts'
import { makeOtherBuild } from '#e2e/support/other-build.ts'
import { makeLink, openLending } from '#e2e/support/lent-views.ts'
import { connect, enterKey, taskRows, waitForAllCode } from '#e2e/support/screens.ts'
import { freePort } from '#host/free-port.fixture.ts'
import { startRedis } from '#host/idempotency/redis.fixture.ts'

import { ask, test } from './fixtures.ts'

test('during an upgrade pages of both versions get all their files', async ({
  page,
  request,
  startOwnHost,
  startSite,
  guard,
}) => {
  const port = await freePort()
  const newer = makeOtherBuild('2031-05-04T03:02:01.000Z')
  try {
    const allowedHosts = [`127.0.0.1:${port}`]
    const service = await startOwnHost()
    const taskApiUrl = `${service.origin}/api`
    const hosts = [
      await startOwnHost({ allowedHosts, taskApiUrl }),
      await startOwnHost({ allowedHosts, taskApiUrl, buildDir: newer.folder }),
    ]
    const nginx = await startSite('before-several-hosts.conf', port, {
      '10.0.0.1:4173 max': `127.0.0.1:${String(hosts[0]?.port)} max`,
      '10.0.0.2:4173 max': `127.0.0.1:${String(hosts[1]?.port)} max`,
    })
    const { demoKey = '' } = service
    guard.keepSecret(demoKey)
    // Whichever version a page is loaded from, it works.
    for (let count = 0; count < 4; count += 1) {
      if (count === 0) await connect(page, demoKey, `${nginx.origin}/tasks`)
      else await page.reload()
      await expect(taskRows(page)).toHaveCount(20)
      await waitForAllCode(page)
    }
    const builds = [projectDir, newer.folder].map((folder) =>
      readdirSync(path.join(folder, 'dist/assets')).filter((name) => name.endsWith('.js')),
    )
    expect(builds[0]).not.toEqual(builds[1])
    for (const name of builds.flat()) {
      const { status } = await ask(request, `${nginx.origin}/assets/${name}`)
      expect(status, name).toBe(200)
    }
    expect((await ask(request, `${nginx.origin}/assets/gone.js`)).status).toBe(404)
  } finally {
    newer.remove()
  }
})

test('a view that is lent through one host is opened and ended through the other', async ({
  page,
  startOwnHost,
  guard,
  expectConsole,
}) => {
  expectConsole(/410 \(Gone\)/)
  const redis = await startRedis()
  try {
    const { origin: service, demoKey = '' } = await startOwnHost()
    guard.keepSecret(demoKey)
    const options = { taskApiUrl: `${service}/api`, idempotencyUrl: redis.url }
    const [one, other] = [await startOwnHost(options), await startOwnHost(options)]
    await connect(page, demoKey, `${one.origin}/tasks`)
    await openLending(page)
    const { pathname, hash } = new URL(await makeLink(page))

    await page.goto(other.origin + pathname + hash)
    await expect(taskRows(page)).toHaveCount(20)
    await page.getByRole('button', { name: 'Leave' }).click()
    await enterKey(page, demoKey)
    await openLending(page)
    await expect(page.getByRole('dialog')).toContainText('opened once')
    await page.getByRole('button', { name: 'End now: All tasks' }).click()
    await expect(page.getByText('Lent now')).toBeHidden()
    await page.goto(one.origin + pathname + hash)
    await expect(page.getByRole('alert')).toHaveText('Who lent this view has ended it.')
  } finally {
    await redis.end()
  }
})
