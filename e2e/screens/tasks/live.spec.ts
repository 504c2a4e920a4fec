import { expect, test } from '#e2e/support/fixtures.ts'
import {
  SECOND,
  pending,
  failed,
  completed,
  finish,
  watchRequests,
  openTasks,
  recordAnnouncements,
  stopClock,
} from '#e2e/support/live-screen.ts'
import { taskRows } from '#e2e/support/screens.ts'

for (const [what, task, interval] of [
  ['5 s while a task is unfinished', pending, 5 * SECOND],
  ['30 s once all are finished', failed, 30 * SECOND],
] as const) {
  test(`the list refreshes itself after ${what}`, async ({ page, account }) => {
    account.addTasks([task])
    await openTasks(page, account.apiKey)
    await stopClock(page)
    const sent = watchRequests(page)
    // A task more shows that the reply is there; from then on the interval counts.
    account.addTasks([task])
    await page.getByRole('button', { name: 'Refresh' }).click()
    for (const rows of [2, 3]) {
      await expect(async () => {
        await page.clock.runFor(1)
        expect(await taskRows(page).count()).toBe(rows)
        expect(sent.listsInFlight.size).toBe(0)
      }).toPass({ intervals: [20] })
      const before = sent.lists
      await page.clock.runFor(interval - SECOND)
      expect(sent.lists).toBe(before)
      account.addTasks([task])
      await page.clock.runFor(2 * SECOND)
      await expect.poll(() => sent.lists).toBe(before + 1)
    }
  })
}

test('what a refresh brings is said once, and no focus moves', async ({ page, account, store }) => {
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

test('whoever asks for a refresh is told, also that it brought nothing', async ({
  page,
  account,
}) => {
  account.addTasks([failed])
  await openTasks(page, account.apiKey)
  const heard = await recordAnnouncements(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(heard).toEqual(['Refreshed: nothing has changed.'])
  await page.clock.runFor(SECOND)
  account.addTasks([failed])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(heard).toEqual(['Refreshed: nothing has changed.', '1 new task.'])
})

test('a task that moves onto a later page is not called new', async ({ page, account }) => {
  account.addTasks(Array.from({ length: 21 }, () => pending))
  await openTasks(page, account.apiKey, '/tasks?page=2')
  const heard = await recordAnnouncements(page)
  account.addTasks([pending])
  await page.clock.runFor(6 * SECOND)
  await expect(taskRows(page)).toHaveCount(2)
  await expect.poll(heard).toEqual(['1 more task on this page.'])
})

test('a refresh that brings nothing new draws no row again', async ({ page, account }) => {
  account.addTasks([pending, ...Array.from({ length: 19 }, () => completed)])
  await openTasks(page, account.apiKey)
  // A row that is drawn reads the address of its video; what loads code reads addresses too.
  const drawn = await page.evaluateHandle(() => {
    const count = { videos: 0 }
    globalThis.URL = new Proxy(URL, {
      construct(target, [url, base]: [string, string?]) {
        if (url.endsWith('.webm')) count.videos += 1
        return new target(url, base)
      },
    })
    return count
  })
  const sent = watchRequests(page)
  await page.clock.runFor(6 * SECOND)
  await expect.poll(() => sent.lists).toBe(1)
  await expect.poll(() => sent.listsInFlight.size).toBe(0)
  await page.clock.runFor(6 * SECOND)
  await expect.poll(() => sent.lists).toBe(2)
  expect((await drawn.jsonValue()).videos).toBe(0)
  await page.getByRole('radio', { name: 'Completed' }).check()
  await expect(taskRows(page)).toHaveCount(19)
  expect((await drawn.jsonValue()).videos).toBeGreaterThan(0)
})
