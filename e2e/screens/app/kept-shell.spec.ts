import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

import type { Page, Response } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { loadKept, restIsKept, saveData } from '#e2e/support/kept-files.ts'
import { makeOtherBuild } from '#e2e/support/other-build.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  chooseInMenu,
  connect,
  HOST_IS_GONE,
  openAccountMenu,
  taskRows,
  waitForAllCode,
} from '#e2e/support/screens.ts'

test.use({ serviceWorkers: 'allow' })

declare global {
  interface Window {
    /** whether the page has asked its worker for the version */
    hasAsked: boolean
  }
}

async function noteQuestions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.hasAsked = false
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its worker, below
    const { postMessage } = ServiceWorker.prototype
    ServiceWorker.prototype.postMessage = function ask(message: unknown) {
      window.hasAsked = true
      postMessage.call(this, message)
    }
  })
}

/** Waits until the page has heard from the newest worker which version that one is of; installed by noteQuestions. */
async function versionIsTold(page: Page): Promise<void> {
  await page.waitForFunction(() => window.hasAsked)
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    // Asked after the page has asked, it is answered after that.
    const answer = new Promise((resolve) => {
      serviceWorker.addEventListener('message', resolve, { once: true })
    })
    serviceWorker.startMessages()
    await serviceWorker.ready.then(({ waiting, active }) =>
      (waiting ?? active)?.postMessage('version'),
    )
    await answer
  })
}

/** Everything in the browser's caches: address → text. */
function keptFiles(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const kept: Record<string, string> = {}
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text()
        kept[new URL(request.url).pathname] = text ?? ''
      }
    }
    return kept
  })
}

test('the app opens while its host is unreachable or another program answers, and works again with the host', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  // The page may be left before the other program has answered.
  expectConsole(new RegExp(`${HOST_IS_GONE.source}|502 \\(Bad Gateway\\)`))
  const host = await startOwnHost()
  await saveData(page)
  await connect(page, host.demoKey ?? '', `${host.origin}/posters`)
  await loadKept(page)
  await host.kill()
  for (const [name, answer] of [
    ['an error of its own', (_, response) => response.writeHead(502).end('Bad gateway')],
    ['no answer', () => undefined],
  ] satisfies [string, RequestListener][]) {
    await test.step(`what stands before it has ${name}`, async () => {
      const proxy = createServer(answer).listen(host.port, '127.0.0.1')
      await once(proxy, 'listening')
      await page.goto(`${host.origin}/posters`)
      await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
      // What this page has asked for is no longer wanted.
      await page.goto('about:blank')
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    })
  }
  await page.goto(`${host.origin}/posters`)
  await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Video tasks' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('could not be reached')
  await expect(taskRows(page)).toHaveCount(0)
  await startOwnHost({ port: host.port, dataDir: host.dataDir })
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(21)
})

test('the next visit opens the kept page, which takes over the host’s headers; a reload asks the host @release', async ({
  page,
  startOwnHost,
}) => {
  const first = await startOwnHost()
  await saveData(page)
  await connect(page, first.demoKey ?? '', `${first.origin}/posters`)
  await loadKept(page)
  // With the code of the tasks screen it asks for the first tasks, which no host would answer now.
  await waitForAllCode(page)
  await page.waitForLoadState('networkidle')
  await first.kill()
  const second = await startOwnHost({
    port: first.port,
    dataDir: first.dataDir,
    mediaHosts: ['second.example'],
  })
  const policyOf = (response: Response | null) => response?.headers()['content-security-policy']
  const visit = async () => {
    const response = await page.goto(`${first.origin}/posters`)
    await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
    return policyOf(response)
  }
  expect(await visit()).not.toContain('second.example')
  const keptPolicy = () =>
    page.evaluate(async () => (await caches.match('/'))?.headers.get('Content-Security-Policy'))
  await expect.poll(keptPolicy).toContain('second.example')
  expect(await visit()).toContain('second.example')
  await waitForAllCode(page)
  await page.waitForLoadState('networkidle')
  await second.kill()
  await startOwnHost({
    port: first.port,
    dataDir: first.dataDir,
    mediaHosts: ['third.example'],
  })
  expect(policyOf(await page.reload())).toContain('third.example')
})

test('neither keys nor replies are cached; forgetting everything removes the cached app, too', async ({
  page,
  account,
}) => {
  account.addTasks([{ status: 'failed', errorMsg: 'No face found' }])
  await connect(page, account.apiKey)
  await restIsKept(page)
  await loadKept(page)
  await expect(taskRows(page)).toHaveCount(1)
  const kept = await keptFiles(page)
  const elsewhere = /^\/(?:$|assets\/|icons\/|favicon\.svg$|manifest\.webmanifest$)/
  expect(Object.keys(kept).filter((name) => !elsewhere.test(name))).toEqual([])
  expect(Object.keys(kept).length).toBeGreaterThan(20)
  const text = Object.values(kept).join('\n')
  expect(text).not.toContain(account.apiKey)
  expect(text).not.toContain('No face found')

  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Forget everything here' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget everything' }).click()
  await expect(page.getByText('Everything is forgotten')).toBeVisible()
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(await workers()).toBe(0)
  // Chromium may make the cache again, with nothing in it: it notes compiled code late, by the cache's name.
  expect(await keptFiles(page)).toEqual({})
  // A tab that has not heard of it asks for the rest.
  await page.evaluate(() => {
    navigator.serviceWorker.controller?.postMessage('rest')
  })
  // What the page still asks for comes from the host, and is not kept again behind its back.
  await page.getByRole('textbox', { name: 'API key' }).fill(account.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
  expect(await workers()).toBe(0)
  expect(await keptFiles(page)).toEqual({})
})

test('a newer version is announced in every open tab, and loaded on request @release', async ({
  page,
  context,
  startOwnHost,
}) => {
  const host = await startOwnHost()
  await noteQuestions(page)
  await connect(page, host.demoKey ?? '', `${host.origin}/posters`)
  await restIsKept(page)
  await loadKept(page)
  await versionIsTold(page)
  await expect(page.getByText('A new version is ready')).toBeHidden()
  const other = await context.newPage()
  await other.goto(host.origin)
  // The host has told this tab of the demo account: nothing is in flight that its end could cut off.
  await expect(other.getByRole('button', { name: 'Use the demo account' })).toBeVisible()
  await other.waitForLoadState('networkidle')
  const version = page.getByText(/^Marquee \d/)
  await openAccountMenu(page)
  const before = (await version.textContent()) ?? ''
  await page.keyboard.press('Escape')
  await host.kill()
  const build = makeOtherBuild('2031-05-04T03:02:01.000Z')
  await startOwnHost({
    port: host.port,
    dataDir: host.dataDir,
    buildDir: build.folder,
  })
  await page.getByRole('textbox', { name: 'Image URL' }).fill(images.portrait)
  // As the page does by itself once in an hour.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  for (const tab of [page, other]) {
    await expect(tab.getByText('A new version is ready')).toBeVisible()
  }
  // The page does not reload while a person types.
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(images.portrait)
  await openAccountMenu(page)
  await expect(version).toHaveText(before)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reload' }).click()
  await versionIsTold(page)
  await expect(page.getByText('A new version is ready')).toBeHidden()
  await openAccountMenu(page)
  await expect(version).toContainText('2031-05-04')
  build.remove()
})

/** What Chromium says of a worker whose script does not come: a page in another language registers it again. */
const NO_SCRIPT = 'An unknown error occurred when fetching the script.'

test('the other language is cached while the browser is idle, and opens without the host @release', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  expectConsole(HOST_IS_GONE)
  expectConsole(new RegExp(NO_SCRIPT))
  const host = await startOwnHost()
  await connect(page, host.demoKey ?? '', `${host.origin}/tasks`)
  await restIsKept(page)
  await loadKept(page)
  await host.kill()
  const isRefused = page.waitForEvent('console', {
    predicate: (message) => message.text() === NO_SCRIPT,
  })
  await chooseInMenu(page, '简体中文')
  await expect(page.getByRole('heading', { name: '视频任务' })).toBeVisible()
  await page.getByRole('link', { name: '海报', exact: true }).click()
  await expect(page.getByRole('textbox', { name: '图片网址' })).toBeVisible()
  await isRefused
})
