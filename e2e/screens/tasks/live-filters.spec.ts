import { EventEmitter, once } from 'node:events'

import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import {
  SECOND,
  MINUTE,
  pending,
  failed,
  watchRequests,
  failLists,
  openTasks,
  passTimeUntil,
  staleMark,
  autoRefresh,
  recordAnnouncements,
} from '#e2e/support/live-screen.ts'
import { HOST_IS_GONE, taskRows } from '#e2e/support/screens.ts'

test('a late reply to an older filter changes nothing', async ({ page, account }) => {
  account.addTasks([failed, pending, pending])
  await openTasks(page, account.apiKey)
  const held = new EventEmitter()
  const released = once(held, 'release')
  await page.route(/\/tasks\?status=failed$/, async (route) => {
    held.emit('asked')
    const response = await route.fetch()
    await released
    await route.fulfill({ response }).catch(() => undefined)
    held.emit('answered')
  })
  const asked = once(held, 'asked')
  const answered = once(held, 'answered')
  const givenUp = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('?status=failed'),
  )
  await page.getByRole('radio', { name: 'Failed' }).check()
  await asked
  await page.getByRole('radio', { name: 'Pending' }).check()
  expect((await givenUp).failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(taskRows(page)).toHaveCount(2)
  held.emit('release')
  await answered
  await page.clock.runFor(SECOND)
  await expect(taskRows(page)).toHaveCount(2)
  await expect(taskRows(page).filter({ hasText: 'No face found' })).toHaveCount(0)
})

test('a filter that cannot be loaded stays the one failure, until the host is back', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  expectConsole(HOST_IS_GONE)
  const host = await startOwnHost()
  await openTasks(page, host.demoKey ?? '', `${host.origin}/tasks`)
  await host.kill()
  const sent = watchRequests(page)
  await page.getByRole('radio', { name: 'Failed' }).check()
  await expect(
    page.getByText('Still loading: The service could not be reached. Trying again…'),
  ).toBeVisible()
  const heading = page.getByRole('heading', { name: 'The tasks could not be loaded' })
  await passTimeUntil(page, SECOND, async () => {
    await expect(heading).toBeVisible({ timeout: 100 })
  })
  // What has been on screen since, and what has been read out.
  const seen = await page.evaluateHandle(() => {
    const counts = { alerts: 0, tables: 0, statuses: 0 }
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const parent = target instanceof Element ? target : target.parentElement
        if (parent?.closest('[role=alert]') !== null) counts.alerts += 1
        if (parent?.closest('[role=status]') !== null) counts.statuses += 1
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          if (node.querySelector('table') !== null || node.matches('table')) counts.tables += 1
          if (node.querySelector('[role=alert]') !== null || node.matches('[role=alert]')) {
            counts.alerts += 1
          }
        }
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    return counts
  })
  const before = sent.lists
  await passTimeUntil(page, SECOND, () => {
    expect(sent.lists).toBeGreaterThan(before + 5)
  })
  expect(await seen.jsonValue()).toEqual({ alerts: 0, tables: 0, statuses: 0 })
  await expect(heading).toBeVisible()

  await startOwnHost({ port: host.port, dataDir: host.dataDir })
  await passTimeUntil(page, 5 * SECOND, async () => {
    await expect(taskRows(page).first()).toBeVisible({ timeout: 200 })
  })
  await expect(page.getByRole('alert')).toBeHidden()
})

test('no skeleton comes between the rows and what takes their place', async ({ page, account }) => {
  account.addTasks([pending])
  await openTasks(page, account.apiKey)
  const skeletons = await page.evaluateHandle(() => {
    const count = { added: 0 }
    new MutationObserver(() => {
      if (document.querySelector('.animate-shimmer') !== null) count.added += 1
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
    return count
  })
  await page.getByRole('radio', { name: 'Failed' }).check()
  await expect(page.getByRole('heading', { name: 'No tasks under this filter' })).toBeVisible()
  expect(await skeletons.jsonValue()).toEqual({ added: 0 })
})

test('a refresh that hangs is marked from its first time-out', async ({ page, account }) => {
  account.addTasks([pending])
  await openTasks(page, account.apiKey)
  const heard = await recordAnnouncements(page)
  const list = await holdRequests(page, /\/tasks$/)
  const sent = watchRequests(page)
  await page.clock.runFor(6 * SECOND)
  await expect.poll(() => sent.lists).toBe(1)
  const mark = staleMark(page, 'The service did not answer in time. Try again Trying again…')
  await expect(mark).toBeHidden()
  await page.clock.runFor(31 * SECOND)
  await expect(mark).toBeVisible()
  await page.clock.runFor(5 * SECOND)
  await expect(mark).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  list.letGo()
  await expect(mark).toBeHidden()
  expect(await heard()).toEqual([expect.stringMatching(/^Not updated since/)])
})

test('a hiccup that heals by itself is not worth a word', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/503/)
  account.addTasks([pending])
  await openTasks(page, account.apiKey)
  const heard = await recordAnnouncements(page)
  let answers = 0
  await page.route(/\/tasks$/, async (route) => {
    answers += 1
    await (answers === 1 ? route.fulfill({ status: 503, body: '' }) : route.continue())
  })
  const marks = await page.evaluateHandle(() => {
    const count = { seen: 0 }
    new MutationObserver(() => {
      const main = document.querySelector('main')
      if (main?.textContent.includes('Not updated since') === true) count.seen += 1
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    return count
  })
  await page.clock.runFor(8 * SECOND)
  await expect.poll(() => answers).toBeGreaterThanOrEqual(2)
  expect(await marks.jsonValue()).toEqual({ seen: 0 })
  expect(await heard()).toEqual([])
})

test('what is read in a dialog stays while the service recovers', async ({
  page,
  account,
  expectConsole,
}) => {
  account.addTasks([failed, pending])
  await openTasks(page, account.apiKey)
  const letAnswer = await failLists(page, expectConsole, 503)
  const mark = staleMark(page, 'The service has a problem of its own \\(503\\).')
  await passTimeUntil(page, SECOND, async () => {
    await expect(mark).toContainText(/Next try at/, { timeout: 100 })
  })
  await page.getByRole('button', { name: /^No face found/ }).click()
  await page.clock.runFor(SECOND)
  await expect(mark).toContainText('Paused: a dialog is open')
  await letAnswer()
  account.addTasks(Array.from({ length: 20 }, () => pending))
  const sent = watchRequests(page)
  await page.clock.runFor(2 * MINUTE)
  expect(sent.lists).toBe(0)
  await expect(page.getByRole('dialog')).toContainText('No face found in the image.')
  await page.keyboard.press('Escape')
  await page.clock.runFor(SECOND)
  await expect(taskRows(page)).toHaveCount(20)
  await expect(mark).toBeHidden()
})

test('switched off, a failed refresh is still tried again, but not behind a dialog', async ({
  page,
  account,
  expectConsole,
}) => {
  account.addTasks([failed, pending])
  await openTasks(page, account.apiKey)
  await autoRefresh(page).click()
  const letAnswer = await failLists(page, expectConsole, 503)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const alert = page.getByRole('alert')
  await passTimeUntil(page, SECOND, async () => {
    await expect(alert).toContainText('The last refresh failed.', { timeout: 100 })
  })
  await letAnswer()
  await page.getByRole('button', { name: /^No face found/ }).click()
  await page.clock.runFor(SECOND)
  const sent = watchRequests(page)
  await page.clock.runFor(2 * MINUTE)
  expect(sent.lists).toBe(0)
  await page.keyboard.press('Escape')
  await page.clock.runFor(SECOND)
  await expect(alert).toBeHidden()
  expect(sent.lists).toBe(1)
  await page.clock.runFor(2 * MINUTE)
  expect(sent.lists).toBe(1)
})
