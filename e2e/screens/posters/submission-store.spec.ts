import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { SECOND } from '#e2e/support/live-screen.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  countCreations,
  fillPoster,
  openAccountMenu,
  signOut,
  submitPoster,
} from '#e2e/support/screens.ts'
import { loseReplies, send, submissions } from '#e2e/support/submission-log.ts'

const { portrait } = images

test('a disk that does not answer is asked again', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Created')
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is put back where it was
    const { getAll } = IDBIndex.prototype
    IDBIndex.prototype.getAll = () => {
      throw new DOMException('gone', 'UnknownError')
    }
    document.addEventListener('heal', () => {
      IDBIndex.prototype.getAll = getAll
    })
  })
  await page.clock.install()
  await page.reload()
  await expect(page.getByText('This browser does not keep submissions')).toBeVisible()
  await expect(submissions(page)).toHaveCount(0)
  await page.evaluate(() => document.dispatchEvent(new Event('heal')))
  await page.clock.runFor(6 * SECOND)
  await expect(submissions(page)).toContainText('Created')
  await expect(page.getByText('This browser does not keep submissions')).toBeHidden()
})

test('a form that is emptied as its poster was created finds no fault with that', async ({
  page,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/posters')
  const letAsk = await loseReplies(page, expectConsole)
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Unknown')
  await page.reload()
  await expect(submissions(page)).toContainText('The host could not be asked.')
  // Pressing it again checks the fields, and asks.
  await submitPoster(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Do not send' }).click()
  await letAsk()
  await submissions(page).getByRole('button', { name: 'Check outcome' }).click()
  await expect(submissions(page)).toContainText('Created')
  const image = page.getByRole('textbox', { name: 'Image URL' })
  await expect(image).toHaveValue('')
  await expect(image).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('radiogroup', { name: 'Poster scene' })).toHaveAttribute(
    'aria-invalid',
    'false',
  )
})

test('who pays is said with the button that costs points, and with the question', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  const payer = new RegExp(`••••${account.apiKey.slice(-4)}`)
  await expect(submitPoster(page)).toHaveAccessibleDescription(payer)
  await send(page, portrait, 'firework')
  await page.getByRole('button', { name: 'Create another' }).click()
  await send(page, `${portrait}?two`, 'firework')
  await page.getByRole('button', { name: 'Create another' }).click()
  await expect(submitPoster(page)).toHaveAccessibleDescription(/980 points/)
  await page.getByRole('textbox', { name: 'Image URL' }).fill(portrait)
  await page.getByRole('radio', { name: 'firework' }).check()
  await submitPoster(page).click()
  const question = page.getByRole('dialog', { name: 'Send the same poster again?' })
  await expect(question).toContainText(payer)
  await expect(question).toContainText('980 points')
})

test('what a tab has sent it asks about, though another tab has the key forgotten', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  await loseReplies(context, expectConsole)
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Unknown')
  const second = await context.newPage()
  await connect(second, account.apiKey, '/posters')
  await expect(submissions(second)).toHaveCount(1)
  await signOut(second, { losesSomething: true })
  await expect(second.getByRole('textbox', { name: 'API key' })).toBeVisible()
  const question = page.getByRole('dialog')
  for (const state of ['as it is', 'after a reload']) {
    await test.step(state, async () => {
      if (state === 'after a reload') await page.reload()
      await expect(submissions(page)).toContainText('Unknown')
      await expect(page.getByText('This browser does not keep all of these')).toBeVisible()
      await submitPoster(page).click()
      await expect(question).toContainText(/may (?:be|have been) created and charged/)
      await question.getByRole('button', { name: 'Do not send' }).click()
    })
  }
  expect(creations.sent).toBe(1)
})

test('what is removed with a key is said before', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Created')
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Sign out of Account 1 / })
  await expect(question).toContainText('Its 1 submission is removed from this browser, too.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(submissions(page)).toContainText('Created')
})

test('a click beside a question is no answer to it', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await send(page, portrait, 'firework')
  await page.getByRole('button', { name: 'Create another' }).click()
  await fillPoster(page, portrait, 'firework')
  // As the second click of a double one comes.
  const box = await submitPoster(page).boundingBox()
  if (box === null) throw new Error('the button is not there')
  await page.mouse.click(box.x + 5, box.y + 5)
  const question = page.getByRole('dialog', { name: 'Send the same poster again?' })
  await expect(question).toBeVisible()
  await page.mouse.click(box.x + 5, box.y + 5)
  await expect(question).toContainText('Firework firework')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
})

test('whoever types on is not taken from their field by an outcome', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/422/)
  await connect(page, account.apiKey, '/posters')
  const image = page.getByRole('textbox', { name: 'Image URL' })
  const alert = page.getByRole('alert')
  const refused = 'https://sentinel.example/refused.jpg'
  await send(page, refused, 'firework')
  await expect(alert).toContainText('the service refused')
  await expect(alert.locator('..')).toBeFocused()
  const creation = await holdRequests(page, '**/api/plugins/poster/tasks')
  await submitPoster(page).click()
  await creation.held
  await image.fill(`${portrait}?next`)
  const answered = page.waitForResponse('**/api/plugins/poster/tasks')
  creation.letGo()
  await answered
  await expect(alert).toContainText('the service refused')
  await expect(image).toBeFocused()
  await expect(alert).toContainText('Firework firework · https://sentinel.example/refused.jpg')
  await expect(alert).not.toContainText('What you entered is still here.')
})

test('outcomes that become known at once are all read out', async ({
  page,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/posters')
  const letAsk = await loseReplies(page, expectConsole)
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Unknown')
  await send(page, portrait, 'youqian')
  await expect(submissions(page).filter({ hasText: 'Unknown' })).toHaveCount(2)
  await letAsk()
  await page.reload()
  const liveRegion = page.locator('p.sr-only[role="status"]')
  await expect(liveRegion).toContainText('Firework: the outcome is known now: Created.')
  await expect(liveRegion).toContainText('Youqian: the outcome is known now: Created.')
})

test('a screen that was left while the disk was slow knows what was sent from it', async ({
  page,
  newAccount,
}) => {
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  await fillPoster(page, portrait, 'firework')
  // Another write goes on for as long as the test wants.
  await page.evaluate(async () => {
    const [database] = await indexedDB.databases()
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(database?.name ?? '')
      opening.addEventListener('success', () => {
        const [table = ''] = opening.result.objectStoreNames
        const writing = opening.result.transaction(table, 'readwrite')
        let isOver = false
        const goOn = () => {
          if (!isOver) writing.objectStore(table).get('x').addEventListener('success', goOn)
        }
        document.addEventListener('write-over', () => {
          isOver = true
        })
        goOn()
        resolve()
      })
    })
  })
  await submitPoster(page).click()
  await expect(page.getByRole('button', { name: 'Creating…' })).toBeVisible()
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
  await page.evaluate(() => document.dispatchEvent(new Event('write-over')))
  held.behave(null)
  await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
})
