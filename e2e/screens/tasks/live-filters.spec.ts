import { EventEmitter, once } from 'node:events'

import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import {
  SECOND,
  pending,
  completed,
  failed,
  openTasks,
  stopClock,
} from '#e2e/support/live-screen.ts'
import { connect, search, taskRows } from '#e2e/support/screens.ts'

test('a late reply to an older filter changes nothing, and no skeleton replaces the rows', async ({
  page,
  account,
}) => {
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

  const skeletons = await page.evaluateHandle(() => {
    const count = { added: 0 }
    new MutationObserver(() => {
      if (document.querySelector('.animate-shimmer') !== null) count.added += 1
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
    return count
  })
  await page.getByRole('radio', { name: 'Processing' }).check()
  await expect(page.getByRole('heading', { name: 'No tasks match this filter' })).toBeVisible()
  expect(await skeletons.jsonValue()).toEqual({ added: 0 })
})

test('a header that is pressed while a search is read stays where it is, and so does the search', async ({
  page,
  account,
}) => {
  account.addTasks([failed, ...Array.from({ length: 300 }, () => completed)])
  await page.clock.install()
  await connect(page, account.apiKey)
  const price = page.getByRole('columnheader', { name: 'Price' }).getByRole('button')
  await expect(taskRows(page)).toHaveCount(20)
  await price.evaluate((button) => (button.id = 'marked'))
  const newest = await holdRequests(page, /page_size=100/)
  const others = await holdRequests(page, /page=[2-4]&page_size=100/)
  await stopClock(page)
  await search(page, 'found')
  await newest.held
  await price.click()
  await expect(page).toHaveURL('/tasks?q=found&sort=-price')
  const place = await price.boundingBox()
  newest.letGo()
  await page.clock.resume()
  await others.held
  // Nothing is found yet.
  await expect(taskRows(page)).toHaveCount(0)
  await expect(price).toBeVisible()
  others.letGo()
  await expect(taskRows(page)).toHaveCount(1)
  expect((await price.boundingBox())?.y).toBe(place?.y)
  await page.getByRole('button', { name: 'Remove contains: found' }).click()
  await expect(taskRows(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/tasks?page=2&sort=-price')
  await expect(price).toHaveId('marked')
})

test('once the list was read, results replace the rows in one step', async ({ page, account }) => {
  account.addTasks([
    { status: 'failed', errorMsg: 'No face found' },
    { status: 'failed', errorMsg: 'Too dark' },
    ...Array.from({ length: 30 }, () => ({ status: 'completed' as const })),
  ])
  await connect(page, account.apiKey)
  await search(page, 'dark')
  await expect(page.getByText('All 32 tasks, read at')).toBeVisible()
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(taskRows(page)).toHaveCount(20)
  const steps = await page.evaluateHandle(() => {
    const seen = new Set<string>()
    new MutationObserver(() => {
      const isTermShown = document.body.textContent.includes('contains: found')
      const rows = document.querySelectorAll('tbody a[href*="task="]').length
      seen.add(`${isTermShown ? 'found' : 'all'} ${rows}`)
    }).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  await search(page, 'found')
  await expect(taskRows(page)).toHaveCount(1)
  const seen = await steps.evaluate((all) => [...all])
  expect(seen.filter((step) => step !== 'all 20')).toEqual(['found 1'])
})
