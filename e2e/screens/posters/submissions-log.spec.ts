import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { picture, rows, sendSeveral } from '#e2e/support/batch-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { connect, countCreations, submitPoster } from '#e2e/support/screens.ts'
import { loseReplies, send, showSubmissions, submissions } from '#e2e/support/submission-log.ts'

/** The log as a whole: filtered, taken along, cleared; and a submission filled into the form again. */

const sentinel = (name: string) => `https://sentinel.example/${name}.jpg`

/** One created, one refused, and one with an unknown outcome. */
async function sendOfEachKind(page: Page, expectConsole: (pattern: RegExp) => void): Promise<void> {
  expectConsole(/422/)
  await sendSeveral(page, [picture(1), sentinel('refused'), sentinel('unreadable')], 'firework')
  await showSubmissions(page)
  await expect(submissions(page)).toHaveText([/^Unknown/, /^Refused/, /^Created/])
}

const outcome = (page: Page) => page.getByRole('combobox', { name: 'Outcome' })
const clear = (page: Page) => page.getByRole('button', { name: 'Clear…' })

/** Saves a file by its button. */
async function save(page: Page, name: string): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  const download = await saving
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('an entry that is too old to be followed shows its result after one read, and leads to it behind newer tasks', async ({
  page,
  account,
}) => {
  await page.clock.install()
  await connect(page, account.apiKey, '/posters')
  await send(page, picture(1), 'real_cake')
  const entry = submissions(page)
  await expect(entry).toContainText('so far')
  account.finishTasks()
  const reads: string[] = []
  page.on('request', (request) => {
    const { searchParams } = new URL(request.url())
    if (searchParams.get('page_size') === '100') reads.push(searchParams.get('page') ?? '1')
  })
  // By then the tab is locked, and the key is given again.
  await page.clock.setSystemTime(Date.now() + 3 * 3_600_000)
  await connect(page, account.apiKey, '/posters')
  await expect(entry.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.clock.runFor(10 * 60_000)
  expect(reads).toEqual(['1'])

  account.addTasks(Array.from({ length: 125 }, () => ({ status: 'failed' }) as const))
  await page.reload()
  await expect(entry).toContainText('This task is not among the first 100 of 126 tasks')
  await entry.getByRole('link', { name: 'Find in tasks' }).click()
  // The search for its ID, with its details open.
  await expect(
    page.getByRole('dialog', { name: 'Task details' }).getByRole('button', { name: 'Play' }),
  ).toBeVisible()
})

test('an entry fills in the form again; its poster needs a confirmation even after a clear', async ({
  page,
  account,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  await send(page, picture(1), 'real_cake')
  // Its outcome would take the place of what is filled in.
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
  const entry = submissions(page)
  const imageUrl = page.getByRole('textbox', { name: 'Image URL', exact: true })

  await test.step('fills the form in', async () => {
    const repeat = entry.getByRole('button', { name: 'Repeat' })
    await repeat.click()
    await expect(imageUrl).toHaveValue(picture(1))
    await expect(page.getByRole('radio', { name: 'real_cake' })).toBeChecked()
    await expect(page.getByRole('heading', { name: 'Create poster' })).toBeFocused()
    expect(creations.sent).toBe(1)
  })

  await test.step('is cleared, and still asked about by the page that sent it', async () => {
    await clear(page).click()
    await page
      .getByRole('dialog', { name: 'Clear the submissions?' })
      .getByRole('button', { name: 'Clear', exact: true })
      .click()
    await expect(page.getByText('No submissions yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Submissions' })).toBeFocused()
    await submitPoster(page).click()
    await expect(page.getByRole('dialog', { name: 'Send the same poster again?' })).toBeVisible()
    expect(creations.sent).toBe(1)
  })
})

test('is filtered by outcome, and saved as a file with the account’s name and without its key', async ({
  page,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/posters')
  await sendOfEachKind(page, expectConsole)
  await expect(outcome(page).getByRole('option')).toHaveText([
    'All (3)',
    'Created (1)',
    'Refused (1)',
    'Unknown (1)',
    'Not sent (0)',
  ])
  await outcome(page).selectOption('Refused (1)')
  await expect(submissions(page)).toHaveText([/^Refused/])
  await outcome(page).selectOption('Not sent (0)')
  await expect(page.getByText('No submission has this outcome.')).toBeVisible()
  await outcome(page).selectOption('All (3)')
  await expect(submissions(page)).toHaveCount(3)

  await outcome(page).selectOption('Created (1)')
  const { name, text } = await save(page, 'Export JSON')
  expect(name).toMatch(/^marquee-submissions-Account_1-created-.*\.json$/)
  expect(JSON.parse(text)).toEqual([
    expect.objectContaining({ image_url: picture(1), outcome: 'created', remaining_points: 990 }),
  ])
  expect(`${name}\n${text}`).not.toContain(account.apiKey.slice(-8))
})

test('is cleared in every tab; entries with an unknown outcome stay unless they are ticked', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/posters')
  await sendOfEachKind(page, expectConsole)
  const second = await context.newPage()
  await connect(second, account.apiKey, '/posters')
  await send(second, picture(2), 'youqian')
  await expect(submissions(page)).toHaveCount(4)

  await clear(page).click()
  const question = page.getByRole('dialog', { name: 'Clear the submissions?' })
  await expect(question).toContainText('This removes 3 submissions')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(submissions(page)).toHaveCount(4)
  await clear(page).click()
  await question.getByRole('button', { name: 'Clear', exact: true }).click()
  for (const tab of [page, second]) await expect(submissions(tab)).toHaveText([/^Unknown/])
  await page.reload()
  await showSubmissions(page)
  await expect(submissions(page)).toHaveText([/^Unknown/])

  await clear(page).click()
  await expect(question).toContainText('No submission here has a known outcome yet.')
  await question.getByRole('checkbox', { name: 'Also clear 1 submission' }).check()
  await question.getByRole('button', { name: 'Clear', exact: true }).click()
  for (const tab of [page, second]) {
    await expect(tab.getByText('No submissions yet.')).toBeVisible()
    await tab.reload()
    await expect(tab.getByText('No submissions yet.')).toBeVisible()
  }
})

test('a late outcome leaves its entry visible under a filter, and appears in the batch', async ({
  page,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/posters')
  const letAsk = await loseReplies(page, expectConsole)
  await sendSeveral(page, [picture(1), picture(2)], 'firework')
  await expect(rows(page)).toHaveText([/^Unknown/, /^Waiting/])
  await showSubmissions(page)
  await expect(submissions(page)).toContainText('Marquee could not ask this page’s host.')
  await outcome(page).selectOption('Unknown (1)')
  await letAsk()
  await submissions(page).getByRole('button', { name: 'Check outcome' }).click()
  await expect(submissions(page)).toHaveText([/^Created/])
  await expect(submissions(page)).toBeFocused()
  await expect(rows(page)).toHaveText([/^Created/, /^Waiting/])
})
