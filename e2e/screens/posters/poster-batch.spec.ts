import {
  confirmPlan,
  DONE,
  heading,
  picture,
  pictures,
  plan,
  resume,
  rows,
  sendSeveral,
} from '#e2e/support/batch-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { connect, countCreations } from '#e2e/support/screens.ts'
import { expectTasks, submissions } from '#e2e/support/submission-log.ts'

const POSTER_TASKS = '**/api/plugins/poster/tasks'

for (const via of ['direct', 'proxied'] as const) {
  test.describe(`through the ${via} host`, () => {
    test.use({ via })

    test('a plan is confirmed, and each of its posters is created once', async ({
      page,
      account,
    }) => {
      const creations = countCreations(page)
      await connect(page, account.apiKey, '/posters')
      await plan(page, [picture(1), picture(2), `  ${picture(1)} `], 'firework', 'real_cake')
      await expect(page.getByText('4 posters, 2 duplicates left out')).toBeVisible()
      await expect(page.getByText(/^Pays: .*••••/)).toBeVisible()
      await expect(page.getByText('What a poster costs is not known in advance')).toBeVisible()
      expect(creations.sent).toBe(0)

      await confirmPlan(page).click()
      await expect(heading(page, DONE)).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '4 of 4')
      await expect(rows(page)).toHaveText([
        /^Created.*real_cake.*portrait\.png\?1.*[0-9a-f-]{36}$/,
        /^Created.*firework.*portrait\.png\?1/,
        /^Created.*real_cake.*portrait\.png\?2/,
        /^Created.*firework.*portrait\.png\?2/,
      ])
      // They stand in the log like any other.
      await expect(submissions(page)).toHaveCount(4)
      await expect(submissions(page).first()).toContainText('960 points left')
      expect(creations.sent).toBe(4)
      await expectTasks(page, 4)
    })
  })
}

test('they are sent one after the other, and nothing else meanwhile', async ({
  page,
  newAccount,
}) => {
  const flying = { now: 0, most: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST') flying.most = Math.max(flying.most, (flying.now += 1))
  })
  page.on('response', (response) => {
    if (response.request().method() === 'POST') flying.now -= 1
  })
  const creations = countCreations(page)
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  await sendSeveral(page, pictures(2), 'firework')
  await expect(rows(page)).toHaveText([/^On its way/, /^Waiting/])
  // The form is kept, and has to wait.
  await page.getByRole('button', { name: 'One poster' }).click()
  await page.getByRole('textbox', { name: 'Image URL' }).fill(picture(3))
  await page.getByRole('radio', { name: 'firework' }).check()
  await page.getByRole('button', { name: 'Creating…' }).click({ force: true })
  // It goes on while other screens are looked at.
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  held.behave(null)
  await expect.poll(() => creations.sent).toBe(2)
  await page.getByRole('link', { name: 'Posters' }).click()
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(picture(3))
  await page.getByRole('button', { name: 'Several at once…' }).click()
  await expect(heading(page, DONE)).toBeVisible()
  expect(creations.sent).toBe(2)
  expect(flying.most).toBe(1)
})

test('lines that cannot be used are named, and stay to be mended', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  const box = page.getByRole('textbox', { name: 'Image URLs' })
  await plan(page, ['shop 1', '', 'http://localhost/a.png'])
  await expect(box).toBeFocused()
  await expect(page.getByText('None of these lines can be used.')).toBeVisible()
  await expect(page.getByText('Choose at least one poster scene.')).toBeVisible()
  const bad = page.getByRole('listitem').filter({ hasText: /^Line \d/ })
  await expect(bad).toHaveText([
    /^Line 1 · shop 1.*must start with http/,
    /^Line 3 · http:\/\/localhost\/a\.png.*private or local/,
  ])

  await box.fill(`shop 1\n${picture(1)}`)
  await page.getByRole('checkbox', { name: 'firework' }).check()
  await page.getByRole('button', { name: 'See the plan' }).click()
  await expect(bad).toHaveText([/^Line 1 · shop 1/])
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(box).toHaveValue(`shop 1\n${picture(1)}`)
  await page.getByRole('button', { name: 'See the plan' }).click()
  await confirmPlan(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  await page.getByRole('button', { name: 'New batch' }).click()
  await expect(box).toHaveValue('shop 1')
})

test('more than 500 are not planned', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await plan(page, pictures(251), 'firework', 'youqian')
  await expect(page.getByText('These are 502 posters: at most 500')).toBeVisible()
})

test('addresses come from files, chosen or dropped', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await page.getByRole('button', { name: 'Several at once…' }).click()
  const box = page.getByRole('textbox', { name: 'Image URLs' })
  const file = page.getByLabel('Add from a file')
  const list = (name: string, text: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  })
  await file.setInputFiles(list('a.txt', `${picture(1)}\r\noops\r\n`))
  await expect(page.getByRole('status').getByText('2 lines were added.')).toBeVisible()
  await file.setInputFiles(list('b.csv', `name;image\n"A; B";"${picture(2)}"\n`))
  await expect(box).toHaveValue(`${picture(1)}\noops\n${picture(2)}`)
  await file.setInputFiles(list('c.pdf', picture(3)))
  await expect(page.getByText('only .txt and .csv are')).toBeVisible()
  await file.setInputFiles(list('d.txt', 'x'.repeat(1_000_001)))
  await expect(page.getByText('larger than 1 MB')).toBeVisible()

  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'e.txt'))
    return transfer
  }, picture(4))
  await box.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(box).toHaveValue(`${picture(1)}\noops\n${picture(2)}\n${picture(4)}`)
  await page.reload()
  await expect(box).toHaveValue(`${picture(1)}\noops\n${picture(2)}\n${picture(4)}`)
})

test('it pauses after the one on its way, and goes on when it is told to', async ({
  page,
  account,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  const creation = await holdRequests(page, POSTER_TASKS)
  await sendSeveral(page, pictures(3), 'firework')
  await creation.held
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(heading(page, 'Pausing: one is still on its way…')).toBeVisible()
  creation.letGo()
  await expect(heading(page, 'Paused.')).toBeFocused()
  await expect(rows(page)).toHaveText([/^Created/, /^Waiting/, /^Waiting/])
  expect(creations.sent).toBe(1)
  await resume(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  expect(creations.sent).toBe(3)
})

test('after a reload it stands still, and the one on its way is not sent again', async ({
  page,
  newAccount,
}) => {
  const creations = countCreations(page)
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await sendSeveral(page, pictures(3), 'firework')
  await sent
  await page.reload()
  held.behave(null)
  // Whether the page still saw its request end tells which.
  await expect(heading(page, /^(?:Paused: the page was loaded|Stopped: it is not)/)).toBeVisible()
  // What became of it is asked for, as of any other.
  await expect(rows(page)).toHaveText([/^(?:Created|Not sent|Unknown)/, /^Waiting/, /^Waiting/])
  await expect(submissions(page)).toContainText(/Created|Not sent/)
  expect(creations.sent).toBe(1)
  await resume(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  await expectTasks(page, 3)
})

test('the one that a reload cut off before it arrived waits again', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  // Neither answered nor sent on: the request ends with its page.
  await page.route(POSTER_TASKS, () => undefined)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await sendSeveral(page, pictures(2), 'firework')
  await sent
  await page.reload()
  await expect(rows(page)).toHaveText([/^Not sent/, /^Waiting/])
  await page.unroute(POSTER_TASKS)
  await resume(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  await expectTasks(page, 2)
})

test('a browser that keeps no submissions does not send the one before a reload again', async ({
  page,
  newAccount,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  })
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await sendSeveral(page, pictures(2), 'firework')
  await sent
  await page.reload()
  held.behave(null)
  await expect(rows(page)).toHaveText([/^(?:Created|Not sent)/, /^Waiting/])
  await resume(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  await expectTasks(page, 2)
})

test('the start, each tenth and the end are read out, once', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await plan(page, pictures(12), 'firework')
  const region = page.locator('p.sr-only[role="status"]')
  await region.evaluate((element) => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => said.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  await confirmPlan(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  await expect(region).toHaveText(/12 of 12/)
  const said = await page.evaluate(() => ('said' in window ? window.said : undefined))
  expect(said).toEqual([
    'Sending 12 posters, one after the other.',
    // Who is fast says two things in one.
    expect.stringMatching(/10 of 12$/),
    expect.stringMatching(/Nothing is left to send\. 12 of 12$/),
  ])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('several posters are planned, paused and sent by touch', async ({ page, account }) => {
    await connect(page, account.apiKey, '/posters')
    const creation = await holdRequests(page, POSTER_TASKS)
    await page.getByRole('button', { name: 'Several at once…' }).tap()
    await page.getByRole('textbox', { name: 'Image URLs' }).fill(pictures(2).join('\n'))
    await page.getByRole('checkbox', { name: 'firework' }).tap()
    await page.getByRole('button', { name: 'See the plan' }).tap()
    await expect(heading(page, 'Plan')).toBeFocused()
    await confirmPlan(page).tap()
    await creation.held
    await page.getByRole('button', { name: 'Pause' }).tap()
    creation.letGo()
    await expect(heading(page, 'Paused.')).toBeInViewport()
    await resume(page).tap()
    await expect(heading(page, DONE)).toBeInViewport()
    // The log is far below; what it fills in is far above.
    await submissions(page).last().getByRole('button', { name: 'Repeat' }).tap()
    await expect(page.getByRole('textbox', { name: 'Image URL', exact: true })).toBeInViewport()
  })
})
