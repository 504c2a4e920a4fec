import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  countCreations,
  fillPoster,
  signOut,
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

test('a second tab does not withdraw what the first is still sending', async ({
  page,
  context,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  const creation = await holdRequests(page, POSTER_TASKS)
  await send(page, portrait, 'firework')
  const second = await context.newPage()
  const asked: string[] = []
  const looks = () => asked.filter((method) => method === 'GET').length
  second.on('request', (request) => {
    if (request.url().includes('/host/attempts/')) asked.push(request.method())
  })
  await connect(second, account.apiKey, '/posters')
  await expect(submissions(second)).toContainText('It has not reached the host')
  // The third look comes after the time in which one of a page that is gone may still arrive.
  await expect.poll(looks).toBeGreaterThan(2)
  expect(asked).not.toContain('DELETE')
  creation.letGo()
  await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
  await expect(submissions(second)).toContainText('Created')
  await expectTasks(page, 1)
})

test('what a reload cut off before it arrived is known within seconds', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  // Neither answered nor sent on: the request ends with its page.
  await page.route(POSTER_TASKS, () => undefined)
  await send(page, portrait, 'firework')
  await page.reload()
  await expect(submissions(page)).toContainText('Not sent')
  await expectTasks(page, 0)
})

test('a yes to a question that is out of date asks again', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  await loseReplies(page, expectConsole)
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('The host could not be asked.')
  await page.unroute(POSTER_TASKS)
  await submitPoster(page).click()
  const dialog = page.getByRole('dialog', { name: 'Send the same poster again?' })
  await expect(dialog).toContainText('may have been created and charged')
  // Asking is no news of the first.
  await expect(page.locator('p.sr-only[role="status"]')).not.toContainText('The outcome is known')

  // Another tab finds out that it was created: the open question follows.
  const second = await context.newPage()
  await connect(second, account.apiKey, '/posters')
  await expect(submissions(second)).toContainText('Created')
  await expect(dialog).toContainText('Sending it again creates and charges one more')
  expect(creations.sent).toBe(1)
  await dialog.getByRole('button', { name: 'Do not send' }).click()
  await expect(dialog).toBeHidden()
  expect(creations.sent).toBe(1)
  await expectTasks(page, 1)
})

test('an outcome that is known late leaves the next poster alone', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/posters')
  const second = await context.newPage()
  await connect(second, account.apiKey, '/posters')
  await fillPoster(second, portrait, 'firework')
  const letAsk = await loseReplies(context, expectConsole)
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Unknown')
  const image = page.getByRole('textbox', { name: 'Image URL' })
  await image.fill(`${portrait}?next`)
  await letAsk()
  // One word after the other, with nothing false in between.
  const words = await wordsOf(page)
  await submissions(page).getByRole('button', { name: 'Check outcome' }).click()
  await expect(submissions(page)).toContainText('Created')
  expect(await words()).toEqual(['Unknown, asking', 'Created'])
  await expect(image).toHaveValue(`${portrait}?next`)
  await expect(page.getByRole('alert')).toBeHidden()
  // What another tab sent is not taken from this one.
  await expect(submissions(second)).toContainText('Created')
  await expect(second.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
})

test('what was created is not offered again, though another tab has the log forgotten', async ({
  page,
  context,
  newAccount,
}) => {
  const held = newAccount({ behaviour: 'held' })
  const { apiKey } = held
  await connect(page, apiKey, '/posters')
  await expectArrival(page, await send(page, portrait, 'firework'))
  await page.reload()
  held.behave(null)
  const image = page.getByRole('textbox', { name: 'Image URL' })
  await expect(submissions(page)).toContainText('Created')
  await expect(image).toHaveValue('')
  const second = await context.newPage()
  await connect(second, apiKey, '/posters')
  await signOut(second, { losesSomething: true })
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await expect(image).toHaveValue('')
})

test('a browser that keeps no submissions still knows of the one before a reload', async ({
  page,
  newAccount,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  })
  const creations = countCreations(page)
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  await expectArrival(page, await send(page, portrait, 'firework'))
  await page.reload()
  held.behave(null)
  await expect(submissions(page)).toContainText('Created')
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue('')
  expect(creations.sent).toBe(1)
})

test('a submission that only the draft knows of stays with its account', async ({
  page,
  account,
  newAccount,
  expectConsole,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  })
  await connect(page, account.apiKey, '/posters')
  const letAsk = await loseReplies(page, expectConsole)
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Unknown')
  await letAsk()
  const asked: string[] = []
  const next = newAccount().apiKey
  page.on('request', (request) => {
    // Until it is replaced the old key may still ask.
    const isOurs = request.headers()['authorization']?.includes(next) === true
    if (isOurs && request.url().includes('/host/attempts/')) asked.push(request.method())
  })
  const dialog = await replaceKey(page, next)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  expect(asked).toEqual([])
})

test('a refused key is not replaced while a creation waits for its answer', async ({
  page,
  account,
  newAccount,
  expectConsole,
}) => {
  expectConsole(/401/)
  await connect(page, account.apiKey, '/posters')
  const creation = await holdRequests(page, POSTER_TASKS)
  await send(page, portrait, 'firework')
  account.revokeKey()
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await page.getByRole('button', { name: 'Replace key', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the key' })
  await dialog.getByRole('textbox', { name: 'API key' }).fill(newAccount().apiKey)
  const connectNow = dialog.getByRole('button', { name: 'Connect', exact: true })
  await connectNow.click()
  await expect(dialog.getByRole('alert')).toContainText('A creation is on its way.')
  const answered = page.waitForResponse(POSTER_TASKS)
  creation.letGo()
  await answered
  await expect(async () => {
    await connectNow.click()
    await expect(dialog).toBeHidden({ timeout: 1_000 })
  }).toPass()
})

test('a question is still there after a look at another screen', async ({ page, account }) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/tasks')
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await send(page, portrait, 'firework')
  await page.getByRole('button', { name: 'Create another' }).click()
  await fillPoster(page, portrait, 'firework')
  await submitPoster(page).click()
  const dialog = page.getByRole('dialog', { name: 'Send the same poster again?' })
  await expect(dialog).toContainText(portrait)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(dialog).toContainText('with this key')
  expect(creations.sent).toBe(1)
})

test('another key begins with an empty log, and the first finds its own again', async ({
  page,
  account,
  newAccount,
}) => {
  const replaceBy = async (apiKey: string) => {
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('button', { name: 'Replace key', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace the key' })
    await expect(dialog).toContainText('The submissions of this key stay in this browser')
    await dialog.getByRole('textbox', { name: 'API key' }).fill(apiKey)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await connect(page, account.apiKey, '/posters')
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Created')
  await replaceBy(newAccount().apiKey)
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await expect(submissions(page)).toHaveCount(0)
  await replaceBy(account.apiKey)
  await expect(submissions(page)).toContainText('Created')
})

test('submissions that cannot be removed are no secret, and the key is forgotten all the same', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Created')
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('read only', 'InvalidStateError')
    }
  })
  await signOut(page, { losesSomething: true })
  await expect(page.getByRole('alert')).toContainText('may still hold submissions of that account')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible()
})

/** Notes from now on what the one entry of the log says, at every change of the page. */
async function wordsOf(page: Page): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(() => {
    const words: string[] = []
    const note = () => {
      const entry = document.querySelector('[aria-labelledby=submissions] li')
      const word = entry?.querySelector('p > span')?.textContent ?? ''
      const isAsking = entry?.textContent.includes('Asking what became of it') === true
      const state = isAsking ? `${word}, asking` : word
      if (words.at(-1) !== state) words.push(state)
    }
    const watched = { childList: true, subtree: true, characterData: true }
    new MutationObserver(note).observe(document.body, watched)
    return words
  })
  return () => noted.jsonValue()
}
