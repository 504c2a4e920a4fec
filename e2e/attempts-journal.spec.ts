import { expect, test } from './fixtures.ts'
import { SECOND } from './live-screen.ts'
import { images } from './outside-world.ts'
import { connect, submitPoster } from './screens.ts'
import { loseReplies, send, submissions } from './submission-log.ts'

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
