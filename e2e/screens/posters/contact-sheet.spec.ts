import { confirmPlan, DONE, heading, picture, sendSeveral } from '#e2e/support/batch-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { finish, passTimeUntil, SECOND } from '#e2e/support/live-screen.ts'
import { connect } from '#e2e/support/screens.ts'

test('a batch fills a sheet of images and scenes; all of it plays in step, and what failed can be sent again', async ({
  page,
  account,
  store,
}) => {
  await page.clock.install()
  await connect(page, account.apiKey, '/posters')
  await sendSeveral(page, [picture(1), picture(2)], 'Real cake', 'Firework')
  await passTimeUntil(page, SECOND, () => expect(heading(page, DONE)).toBeVisible())
  const tasks = store.database
    .query<{ id: number }>('SELECT id FROM tasks ORDER BY id DESC LIMIT 4')
    .all()
  const [last, ...others] = tasks
  finish(store, last, false)
  for (const task of others) finish(store, task, true)

  const sheet = page.getByRole('table', { name: 'Contact sheet' })
  await passTimeUntil(page, SECOND, () =>
    expect(sheet.getByText('Completed')).toHaveCount(3, { timeout: 1 }),
  )
  await expect(sheet.getByRole('columnheader')).toHaveText(['Image URL', 'Real cake', 'Firework'])
  await expect(sheet.getByRole('row')).toHaveCount(3)
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
  // One may begin anew a moment before the others.
  const length = await films.first().evaluate((film: HTMLVideoElement) => film.duration)
  const [first = 0, ...rest] = await times()
  for (const time of rest) {
    const gap = Math.abs(time - first)
    expect(Math.min(gap, length - gap)).toBeLessThan(0.3)
  }
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(films).toHaveCount(0)

  await page.getByRole('button', { name: 'Review the failed ones (1)' }).click()
  await page.getByRole('checkbox', { name: 'Create these again' }).check()
  await expect(confirmPlan(page)).toHaveText('Create 1 poster task')
})
