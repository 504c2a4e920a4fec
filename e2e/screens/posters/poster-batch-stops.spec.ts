import type { Page } from '@playwright/test'

import {
  confirmPlan,
  DONE,
  heading,
  picture,
  paste,
  pictures,
  plan,
  question,
  resume,
  rows,
  sendSeveral,
  tileUrls,
} from '#e2e/support/batch-screen.ts'
import { copyTab, openConnected } from '#e2e/support/connected-tab.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { connect, countCreations, submitPoster } from '#e2e/support/screens.ts'
import { expectTasks, send } from '#e2e/support/submission-log.ts'

/** Where several at once stop by themselves, and what they never send. */

const POSTER_TASKS = '**/api/plugins/poster/tasks'
const sentinel = (name: string) => `https://sentinel.example/${name}.jpg`

test('at an unknown outcome; that poster is not sent again, not even in another batch', async ({
  page,
  account,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  await send(page, picture(3), 'firework')
  await page.getByRole('button', { name: 'Create another' }).click()
  await sendSeveral(page, [picture(1), sentinel('unreadable'), picture(2)], 'firework')
  await expect(
    heading(page, 'Paused: Marquee does not know if the last poster was created.'),
  ).toBeVisible()
  await expect(rows(page)).toHaveText([/^Created/, /^Unknown/, /^Waiting/])
  expect(creations.sent).toBe(3)
  await page.reload()
  await expect(rows(page)).toHaveText([/^Created/, /^Unknown/, /^Waiting/])
  await resume(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  await expect(rows(page)).toHaveText([/^Created/, /^Unknown/, /^Created/])
  expect(creations.sent).toBe(4)

  // What the log has already is left out, and what was created sent again only where that is ticked.
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await paste(page, [picture(3), sentinel('unreadable'), picture(4)].join('\n'))
  await submitPoster(page).click()
  await expect(question(page)).toHaveAccessibleName('Create 1 poster?')
  await expect(page.getByText('1 poster was created before.')).toBeVisible()
  await expect(page.getByText('1 poster is left out: it was sent before')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Create these again' }).check()
  await expect(question(page)).toHaveAccessibleName('Create 2 posters?')
  await confirmPlan(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  await expect(rows(page)).toHaveText([/^Created/, /^Created/])
  expect(creations.sent).toBe(6)
})

test('after three refusals in a row, in the words of the service', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/the server responded with a status of 4\d\d/)
  await connect(page, account.apiKey, '/posters')
  const refused = ['refused', 'code-word', 'detail'].map((name) => sentinel(name))
  await sendSeveral(page, [...refused, picture(1)], 'firework')
  const paused = heading(page, 'Paused: the service refused three posters in a row.')
  await expect(paused).toBeVisible()
  await expect(rows(page)).toHaveText([/^Refused/, /^Refused/, /^Refused/, /^Waiting/])
  // Of the last one: the others have theirs in their tiles.
  await expect(paused.locator('..')).toContainText('image_url: image is not reachable')
  await resume(page).click()
  await expect(heading(page, DONE)).toBeVisible()
})

test('a duplicated tab with a batch sends nothing twice', async ({ page, context, account }) => {
  const counts = [countCreations(page)]
  await connect(page, account.apiKey, '/posters')
  const creation = await holdRequests(page, POSTER_TASKS)
  await sendSeveral(page, pictures(3), 'firework')
  await creation.held
  await page.getByRole('button', { name: 'Pause' }).click()
  // As a browser does it: with all that the tab keeps.
  const kept = await copyTab(page)
  const second = await context.newPage()
  counts.push(countCreations(second))
  await openConnected(second, kept)
  await second.goto('/posters')
  await expect(heading(second, /^Paused: the page was reloaded/)).toBeVisible()
  creation.letGo()
  await expect(heading(page, 'Paused.')).toBeVisible()
  for (const tab of [page, second]) await expect(resume(tab)).toBeEnabled()
  // By the keyboard: what one tab sends moves the button of the other.
  await Promise.all([resume(page).press('Enter'), resume(second).press('Enter')])
  await expect(heading(page, DONE)).toBeVisible()
  await expect(heading(second, DONE)).toBeVisible()
  expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(3)
  await expectTasks(page, 3)
})

test('what a stop has left unsent can be sent, and fills in a new form', async ({
  page,
  account,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  await stopAtFirst(page, async () => sendSeveral(page, pictures(4), 'firework'))
  await expect(rows(page)).toHaveText([/^Created/, /^Not sent/, /^Not sent/, /^Not sent/])
  await expect(heading(page, 'Stopped. The others were not sent.')).toBeVisible()

  await page.getByRole('button', { name: 'Create the other 3' }).click()
  await stopAtFirst(page, async () => confirmPlan(page).click())
  await expect(rows(page)).toHaveText([/^Created/, /^Not sent/, /^Not sent/])

  await page.getByRole('button', { name: 'New', exact: true }).click()
  expect(await tileUrls(page)).toEqual([picture(3), picture(4)])
  await expect(page.getByRole('radio', { name: 'firework' })).toBeChecked()
  await submitPoster(page).click()
  await confirmPlan(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  expect(creations.sent).toBe(4)
  await expectTasks(page, 4)
})

/** Has several sent, and stops while the first is on its way. */
async function stopAtFirst(page: Page, sendAll: () => Promise<void>): Promise<void> {
  const creation = await holdRequests(page, POSTER_TASKS)
  await sendAll()
  await creation.held
  await page.getByRole('button', { name: 'Stop' }).click()
  creation.letGo()
}

test.describe('through the proxied host', () => {
  test.use({ via: 'proxied' })

  test('at the points that the person has named, after one poster; the form warns as well', async ({
    page,
    account,
  }) => {
    const limit = page.getByRole('textbox', { name: 'Stop below this many points' })
    const creations = countCreations(page)
    await connect(page, account.apiKey, '/posters')
    await plan(page, pictures(5), 'firework')
    await limit.fill('ten')
    await expect(question(page).getByText('Enter a whole number of points')).toBeVisible()
    await confirmPlan(page).click({ force: true })
    expect(creations.sent).toBe(0)
    await limit.fill('975')
    await confirmPlan(page).click()
    await expect(
      heading(page, 'Paused: 970 points left, fewer than your limit of 975.'),
    ).toBeVisible()
    expect(creations.sent).toBe(3)
    await page.reload()
    await expect(rows(page)).toHaveText([
      /^Created/,
      /^Created/,
      /^Created/,
      /^Waiting/,
      /^Waiting/,
    ])
    await expect(page.getByText('About 20 points for 2 · The last 3')).toBeVisible()

    await resume(page).click()
    await expect(heading(page, /^Paused: 960 points left/)).toBeVisible()
    expect(creations.sent).toBe(4)
    await page.getByRole('button', { name: 'Back to the form' }).click()
    const warning = page.getByText(/^960 points left at .+, fewer than your limit of 975\.$/)
    await expect(warning).toBeVisible()
    await page.getByText('Points limit').click()
    await limit.fill('')
    await expect(warning).toBeHidden()
    await page.getByRole('button', { name: 'Show the posters (4 of 5)' }).click()
    await resume(page).click()
    await expect(heading(page, DONE)).toBeVisible()
    expect(creations.sent).toBe(5)
  })
})
