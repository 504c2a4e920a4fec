import { expect, test } from '#e2e/support/fixtures.ts'
import { finish } from '#e2e/support/finish-tasks.ts'
import {
  SECOND,
  pending,
  failed,
  watchRequests,
  openTasks,
  recordAnnouncements,
} from '#e2e/support/live-screen.ts'
import { taskRows } from '#e2e/support/screens.ts'

test('the changes of a refresh are announced once, and the focus does not move', async ({
  page,
  account,
  store,
}) => {
  const [one, two] = account.addTasks([pending, pending, pending])
  await openTasks(page, account.apiKey)
  const heard = await recordAnnouncements(page)
  const copy = taskRows(page).last().getByRole('button', { name: 'Copy task ID' })
  await copy.focus()
  finish(store, one, true)
  finish(store, two, false)
  await page.clock.runFor(6 * SECOND)
  await expect(taskRows(page).filter({ hasText: 'Completed' })).toHaveCount(1)
  await expect(taskRows(page).filter({ hasText: 'No face found' })).toHaveCount(1)
  await expect.poll(heard).toEqual(['2 tasks changed: Completed 1, Failed 1.'])
  await expect(copy).toBeFocused()

  const sent = watchRequests(page)
  await page.clock.runFor(6 * SECOND)
  await expect.poll(() => sent.lists).toBeGreaterThan(0)
  account.addTasks([pending])
  await page.clock.runFor(6 * SECOND)
  await expect(taskRows(page)).toHaveCount(4)
  await expect(copy).toBeFocused()
  await expect.poll(heard).toEqual(['2 tasks changed: Completed 1, Failed 1.', '1 new task.'])
})

test('a task that moves to a later page is not called new; a requested refresh is announced, even without changes', async ({
  page,
  account,
}) => {
  account.addTasks(Array.from({ length: 21 }, () => failed))
  await openTasks(page, account.apiKey, '/tasks?page=2')
  const heard = await recordAnnouncements(page)
  account.addTasks([failed])
  await page.clock.runFor(31 * SECOND)
  await expect(taskRows(page)).toHaveCount(2)
  const said = ['1 more task on this page.']
  await expect.poll(heard).toEqual(said)
  // What is said within a second is said together.
  await page.clock.runFor(SECOND)
  await page.getByRole('button', { name: 'Refresh' }).click()
  said.push('Refreshed: nothing has changed.')
  await expect.poll(heard).toEqual(said)
  await page.clock.runFor(SECOND)
  account.addTasks([failed])
  await page.getByRole('button', { name: 'Refresh' }).click()
  said.push('1 more task on this page.')
  await expect.poll(heard).toEqual(said)
})
