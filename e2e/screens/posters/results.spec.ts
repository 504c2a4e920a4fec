import { axeFindings } from '#e2e/support/axe.ts'
import { DONE, heading, imageField, picture, rows, sendSeveral } from '#e2e/support/batch-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { passTimeUntil, SECOND } from '#e2e/support/live-screen.ts'
import { connect } from '#e2e/support/screens.ts'

test('the tiles become the videos; all of them play in step and are saved, and what failed can be sent again', async ({
  page,
  account,
}) => {
  await page.clock.install()
  await connect(page, account.apiKey, '/posters')
  await sendSeveral(page, [picture(1), picture(2)], 'Real cake', 'Firework')
  await passTimeUntil(page, SECOND, () => expect(heading(page, DONE)).toBeVisible())
  account.finishTasks()

  const sheet = page.getByRole('list', { name: 'Posters of this batch' })
  await passTimeUntil(page, SECOND, () =>
    expect(sheet.getByText('Completed')).toHaveCount(3, { timeout: 1 }),
  )
  await expect(rows(page)).toHaveText([/^Created/, /^Created/, /^Created/, /^Failed/])
  await expect(sheet.getByText('No face found in the image.')).toBeVisible()
  await expect(sheet.locator('canvas')).toHaveCount(3)
  await expect(sheet.locator('video')).toHaveCount(0)

  await page.getByRole('button', { name: 'Play all' }).click()
  // Only what is visible plays.
  await sheet.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  const films = sheet.locator('video')
  await expect(films).toHaveCount(3)
  const times = () =>
    films.evaluateAll((all) =>
      all.map((film) => (film instanceof HTMLVideoElement ? film.currentTime : 0)),
    )
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(0.2)
  const apart = async () => {
    const [first = 0, ...rest] = await times()
    return Math.max(...rest.map((time) => Math.abs(time - first)))
  }
  await expect.poll(apart).toBeLessThan(0.3)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(films).toHaveCount(0)

  await page.getByRole('button', { name: 'Download videos (3)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download videos' })
  await expect(dialog).toContainText('Tasks with a video: 3 of 4.')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save 3 videos' }).click()
  expect((await saved).suggestedFilename()).toBe('marquee-videos.zip')
  await expect(dialog.getByRole('status')).toHaveText(/^Saved: 3 videos/)
  await page.keyboard.press('Escape')

  await test.step('selected ones are compared and starred', async () => {
    for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check()
    const actions = page.getByRole('region', { name: 'Selection' })
    await expect(actions).toContainText('2 tasks selected')
    await actions.getByRole('button', { name: 'Star' }).click()
    await expect(actions.getByRole('button', { name: 'Star' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await actions.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('dialog', { name: 'Compare 2 tasks' })).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await axeFindings(page, 'all')).toEqual([])
    await actions.getByRole('button', { name: 'Clear selection' }).click()
    await expect(actions).toHaveCount(0)
  })

  await sheet
    .getByRole('link', { name: /^Details of task/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create 1 again' })).toBeVisible()

  await test.step('an image that is dropped beside the results goes into the form', async () => {
    await sheet.evaluate((element, url) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/uri-list', url)
      const init = { dataTransfer, bubbles: true, cancelable: true }
      element.dispatchEvent(new DragEvent('drop', init))
    }, picture(9))
    await expect(imageField(page)).toHaveValue(picture(9))
    await page.getByRole('button', { name: /^Show the posters/ }).click()
    await expect(sheet).toBeVisible()
  })
})
