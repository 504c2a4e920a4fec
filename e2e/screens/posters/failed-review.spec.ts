import { axeFindings } from '#e2e/support/axe.ts'
import {
  confirmPlan,
  DONE,
  heading,
  picture,
  rows,
  sendSeveral,
} from '#e2e/support/batch-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { passTimeUntil, SECOND } from '#e2e/support/live-screen.ts'
import { plainJpeg } from '#e2e/support/pictures.ts'
import { connect, countCreations } from '#e2e/support/screens.ts'
import { send, showSubmissions, submissions } from '#e2e/support/submission-log.ts'

const sentinel = (name: string) => `https://sentinel.example/${name}.jpg`

test.describe('through the proxied host', () => {
  test.use({ via: 'proxied' })

  test('what failed says why, gets other images in its tile, and is created again with one press', async ({
    page,
    account,
    expectConsole,
  }) => {
    expectConsole(/422/)
    expectConsole(/502/)
    // This host lets pages show images from one other host only.
    expectConsole(/sentinel\.example/)
    const creations = countCreations(page)
    const review = page.getByRole('button', { name: /^Review failed posters/ })
    await page.clock.install()
    await connect(page, account.apiKey, '/posters')
    await send(page, sentinel('unreadable'), 'firework')
    await expect(submissions(page)).toContainText(['Unknown'])
    await sendSeveral(page, [picture(1), sentinel('refused'), picture(2)], 'Firework')
    await passTimeUntil(page, SECOND, () => expect(heading(page, DONE)).toBeVisible())
    account.finishTasks()
    await passTimeUntil(page, SECOND, () =>
      expect(review).toHaveText('Review failed posters (2)', { timeout: 1 }),
    )

    const again = page.getByRole('button', { name: /^Create \d again$/ })
    await expect(again).toHaveText('Create 2 again')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await review.click()
    await expect(heading(page, '2 failed posters')).toBeFocused()
    await expect(rows(page)).toHaveText([
      /^Failed.*No face found in the image\..*Our advice: .*from the front.*Failed, as the list said at /,
      /^Refused.*refused.*Refused at /,
    ])
    const images = page.getByRole('textbox', { name: 'Image URL to use' })
    await expect(images).toHaveCount(2)

    await images.nth(1).fill('shop 1')
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await page.reload()
    await passTimeUntil(page, SECOND, () =>
      expect(images.nth(1)).toHaveValue('shop 1', { timeout: 1 }),
    )
    const first = page.getByRole('group', { name: /portrait\.png/ }).getByRole('checkbox')
    await first.uncheck()
    await images.fill(picture(5))
    await expect(again).toHaveText('Create 1 again')
    await first.check()
    await again.click()
    await expect(page.getByRole('dialog').getByText(/^About 20 points for 2/)).toBeVisible()
    await expect(page.getByRole('dialog').getByText(/^Charged to .*••••/)).toBeVisible()
    expect(creations.sent).toBe(4)
    await confirmPlan(page).click()
    await expect(heading(page, DONE)).toBeVisible()
    expect(creations.sent).toBe(6)
    await showSubmissions(page)
    await expect(submissions(page).nth(0)).toContainText('portrait.png?5')
    // They were sent again, one of them with another image.
    await expect(review).toBeHidden()
    await page.reload()
    await showSubmissions(page)
    await expect(submissions(page)).toHaveCount(6)
    await expect(review).toBeHidden()
  })
})

test('a failed poster gets a picture from this device, and waits for it @release', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/422/)
  await connect(page, account.apiKey, '/posters')
  await send(page, sentinel('refused'), 'Firework')
  await page.getByRole('button', { name: 'Review failed posters (1)' }).click()
  const image = page.getByRole('textbox', { name: 'Image URL to use' })
  const upload = await holdRequests(page, '**/host/uploads')
  const file = { name: 'lin.jpg', mimeType: 'image/jpeg', buffer: plainJpeg }
  await page.getByLabel('Choose pictures…').setInputFiles(file)
  await upload.held
  await expect(page.getByText('Uploading lin.jpg…')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create 1 again' })).toBeDisabled()
  await expect(image).not.toBeEditable()
  upload.letGo()
  await expect(image).toHaveValue(/\/uploads\//)
  expect(await axeFindings(page, 'all')).toEqual([])
  await page.getByRole('button', { name: 'Create 1 again' }).click()
  await confirmPlan(page).click()
  await expect(heading(page, DONE)).toBeVisible()
  await showSubmissions(page)
  await expect(submissions(page).nth(0)).toContainText('Kept on')
})
