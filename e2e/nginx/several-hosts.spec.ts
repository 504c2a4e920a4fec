import { readdirSync } from 'node:fs'
import path from 'node:path'

import { expect } from '#e2e/support/fixtures.ts'
import { projectDir } from '#e2e/support/host-process.ts'
import { makeOtherBuild } from '#e2e/support/other-build.ts'
import { connect, taskRows, waitForAllCode } from '#e2e/support/screens.ts'
import { freePort } from '#host/free-port.fixture.ts'

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
