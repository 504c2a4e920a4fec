import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  countCreations,
  fillPoster,
  openAccountMenu,
  submitPoster,
} from '#e2e/support/screens.ts'
import { expectTasks, loseReplies, send, submissions } from '#e2e/support/submission-log.ts'

const { portrait } = images
const POSTER_TASKS = '**/api/plugins/poster/tasks'

test('a second tab does not cancel a submission that the first tab is sending', async ({
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
    if (request.url().includes('/host/idempotency-keys/')) asked.push(request.method())
  })
  await connect(second, account.apiKey, '/posters')
  await expect(submissions(second)).toContainText('The request has not reached this page’s host')
  // The third look comes after the time in which one of a page that is gone may still arrive.
  await expect.poll(looks).toBeGreaterThan(2)
  expect(asked).not.toContain('DELETE')
  creation.letGo()
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
  await expect(submissions(second)).toContainText('Created')
  await expectTasks(page, 1)
})

test('news from another tab updates an open question, and a late outcome does not clear the next poster', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  const second = await context.newPage()

  await test.step('a yes to a question that is out of date asks again', async () => {
    const letAsk = await loseReplies(page, expectConsole)
    await send(page, portrait, 'firework')
    await expect(submissions(page)).toContainText('Marquee could not ask this page’s host.')
    await page.unroute(POSTER_TASKS)
    await submitPoster(page).click()
    const dialog = page.getByRole('dialog', { name: 'Send the same poster again?' })
    await expect(dialog).toContainText('may have been created and charged')
    // Asking is no news of the first.
    await expect(page.locator('p.sr-only[role="status"]')).not.toContainText('outcome is now known')

    // Another tab finds out that it was created: the open question follows.
    await connect(second, account.apiKey, '/posters')
    await expect(submissions(second)).toContainText('Created')
    await expect(dialog).toContainText('Sending them again may create and charge a second poster')
    expect(creations.sent).toBe(1)
    await dialog.getByRole('button', { name: 'Do not send' }).click()
    await expect(dialog).toBeHidden()
    expect(creations.sent).toBe(1)
    await expectTasks(page, 1)
    await letAsk()
    await page.getByRole('link', { name: 'Posters', exact: true }).click()
  })

  await test.step('an outcome that is known late', async () => {
    const url = `${portrait}?late`
    const entry = submissions(page).first()
    await fillPoster(second, url, 'firework')
    const letAsk = await loseReplies(context, expectConsole)
    await send(page, url, 'firework')
    // By then the page has asked the host itself.
    await expect(entry).toContainText('Marquee could not ask this page’s host.')
    const image = page.getByRole('textbox', { name: 'Image URL' })
    await image.fill(`${portrait}?next`)
    await letAsk()
    // One word after the other, with nothing false in between.
    const check = entry.getByRole('button', { name: 'Check outcome' })
    // The page asks by itself, too.
    await expect(check).toBeEnabled()
    const words = await wordsOf(page)
    await check.click()
    await expect(entry).toContainText('Created')
    expect(await words()).toEqual(['Unknown', 'Unknown, asking', 'Created'])
    await expect(image).toHaveValue(`${portrait}?next`)
    await expect(page.getByRole('alert')).toBeHidden()
    // What another tab sent is not taken from this one.
    await expect(submissions(second).first()).toContainText(/Created.*late/)
    await expect(second.getByRole('textbox', { name: 'Image URL' })).toHaveValue(url)
  })
})

test('the same poster within ten minutes needs a confirmation, with another key too; each key has its own log', async ({
  page,
  account,
  newAccount,
}) => {
  const replaceBy = async (apiKey: string) => {
    await openAccountMenu(page)
    await page.getByRole('button', { name: 'Edit account', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit account' })
    await expect(dialog).toContainText('This key’s submissions stay in this browser')
    await dialog.getByRole('textbox', { name: 'API key' }).fill(apiKey)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  await send(page, portrait, 'firework')
  await page.getByRole('button', { name: 'Create another' }).click()
  await fillPoster(page, portrait, 'firework')
  await submitPoster(page).click()
  const question = page.getByRole('dialog', { name: 'Send the same poster again?' })
  await expect(question).toContainText('with this key')
  await question.getByRole('button', { name: 'Do not send' }).click()
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
  await expect(page.getByRole('radio', { name: 'firework' })).toBeChecked()
  await expect(submissions(page)).toHaveCount(1)
  expect(creations.sent).toBe(1)

  await replaceBy(newAccount({ points: 500 }).apiKey)
  // The log belongs to an account; the question does not.
  await expect(page.getByText('No submissions yet.')).toBeVisible()
  await expect(submissions(page)).toHaveCount(0)
  await submitPoster(page).click()
  await expect(question).toContainText('with another key in this browser')
  expect(creations.sent).toBe(1)
  await question.getByRole('button', { name: 'Send again and accept a second charge' }).click()
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
  await expect(submissions(page)).toHaveText([/^Created.*490 points left/])
  expect(creations.sent).toBe(2)

  await replaceBy(account.apiKey)
  await expect(submissions(page)).toHaveText([/^Created.*990 points left/])
})

test('a question says who pays, ignores clicks beside it, and is still there after a visit to another screen', async ({
  page,
  account,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/tasks')
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  const payer = new RegExp(`••••${account.apiKey.slice(-4)}`)
  await expect(submitPoster(page)).toHaveAccessibleDescription(payer)
  for (const url of [portrait, `${portrait}?two`]) {
    await send(page, url, 'firework')
    await page.getByRole('button', { name: 'Create another' }).click()
  }
  await expect(submitPoster(page)).toHaveAccessibleDescription(/980 points/)

  await fillPoster(page, portrait, 'firework')
  // As the second click of a double one comes.
  const box = await submitPoster(page).boundingBox()
  if (box === null) throw new Error('the button is not there')
  await page.mouse.click(box.x + 5, box.y + 5)
  const question = page.getByRole('dialog', { name: 'Send the same poster again?' })
  await expect(question).toBeVisible()
  await page.mouse.click(box.x + 5, box.y + 5)
  await expect(question).toContainText('Firework firework')
  await expect(question).toContainText(portrait)
  await expect(question).toContainText(payer)
  await expect(question).toContainText('980 points')

  await page.goBack()
  await expect(question).toBeHidden()
  await page.goForward()
  await expect(question).toContainText('with this key')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  expect(creations.sent).toBe(2)
})

/** Notes what the newest entry of the log says, now and at every change of the page. */
async function wordsOf(page: Page): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(() => {
    const words: string[] = []
    const note = () => {
      const entry = document.querySelector('[aria-labelledby=submissions] li')
      const word = entry?.querySelector('p > span')?.textContent ?? ''
      const isAsking = entry?.textContent.includes('Checking the outcome') === true
      const state = isAsking ? `${word}, asking` : word
      if (words.at(-1) !== state) words.push(state)
    }
    note()
    const watched = { childList: true, subtree: true, characterData: true }
    new MutationObserver(note).observe(document.body, watched)
    return words
  })
  return () => noted.jsonValue()
}
