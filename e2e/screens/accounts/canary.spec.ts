import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Page } from '@playwright/test'

import {
  addAccount,
  connectOnDevice,
  giveKey,
  header,
  lock,
  openAccounts,
  PASSPHRASE,
  switchTo,
  unlock,
} from '#e2e/support/account-screens.ts'
import { documentText, stores } from '#e2e/support/browser-traces.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { readHar } from '#e2e/support/har.ts'
import { heapText } from '#e2e/support/heap-text.ts'
import { images } from '#e2e/support/outside-world.ts'
import { replaceKey, taskRows } from '#e2e/support/screens.ts'
import { send, submissions } from '#e2e/support/submission-log.ts'
import { findAccount } from '#local-api/accounts.ts'
import { openStore } from '#local-api/store.ts'
import { insertTasks } from '#local-api/tasks.ts'

/** All files of a folder, byte for byte. */
function folderText(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

/** Keeps all who want to change the kept submissions waiting, until the page's `isHeld` is false. */
async function holdSubmissions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    Object.assign(window, { isHeld: true })
    const opening = indexedDB.open('marquee.poster-records')
    await new Promise((resolve) => {
      opening.addEventListener('success', resolve)
    })
    const [name = ''] = opening.result.objectStoreNames
    const store = opening.result.transaction(name, 'readwrite').objectStore(name)
    const goOn = () => {
      if (Reflect.get(window, 'isHeld') === true) store.count().addEventListener('success', goOn)
      else opening.result.close()
    }
    goOn()
  })
}

test('during a whole visit the key is only in the Authorization header', async ({
  browser,
  guard,
  startOwnService,
  expectConsole,
}, testInfo) => {
  expectConsole(/securitypolicyviolation img-src/)
  expectConsole(/Content Security Policy/)
  expectConsole(/not-allowed\.png csp/)
  expectConsole(/401/)
  const { service, proxy, apiKey } = await startOwnService()
  const harFile = testInfo.outputPath('visit.har')
  const context = await browser.newContext({
    baseURL: proxy.origin,
    recordHar: { path: harFile, content: 'embed' },
  })
  await guard.watch(context)
  const said: string[] = []
  context.on('console', (message) => said.push(message.text()))
  const page = await context.newPage()
  /** Nothing of the key is where people, extensions or the next visitor could find it. */
  async function expectUnseen(isSignedOut = false): Promise<void> {
    const { openInTab: _, ...others } = await stores(page, isSignedOut ? undefined : apiKey)
    const places = { document: await documentText(page), ...others }
    for (const [place, text] of Object.entries(places)) {
      expect(text.includes(apiKey), place).toBe(false)
    }
  }

  await connectOnDevice(page, 'Shop', apiKey)
  await expectUnseen()
  await page.getByRole('radio', { name: /^Failed/ }).check()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(taskRows(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await send(page, images.portrait, 'firework')
  await expect(submissions(page)).toContainText('Created')
  await expectUnseen()

  await openAccounts(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export accounts' }).click()
  const exported = readFileSync(await (await downloading).path(), 'utf8')
  const reported = page.waitForResponse(/\/csp-report$/)
  await page.evaluate(() => {
    document.createElement('img').src = 'http://127.0.0.1:1/not-allowed.png'
  })
  expect((await reported).status()).toBe(204)
  const refused = await replaceKey(page, `${apiKey.slice(0, -1)}!`)
  await expect(refused.getByRole('alert')).toContainText('The key was not accepted.')
  await page.keyboard.press('Escape')
  await lock(page)
  await unlock(page)
  await expect(header(page, 'Shop')).toBeVisible()
  await expectUnseen()
  await holdSubmissions(page)
  await page.getByRole('button', { name: 'Sign out of Shop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Connect with your API key' })).toBeVisible()
  // The deletion of the submissions still waits here.
  expect((await heapText(page)).includes(apiKey), 'memory').toBe(false)
  await page.evaluate('isHeld = false')
  await expectUnseen(true)
  await context.close()

  const { text, authorized } = readHar(harFile, `Bearer ${apiKey}`)
  expect(authorized).toBeGreaterThan(5)
  expect(text).toContain('csp-report')
  expect(text.includes(apiKey), 'what was sent and received').toBe(false)
  expect(said.filter((line) => line.includes(apiKey))).toEqual([])
  expect(exported).not.toContain(apiKey)
  expect(proxy.log()).toContain('csp-violation')
  expect(proxy.log()).toContain('"directive":"img-src"')
  // Where it pointed to, and nothing of what stands behind that.
  expect(proxy.log()).toContain('"blocked":"http://127.0.0.1:1"')
  expect(proxy.log()).not.toContain('not-allowed')
  expect(`${proxy.log()}${service.log()}`).not.toContain(apiKey)
  expect(folderText(proxy.folder).includes(apiKey), 'the files of the host').toBe(false)
})

test('a key that the service repeats is neither shown nor stored', async ({
  page,
  startOwnService,
  expectConsole,
}) => {
  expectConsole(/402/)
  const { service, proxy, apiKey } = await startOwnService()
  const store = openStore(service.dataDir)
  const account = findAccount(store, apiKey)
  insertTasks(store, account?.id ?? 0, [
    {
      status: 'failed',
      errorMsg: `No points for ${apiKey}: see /keys?key=${encodeURIComponent(apiKey)}.`,
    },
  ])
  store.close()
  await page.goto(`${proxy.origin}/tasks`)
  await giveKey(page, apiKey, 'Shop', PASSPHRASE)
  const expectUnseen = async (isLocked = false) => {
    const { openInTab: _, ...others } = await stores(page, isLocked ? undefined : apiKey)
    for (const [place, text] of Object.entries({ document: await documentText(page), ...others })) {
      expect(text.includes(apiKey), place).toBe(false)
    }
  }
  await expect(taskRows(page).first()).toContainText('No points for <API_KEY>')
  await expectUnseen()
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await send(page, 'https://sentinel.example/repeats-key.jpg', 'firework')
  await expect(page.getByRole('alert')).toContainText('key <API_KEY> has not enough points')
  await expectUnseen()
  await lock(page)
  await expectUnseen(true)
  expect(folderText(proxy.folder).includes(apiKey), 'the files of the host').toBe(false)
})

test('after a lock the page’s memory has no key, passphrase or rows; after a switch it has no rows', async ({
  page,
  newAccount,
}) => {
  const [first, second] = [newAccount(), newAccount()]
  const [task] = first.addTasks([{ status: 'failed', errorMsg: 'No face found' }])
  await connectOnDevice(page, 'Shop', first.apiKey)
  await expect(taskRows(page)).toHaveCount(1)
  const holds = async () => {
    const heap = await heapText(page)
    return {
      key: heap.includes(first.apiKey),
      row: heap.includes(task?.uuid ?? ''),
      passphrase: heap.includes('correct horse battery'),
    }
  }
  expect(await holds()).toEqual({ key: true, row: true, passphrase: false })
  await lock(page)
  await expect(page.getByRole('heading', { name: 'Unlock your accounts' })).toBeVisible()
  expect(await holds()).toEqual({ key: false, row: false, passphrase: false })
  await unlock(page)
  await expect(taskRows(page)).toHaveCount(1)
  await addAccount(page, 'Mill', second.apiKey)
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  expect(await holds()).toEqual({ key: true, row: false, passphrase: false })
  await switchTo(page, 'Shop')
  await expect(taskRows(page)).toHaveCount(1)
})
