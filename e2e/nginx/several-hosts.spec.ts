import { readdirSync } from 'node:fs'
import path from 'node:path'

import * as z from 'zod/mini'

import { MEDIA_PATH } from '#contract/media.ts'

import { expect } from '#e2e/support/fixtures.ts'
import { projectDir } from '#e2e/support/host-process.ts'
import { startMediaHost } from '#e2e/support/nginx-process.ts'
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

test('a path of a video from one host is good at the other, if both have the secret', async ({
  request,
  startOwnHost,
  startSite,
  guard,
}) => {
  const media = await startMediaHost(path.join(projectDir, 'dist/media'))
  try {
    const port = await freePort()
    const { origin: service, demoKey = '' } = await startOwnHost()
    guard.keepSecret(demoKey)
    const options = {
      allowedHosts: [`127.0.0.1:${port}`],
      taskApiUrl: `${service}/api`,
      mediaProxy: [media.origin],
      mediaSecret: 'a secret of two hosts and no other',
    }
    const [one, other] = [await startOwnHost(options), await startOwnHost(options)]
    const nginx = await startSite('before-several-hosts.conf', port, {
      '10.0.0.1:4173 max': `127.0.0.1:${one.port} max`,
      '10.0.0.2:4173 max': `127.0.0.1:${other.port} max`,
    })
    const reply = await ask(request, nginx.origin + MEDIA_PATH, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
      data: JSON.stringify({ urls: [`${media.origin}/silk.webm`] }),
    })
    const { paths } = z.object({ paths: z.array(z.string()) }).parse(JSON.parse(String(reply.body)))
    // nginx takes turns.
    for (let count = 0; count < 4; count += 1) {
      const headers = { Range: 'bytes=4-7' }
      const { status, body } = await ask(request, nginx.origin + (paths[0] ?? ''), { headers })
      expect([status, body.length]).toEqual([206, 4])
    }
    for (const host of [one, other])
      expect(host.log()).toContain('"path":"/host/media/-","status":206')
    expect(nginx.log()).not.toContain(paths[0]?.slice(-20))
  } finally {
    await media.stop()
  }
})
