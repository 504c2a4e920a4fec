import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, countCreations, fillPoster, submitPoster } from '#e2e/support/screens.ts'
import {
  expectArrival,
  expectTasks,
  loseReplies,
  send,
  submissions,
} from '#e2e/support/submission-log.ts'

const { portrait } = images
const POSTER_TASKS = '**/api/plugins/poster/tasks'

test.describe('through the proxied host', () => {
  test.use({ via: 'proxied' })

  test('after a reload during the request, or a closed page, the log finds the outcome', async ({
    page,
    context,
    newAccount,
  }) => {
    const held = newAccount({ behaviour: 'held' })
    await connect(page, held.apiKey, '/posters')

    await test.step('a reload', async () => {
      const creations = countCreations(page)
      await expectArrival(page, await send(page, portrait, 'firework'))
      await expect(submissions(page)).toContainText('On its way')
      await page.reload()
      held.behave(null)
      await expect(submissions(page)).toContainText(/Created.*990 points left/)
      // What was paid for is not offered again.
      await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue('')
      await expect(
        page.getByText(/· 990 points left after the last poster/).filter({ visible: true }),
      ).toBeVisible()
      expect(creations.sent).toBe(1)
      await expectTasks(page, 1)
    })

    await test.step('a page that is gone', async () => {
      held.behave('held')
      await page.getByRole('link', { name: 'Posters' }).click()
      await expectArrival(page, await send(page, portrait, 'real_cake'))
      await page.close()
      const next = await context.newPage()
      const creations = countCreations(next)
      await connect(next, held.apiKey, '/posters')
      held.behave(null)
      await expect(submissions(next)).toHaveText([/^Created.*real_cake/, /^Created.*firework/])
      expect(creations.sent).toBe(0)
      await expectTasks(next, 2)
    })
  })

  test('a creation that never arrives is shown as not sent; if its reply is lost, the host is asked', async ({
    page,
    account,
    expectConsole,
  }) => {
    await connect(page, account.apiKey, '/posters')
    const entry = submissions(page).first()
    const created = page.getByRole('heading', { name: /^Created/ })
    const alert = page.getByRole('alert')
    const imageUrl = page.getByRole('textbox', { name: 'Image URL' })

    await test.step('cut off by a reload', async () => {
      // Neither answered nor sent on: the request ends with its page.
      await page.route(POSTER_TASKS, () => undefined)
      await send(page, portrait, 'firework')
      await page.reload()
      await expect(entry).toContainText('Not sent')
      await page.unroute(POSTER_TASKS)
      await expectTasks(page, 0)
      await page.getByRole('link', { name: 'Posters' }).click()
    })

    await test.step('without a connection', async () => {
      expectConsole(/ERR_CONNECTION_REFUSED/)
      await page.route(POSTER_TASKS, (route) => route.abort('connectionrefused'))
      await send(page, portrait, 'youqian')
      await expect(entry).toContainText(/Not sent.*youqian/)
      await expect(alert).toContainText(
        /Nothing was sent\.[^]*could not be reached\. Check the network[^]*is still here\./,
      )
      await expect(imageUrl).toHaveValue(portrait)
      await page.unroute(POSTER_TASKS)
      // So it may be sent again without a question.
      await submitPoster(page).click()
      await expect(created).toBeVisible()
      await expectTasks(page, 1)
      await page.getByRole('link', { name: 'Posters' }).click()
    })

    await test.step('with a reply that is lost', async () => {
      const creations = countCreations(page)
      const letAsk = await loseReplies(page, expectConsole)
      await send(page, portrait, 'zhongming')
      await expect(entry).toContainText('Unknown')
      await expect(entry).toContainText('may have been created and charged')
      await expect(entry).toContainText('Marquee could not ask this page’s host.')
      await letAsk()
      await entry.getByRole('button', { name: 'Check outcome' }).click()
      await expect(entry).toContainText(/Created.*980 points left/)
      await expect(created).toBeVisible()
      expect(creations.sent).toBe(1)
      await expectTasks(page, 2)
    })
  })
})

test('every outcome is in the log, also after a reload, and unsent posters are not sent later', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  expectConsole(/422/)
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  const log = page.getByRole('region', { name: 'Submissions' })
  await expect(log).toContainText('No submissions yet.')

  await send(page, portrait, 'firework')
  await page.getByRole('button', { name: 'Create another' }).click()
  await send(page, 'https://sentinel.example/refused.jpg', 'youqian')
  await expect(page.getByRole('alert')).toContainText('the service refused')
  await send(page, 'https://sentinel.example/unreadable.jpg', 'anime_cake')
  await expect(page.getByRole('alert')).toContainText('may have been created and charged')
  await expect(page.getByRole('alert')).toContainText('choose “Check outcome”')
  const mayCostMore = page.getByText(/· 1 later submission may have cost more$/)
  await expect(mayCostMore.filter({ visible: true })).toBeVisible()
  await context.setOffline(true)
  await fillPoster(page, `${portrait}?offline`, 'real_cake')
  await submitPoster(page).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was sent.')
  await context.setOffline(false)

  const expectAll = async () => {
    const entries = submissions(page)
    await expect(entries).toHaveCount(4)
    await expect(entries.nth(0)).toContainText(/Not sent.*real_cake.*portrait\.png\?offline/)
    await expect(entries.nth(1)).toContainText(
      /Unknown.*anime_cake.*The answer could not be read.*Checked at \d\d:\d\d:\d\d: no change/,
    )
    await expect(entries.nth(1).getByRole('button', { name: 'Check outcome' })).toBeVisible()
    await expect(entries.nth(2)).toContainText(/Refused.*youqian.*code 422.*The service says:/)
    await expect(entries.nth(3)).toContainText(/Created.*990 points left.*firework.*[0-9a-f-]{36}/)
  }
  await expectAll()
  await page.reload()
  await expectAll()

  // Nothing can be told from a reply that cannot be read, however often one asks.
  const answered = page.waitForResponse(/\/host\/idempotency-keys\//)
  await submissions(page).nth(1).getByRole('button', { name: 'Check outcome' }).click()
  await answered
  await expectAll()

  // The one that was created, and the one whose reply could not be read.
  await expectTasks(page, 2)
  expect(creations.sent).toBe(3)
})

test('two tabs that send the same poster at the same time create one', async ({
  page,
  context,
  newAccount,
}) => {
  const held = newAccount({ behaviour: 'held' })
  const { apiKey } = held
  const tabs = [page, await context.newPage()]
  const counts = tabs.map(countCreations)
  for (const tab of tabs) {
    await connect(tab, apiKey, '/posters')
    await fillPoster(tab, portrait, 'firework')
  }
  await Promise.all(tabs.map((tab) => submitPoster(tab).click()))
  const question = (tab: Page) =>
    tab.getByRole('dialog', { name: 'This poster may already be on its way' })
  await expect.poll(async () => Promise.all(tabs.map((tab) => question(tab).count()))).toContain(1)
  const isAsked = await Promise.all(tabs.map((tab) => question(tab).isVisible()))
  const asked = tabs[isAsked.indexOf(true)]
  const sender = tabs[isAsked.indexOf(false)]
  if (asked === undefined || sender === undefined) throw new Error('both tabs were asked')
  held.behave(null)
  await expect(sender.getByRole('heading', { name: /^Created/ })).toBeVisible()
  await asked.getByRole('button', { name: 'Do not send' }).click()
  await expect(asked.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
  // Each tab tells the other.
  await expect(submissions(asked)).toContainText('Created')
  expect(counts.map(({ sent }) => sent)).toContain(1)
  expect(counts.map(({ sent }) => sent)).toContain(0)
  await expectTasks(asked, 1)
})
