import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { type HostProcess, projectDir } from '#e2e/support/host-process.ts'
import {
  countKept,
  KEEPING_LIMIT,
  loadKept,
  restIsKept,
  saveData,
} from '#e2e/support/kept-files.ts'
import { chooseInMenu, connect, HOST_IS_GONE } from '#e2e/support/screens.ts'

test.use({ serviceWorkers: 'allow' })

/** The files that only one language's build has, by the notes of the build. */
function filesOfLanguages(): { english: string[]; chinese: string[] } {
  const filesOf = (language: string) => {
    const notes = readFileSync(
      path.join(projectDir, `dist/.vite/manifest.${language}.json`),
      'utf8',
    )
    return new Set([...notes.matchAll(/"file": "([^"]+)"/g)].map(([, file = '']) => `/${file}`))
  }
  const [english, chinese] = [filesOf('en'), filesOf('zh-CN')]
  return {
    english: [...english].filter((file) => !chinese.has(file)),
    chinese: [...chinese].filter((file) => !english.has(file)),
  }
}

/** What a host was asked for, in that order. */
function askedOf(host: HostProcess): string[] {
  return [...host.log().matchAll(/"path":"([^"]+)"/g)].map(([, file = '']) => file)
}

/** What Chromium says of a worker whose script does not come. */
const NO_SCRIPT = 'An unknown error occurred when fetching the script.'

/** A page registers its worker once more in another language, and hears that there is no host. */
async function workerIsRefused(page: Page): Promise<void> {
  await page.waitForEvent('console', {
    predicate: (message) => message.text() === NO_SCRIPT,
  })
}

test('one language is cached first, and the other one while the browser is idle @release', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  expectConsole(HOST_IS_GONE)
  expectConsole(new RegExp(NO_SCRIPT))
  const { english, chinese } = filesOfLanguages()
  const host = await startOwnHost()
  await connect(page, host.demoKey ?? '', `${host.origin}/tasks`)
  await restIsKept(page)
  await loadKept(page)
  expect(await countKept(page, [...english, ...chinese])).toBe(english.length + chinese.length)
  const asked = askedOf(host)
  const firstChinese = asked.findIndex((file) => chinese.includes(file))
  // All English files were there by then.
  expect(english.filter((file) => !asked.slice(0, firstChinese).includes(file))).toEqual([])
  expect(asked.slice(firstChinese).filter((file) => english.includes(file))).toEqual([])
  // Each of the others was asked for once.
  expect(asked.filter((file) => chinese.includes(file)).toSorted()).toEqual(chinese.toSorted())
  await host.kill()
  const refused = workerIsRefused(page)
  await chooseInMenu(page, '简体中文')
  await expect(page.getByRole('heading', { name: '视频任务' })).toBeVisible()
  await page.getByRole('link', { name: '海报', exact: true }).click()
  await expect(page.getByRole('textbox', { name: '图片网址' })).toBeVisible()
  await refused
})

test('with Save-Data the other language is loaded when it is chosen @release', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  expectConsole(HOST_IS_GONE)
  expectConsole(new RegExp(NO_SCRIPT))
  // What a page asks its worker for, and that cannot have.
  expectConsole(/ERR_FAILED/)
  await saveData(page)
  const { english, chinese } = filesOfLanguages()
  const host = await startOwnHost()
  await connect(page, host.demoKey ?? '', `${host.origin}/tasks`)
  await loadKept(page)
  expect(await countKept(page, english)).toBe(english.length)
  expect(askedOf(host).filter((file) => chinese.includes(file))).toEqual([])
  await host.kill()
  await chooseInMenu(page, '简体中文')
  await expect(page.getByRole('status').getByText('简体中文 could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
  // A browser that speaks another language by now shows the one that it has.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'languages', { value: ['zh-CN'] })
  })
  const refused = workerIsRefused(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await refused
  await startOwnHost({ port: host.port, dataDir: host.dataDir })
  await chooseInMenu(page, '简体中文')
  await expect(page.getByRole('heading', { name: '创建海报' })).toBeVisible()
  // From now on that is the language that is kept.
  await expect.poll(() => countKept(page, chinese), { timeout: KEEPING_LIMIT }).toBe(chinese.length)
})
