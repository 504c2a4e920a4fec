import type { Page } from '@playwright/test'

import {
  confirmPlan,
  DONE,
  fillIn,
  heading,
  imageField,
  paste,
  picture,
  pictures,
  plan,
  question,
  resume,
  rows,
  sendSeveral,
  tiles,
} from '#e2e/support/batch-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { recordAnnouncements } from '#e2e/support/live-screen.ts'
import { connect, countCreations, submitPoster } from '#e2e/support/screens.ts'
import { expectTasks, showSubmissions, submissions } from '#e2e/support/submission-log.ts'

const POSTER_TASKS = '**/api/plugins/poster/tasks'

test.describe('through the proxied host', () => {
  test.use({ via: 'proxied' })

  test('after confirmation several are created once each, and their progress is announced', async ({
    page,
    account,
  }) => {
    const creations = countCreations(page)
    await connect(page, account.apiKey, '/posters')
    const numbers = [1, 2, 3, 4, 5, 6]
    const urls = [...numbers.map(picture), `  ${picture(1)} `, 'oops']
    await plan(page, urls, 'firework', 'real_cake')
    await expect(
      page
        .getByText(
          '6 pictures × 2 scenes = 12 posters · 1 duplicate left out · 1 picture needs a look',
        )
        .last(),
    ).toBeVisible()
    await expect(question(page)).toContainText('2 duplicates left out, 1 picture needs a look')
    await expect(question(page).getByText(/^Charged to .*••••/)).toBeVisible()
    await expect(question(page)).toContainText('The price is not known in advance')
    expect(creations.sent).toBe(0)

    const said = await recordAnnouncements(page)
    await confirmPlan(page).click()
    await expect(heading(page, DONE)).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '12 of 12')
    await expect(rows(page)).toHaveText(
      numbers.flatMap((number) =>
        ['real_cake', 'firework'].map(
          (scene) =>
            new RegExp(
              `^Created.*${scene}.*portrait\\.png\\?${String(number)}.*(?:so far|in total)[0-9a-f-]{36}`,
            ),
        ),
      ),
    )
    // They stand in the log like any other. It is closed, as it would repeat them.
    await expect(submissions(page)).toHaveCount(0)
    await showSubmissions(page)
    await expect(submissions(page)).toHaveCount(12)
    await expect(submissions(page).first()).toContainText('880 points left')
    await expect(liveRegion(page)).toHaveText(/12 of 12/)
    expect(await said()).toEqual([
      'Sending 12 posters, one after the other.',
      // Who is fast says two things in one.
      expect.stringMatching(/10 of 12$/),
      expect.stringMatching(/Nothing is left to send\. 12 of 12$/),
    ])
    expect(creations.sent).toBe(12)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await test.step('what could not be used is still there, alone in the field', async () => {
      await expect(imageField(page)).toHaveValue('oops')
      await imageField(page).fill('')
    })
    await paste(page, [picture(7), picture(8)].join('\n'))
    await expect(page.getByText('= 4 posters · About 40 points for 4').last()).toBeVisible()
    await submitPoster(page).click()
    await expect(question(page).getByText('About 40 points for 4 · The last 5')).toHaveText(
      /The last 5 Firework posters from this browser cost 10 each/,
    )
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(tiles(page)).toHaveCount(2)
    await paste(page, pictures(251).join('\n'))
    await submitPoster(page).click()
    await expect(imageField(page)).toHaveAccessibleDescription(/This is 502 posters. 500 at most/)
    await expectTasks(page, 12)
  })
})

test('after a reload a batch is paused; the pending poster is sent again only if it never arrived', async ({
  page,
  newAccount,
}) => {
  const creations = countCreations(page)
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')

  await test.step('one that arrived is not sent again', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await sendSeveral(page, pictures(3), 'firework')
    await sent
    await page.reload()
    held.behave(null)
    // Whether the page still saw its request end tells which.
    await expect(
      heading(page, /^(?:Paused: the page was reloaded|Paused: Marquee does not know)/),
    ).toBeVisible()
    // What became of it is asked for, as of any other.
    await expect(rows(page)).toHaveText([/^(?:Created|Not sent|Unknown)/, /^Waiting/, /^Waiting/])
    await showSubmissions(page)
    await expect(submissions(page)).toContainText(/Created|Not sent/)
    expect(creations.sent).toBe(1)
    await resume(page).click()
    await expect(heading(page, DONE)).toBeVisible()
    await expectTasks(page, 3)
  })

  await test.step('one that was cut off before it arrived waits again', async () => {
    await page.getByRole('link', { name: 'Posters' }).click()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await paste(page, [picture(4), picture(5)].join('\n'))
    await submitPoster(page).click()
    // Neither answered nor sent on: the request ends with its page.
    await page.route(POSTER_TASKS, () => undefined)
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await confirmPlan(page).click()
    await sent
    await page.reload()
    await expect(rows(page)).toHaveText([/^Not sent/, /^Waiting/])
    await page.unroute(POSTER_TASKS)
    await resume(page).click()
    await expect(heading(page, DONE)).toBeVisible()
    await expectTasks(page, 5)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('several can be sent by touch, and pause after the pending poster', async ({
    page,
    account,
  }) => {
    const creations = countCreations(page)
    await connect(page, account.apiKey, '/posters')
    const creation = await holdRequests(page, POSTER_TASKS)
    await fillIn(page, pictures(3))
    await page.getByRole('checkbox', { name: 'firework' }).tap()
    await submitPoster(page).tap()
    await confirmPlan(page).tap()
    await creation.held
    await page.getByRole('button', { name: 'Pause' }).tap()
    await expect(heading(page, 'Pausing. One is still being sent…')).toBeVisible()
    creation.letGo()
    await expect(heading(page, 'Paused.')).toBeFocused()
    await expect(heading(page, 'Paused.')).toBeInViewport()
    await expect(rows(page)).toHaveText([/^Created/, /^Waiting/, /^Waiting/])
    expect(creations.sent).toBe(1)
    await resume(page).tap()
    await expect(heading(page, DONE)).toBeInViewport()
    expect(creations.sent).toBe(3)
    // The log is far below; what it fills in is far above.
    await showSubmissions(page)
    await submissions(page).last().getByRole('button', { name: 'Repeat' }).tap()
    await expect(page.getByRole('textbox', { name: 'Image URL', exact: true })).toBeInViewport()
  })
})

/** What is read out. */
const liveRegion = (page: Page) => page.locator('p.sr-only[role="status"]')
