import type { Page } from '@playwright/test'

import { addAccountTo, expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  countCreations,
  fillPoster,
  HOST_IS_GONE,
  openAccountMenu,
  replaceKey,
  submitPoster,
} from '#e2e/support/screens.ts'
import {
  expectArrival,
  expectTasks,
  loseReplies,
  send,
  submissions,
} from '#e2e/support/submission-log.ts'

const { portrait } = images
const POSTER_TASKS = '**/api/plugins/poster/tasks'

for (const via of ['direct', 'proxied'] as const) {
  test.describe(`through the ${via} host`, () => {
    test.use({ via })

    test('a reload during the request: the log finds out what became of it', async ({
      page,
      newAccount,
    }) => {
      const creations = countCreations(page)
      const held = newAccount({ behaviour: 'held' })
      await connect(page, held.apiKey, '/posters')
      await expectArrival(page, await send(page, portrait, 'firework'))
      await expect(submissions(page)).toContainText('On its way')
      await page.reload()
      held.behave(null)
      await expect(submissions(page)).toContainText(/Created.*990 points left/)
      // What was paid for is not offered again.
      await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue('')
      await expect(page.getByText(/990 points after the last creation/)).toBeVisible()
      expect(creations.sent).toBe(1)
      await expectTasks(page, 1)
    })

    test('a page that is gone during the request: the next one finds out', async ({
      page,
      context,
      newAccount,
    }) => {
      const held = newAccount({ behaviour: 'held' })
      const { apiKey } = held
      await connect(page, apiKey, '/posters')
      await expectArrival(page, await send(page, portrait, 'real_cake'))
      await page.close()
      const next = await context.newPage()
      const creations = countCreations(next)
      await connect(next, apiKey, '/posters')
      held.behave(null)
      await expect(submissions(next)).toContainText('Created')
      expect(creations.sent).toBe(0)
      await expectTasks(next, 1)
    })

    test('a creation that never arrives was certainly not sent', async ({
      page,
      account,
      expectConsole,
    }) => {
      expectConsole(/ERR_CONNECTION_REFUSED/)
      await connect(page, account.apiKey, '/posters')
      await page.route(POSTER_TASKS, (route) => route.abort('connectionrefused'))
      await send(page, portrait, 'firework')
      await expect(submissions(page)).toContainText('Not sent')
      await expect(page.getByRole('alert')).toContainText('Nothing was sent.')
      await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
      await page.unroute(POSTER_TASKS)
      // So it may be sent again without a question.
      await submitPoster(page).click()
      await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
      await expectTasks(page, 1)
    })

    test('a reply that is lost on its way: the outcome is asked for', async ({
      page,
      account,
      expectConsole,
    }) => {
      const creations = countCreations(page)
      await connect(page, account.apiKey, '/posters')
      const letAsk = await loseReplies(page, expectConsole)
      await send(page, portrait, 'zhongming')
      const entry = submissions(page)
      await expect(entry).toContainText('Unknown')
      await expect(entry).toContainText('may have been created and charged')
      await expect(entry).toContainText('The host could not be asked.')
      await letAsk()
      await entry.getByRole('button', { name: 'Check outcome' }).click()
      await expect(entry).toContainText(/Created.*990 points left/)
      await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
      expect(creations.sent).toBe(1)
      await expectTasks(page, 1)
    })
  })
}

test('every outcome stands in the log, also after a reload', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  expectConsole(/422/)
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await connect(page, account.apiKey, '/posters')
  const log = page.getByRole('region', { name: 'Submissions' })
  await expect(log).toContainText('Nothing yet.')

  await send(page, portrait, 'firework')
  await page.getByRole('button', { name: 'Create another' }).click()
  await send(page, 'https://sentinel.example/refused.jpg', 'youqian')
  await expect(page.getByRole('alert')).toContainText('the service refused')
  await send(page, 'https://sentinel.example/unreadable.jpg', 'anime_cake')
  await expect(page.getByRole('alert')).toContainText('may have been created and charged')
  await expect(page.getByRole('alert')).toContainText('press “Check outcome”')
  await expect(page.getByText('· 1 later submission may have cost more')).toBeVisible()
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
      /Unknown.*anime_cake.*The answer could not be read.*Asked at \d\d:\d\d:\d\d: no change/,
    )
    await expect(entries.nth(1).getByRole('button', { name: 'Check outcome' })).toBeVisible()
    await expect(entries.nth(2)).toContainText(/Refused.*youqian.*code 422.*The service says:/)
    await expect(entries.nth(3)).toContainText(/Created.*firework.*[0-9a-f-]{36}.*990 points left/)
  }
  await expectAll()
  await page.reload()
  await expectAll()

  // Nothing can be told from a reply that cannot be read, however often one asks.
  const answered = page.waitForResponse(/\/host\/attempts\//)
  await submissions(page).nth(1).getByRole('button', { name: 'Check outcome' }).click()
  await answered
  await expectAll()
})

test('two tabs that send the same poster at once send one', async ({
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
  const question = (tab: Page) => tab.getByRole('dialog', { name: 'This poster is on its way' })
  await expect.poll(async () => Promise.all(tabs.map((tab) => question(tab).count()))).toContain(1)
  const isAsked = await Promise.all(tabs.map((tab) => question(tab).isVisible()))
  const asked = tabs[isAsked.indexOf(true)]
  const sender = tabs[isAsked.indexOf(false)]
  if (asked === undefined || sender === undefined) throw new Error('both tabs were asked')
  held.behave(null)
  await expect(sender.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
  await asked.getByRole('button', { name: 'Do not send' }).click()
  await expect(asked.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
  // Each tab tells the other.
  await expect(submissions(asked)).toContainText('Created')
  expect(counts.map(({ sent }) => sent)).toContain(1)
  expect(counts.map(({ sent }) => sent)).toContain(0)
  await expectTasks(asked, 1)
})

test('the same poster within ten minutes asks first, with another key too', async ({
  page,
  account,
  newAccount,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  await send(page, portrait, 'firework')
  await page.getByRole('button', { name: 'Create another' }).click()
  await fillPoster(page, portrait, 'firework')
  await submitPoster(page).click()
  const dialog = page.getByRole('dialog', { name: 'Send the same poster again?' })
  await expect(dialog).toContainText('with this key')
  await dialog.getByRole('button', { name: 'Do not send' }).click()
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
  await expect(page.getByRole('radio', { name: 'firework' })).toBeChecked()
  await expect(submissions(page)).toHaveCount(1)
  expect(creations.sent).toBe(1)

  const replacing = await replaceKey(page, newAccount().apiKey)
  await expect(replacing).toBeHidden()
  // The log belongs to an account; the question does not.
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await submitPoster(page).click()
  await expect(dialog).toContainText('with another key of this browser')
  expect(creations.sent).toBe(1)
  await dialog.getByRole('button', { name: 'Send again, accept a second charge' }).click()
  await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
  expect(creations.sent).toBe(2)
})

test('where the host was stopped in between, it says that it cannot say either', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  expectConsole(HOST_IS_GONE)
  const host = await startOwnHost()
  const apiKey = addAccountTo(host, 'held')
  await connect(page, apiKey, `${host.origin}/posters`)
  const creation = await send(page, portrait, 'firework')
  const entry = submissions(page)
  await expect(entry).toContainText('On its way')
  await expectArrival(page, creation)
  await host.kill()
  await expect(entry).toContainText('Unknown')
  await startOwnHost({ port: host.port, dataDir: host.dataDir })
  await entry.getByRole('button', { name: 'Check outcome' }).click()
  await expect(entry).toContainText('The host does not know either')
  await expect(entry).toContainText('Look into your tasks and at your points')
})

test('a created task is looked for in the list', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await send(page, portrait, 'firework')
  const entry = submissions(page)
  await expect(entry).toContainText('Created')
  const look = entry.getByRole('button', { name: 'Look for it' })
  const newer = (count: number) =>
    account.addTasks(Array.from({ length: count }, () => ({ status: 'completed' })))
  newer(25)
  await look.click()
  await expect(entry.getByRole('link', { name: 'On page 2 of your tasks' })).toBeVisible()
  newer(75)
  await look.click()
  await expect(entry).toContainText(
    /Not among the first 100 of 101 tasks at \d\d:\d\d; that proves nothing\./,
  )
})

test('a key that is forgotten takes its submissions with it', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await send(page, 'https://sentinel.example/unreadable.jpg', 'firework')
  await expect(submissions(page)).toContainText('Unknown')
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('marquee.attempts')
          opening.addEventListener('success', () => {
            const attempts = opening.result.transaction('attempts').objectStore('attempts')
            const counting = attempts.count()
            counting.addEventListener('success', () => resolve(counting.result))
          })
        }),
    )
  expect(await kept()).toBe(1)
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Sign out of Account 1 / })
  await expect(question).toContainText('The outcome of 1 submission is not known.')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible()
  expect(await kept()).toBe(0)
})

test('a browser that keeps nothing says so, and creates all the same', async ({
  page,
  account,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  })
  await connect(page, account.apiKey, '/posters')
  await expect(page.getByText('This browser does not keep submissions')).toBeVisible()
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Created')
  await page.getByRole('button', { name: 'Create another' }).click()
  await fillPoster(page, portrait, 'firework')
  await submitPoster(page).click()
  await expect(page.getByRole('dialog')).toContainText('with this key')
})
