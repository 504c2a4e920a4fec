import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  countCreations,
  fillPoster,
  submitPoster,
  taskRows,
} from '#e2e/support/screens.ts'

const { portrait } = images

for (const via of ['direct', 'proxied'] as const) {
  test.describe(`through the ${via} host`, () => {
    test.use({ via })

    test('a poster is created, and its uuid and the points left are shown', async ({
      page,
      account,
    }) => {
      const creations = countCreations(page)
      await connect(page, account.apiKey, '/posters')
      await fillPoster(page, portrait, 'firework')
      await expect(page.getByText(/\d+ × \d+ · loads in this browser/)).toBeVisible()
      await submitPoster(page).click()

      await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeFocused()
      await expect(page.getByRole('definition').nth(0)).toContainText(/^[0-9a-f-]{36}/)
      await expect(page.getByRole('definition').nth(1)).toHaveText('990')
      const uuid = (await page.getByRole('definition').nth(0).innerText()).slice(0, 8)

      await page.getByRole('button', { name: 'Create another' }).click()
      await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue('')
      await expect(
        page.getByText(/990 points after the last creation from this browser/),
      ).toBeVisible()
      await fillPoster(page, `${portrait}?2`, 'youqian')
      await submitPoster(page).click()
      await expect(page.getByRole('definition').nth(1)).toContainText(
        '980-10 since the creation before',
      )
      expect(creations.sent).toBe(2)

      await page.getByRole('link', { name: 'See your tasks' }).click()
      await expect(taskRows(page)).toHaveCount(2)
      await expect(taskRows(page).nth(1)).toContainText(uuid)
    })

    test('without enough points nothing is created and nothing typed is lost', async ({
      page,
      newAccount,
      expectConsole,
    }) => {
      expectConsole(/402/)
      await connect(page, newAccount({ points: 3 }).apiKey, '/posters')
      await fillPoster(page, portrait, 'real_cake')
      await submitPoster(page).click()
      const alert = page.getByRole('alert')
      await expect(alert).toContainText('The poster was not created: the service refused.')
      await expect(alert).toContainText('3')
      await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
      await expect(page.getByRole('radio', { name: 'real_cake' })).toBeChecked()
      await page.getByRole('link', { name: 'Tasks', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
    })
  })
}

test('impatience sends one creation', async ({ page, newAccount }) => {
  const creations = countCreations(page)
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  await fillPoster(page, portrait, 'zhongming')
  await submitPoster(page).dblclick()
  await page.getByRole('textbox', { name: 'Image URL' }).press('Enter')
  // It says that it is off for now, so Playwright must be told to click it all the same.
  await page.getByRole('button', { name: 'Creating…' }).click({ force: true })
  held.behave(null)
  await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
  expect(creations.sent).toBe(1)
})

test('a refusal says what the service said and keeps the form', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/422/)
  await connect(page, account.apiKey, '/posters')
  await fillPoster(page, 'https://sentinel.example/refused.jpg', 'firework')
  await submitPoster(page).click()
  await expect(page.getByRole('alert')).toContainText('refused the request (code 422)')
  await expect(page.getByRole('alert')).toContainText('The service says:')
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(/refused\.jpg$/)
})

test('a refusal inside HTTP 200 is a refusal', async ({ page }) => {
  await connect(page, 'mq_refuses', '/posters')
  await fillPoster(page, portrait, 'firework')
  await submitPoster(page).click()
  await expect(page.getByRole('alert')).toContainText('refused the request (code 4001)')
})

for (const [what, path, announced] of [
  ['a reply that cannot be read', 'unreadable.jpg', undefined],
  ['a connection that is cut', 'no-reply.jpg', /502/],
] as const) {
  test(`${what} leaves the outcome open, and sending again asks first`, async ({
    page,
    account,
    expectConsole,
  }) => {
    if (announced !== undefined) expectConsole(announced)
    const creations = countCreations(page)
    await connect(page, account.apiKey, '/posters')
    await fillPoster(page, `https://sentinel.example/${path}`, 'anime_cake')
    await submitPoster(page).click()
    await expect(page.getByRole('alert')).toContainText(
      'the poster may have been created and charged',
    )
    await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(new RegExp(path))

    await submitPoster(page).click()
    await page.getByRole('button', { name: 'Do not send' }).click()
    expect(creations.sent).toBe(1)
    await page.getByRole('link', { name: 'Look for it in your tasks' }).click()
    await expect(taskRows(page)).toHaveCount(1)

    await page.getByRole('link', { name: 'Posters' }).click()
    await submitPoster(page).click()
    await page.getByRole('button', { name: 'Send again, accept a second charge' }).click()
    await expect.poll(() => creations.sent).toBe(2)
    await expect(submitPoster(page)).toBeVisible()
  })
}

test('offline, nothing is sent then and nothing later', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  await fillPoster(page, portrait, 'firework')
  await context.setOffline(true)
  await submitPoster(page).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was sent.')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
  expect(creations.sent).toBe(0)
})

test('a picture over http is not shown, and created all the same', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await fillPoster(page, portrait.replace('https:', 'http:'), 'firework')
  await expect(page.getByText('cannot be shown here')).toBeVisible()
  await submitPoster(page).click()
  await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
})

test('a poster that was paid for is not offered again, wherever its answer came', async ({
  page,
  newAccount,
}) => {
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  const imageUrl = page.getByRole('textbox', { name: 'Image URL' })
  await fillPoster(page, portrait, 'firework')
  const answered = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await submitPoster(page).click()
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  held.behave(null)
  await answered
  await page.getByRole('link', { name: 'Posters' }).click()
  await expect(imageUrl).toHaveValue('')
  await page.reload()
  await expect(imageUrl).toHaveValue('')
})

test('while a creation is on its way its key stays', async ({ page, newAccount }) => {
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  await fillPoster(page, portrait, 'firework')
  await submitPoster(page).click()
  await page.getByRole('button', { name: /^Account:/ }).click()
  await expect(page.getByText('A creation is on its way.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click({ force: true })
  held.behave(null)
  await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
})

test('what is typed while a creation is on its way stays', async ({ page, newAccount }) => {
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  const imageUrl = page.getByRole('textbox', { name: 'Image URL' })
  await fillPoster(page, portrait, 'firework')
  await submitPoster(page).click()
  await imageUrl.fill(`${portrait}?next`)
  held.behave(null)
  await expect(page.getByRole('status')).toContainText(['Poster task created'])
  await expect(imageUrl).toHaveValue(`${portrait}?next`)
  await expect(imageUrl).toBeFocused()
  // Neither the one before nor its outcome is in the way of the next.
  await submitPoster(page).click()
  await page.getByRole('button', { name: 'Create another' }).click()
  await expect(imageUrl).toHaveValue('')
})

test('where the host cannot reach the service, it is certain that nothing was sent', async ({
  page,
  startOwnService,
  expectConsole,
}) => {
  expectConsole(/502/)
  const { service, proxy, apiKey } = await startOwnService()
  await connect(page, apiKey, `${proxy.origin}/posters`)
  await fillPoster(page, portrait, 'firework')
  await service.kill()
  await submitPoster(page).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was sent.')
  await expect(page.getByRole('alert')).toContainText('The service could not be reached.')
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
})

test('on a phone the outcome comes into sight', async ({ page, account, expectConsole }) => {
  expectConsole(/422/)
  await page.setViewportSize({ width: 390, height: 700 })
  await connect(page, account.apiKey, '/posters')
  await fillPoster(page, 'https://sentinel.example/refused.jpg', 'firework')
  await submitPoster(page).click()
  await expect(page.getByText('The poster was not created: the service refused.')).toBeInViewport()
})

test('a picture that does not load is said and stands in nobody’s way', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/missing\.png/)
  await connect(page, account.apiKey, '/posters')
  await fillPoster(page, images.missing, 'firework')
  await expect(page.getByText('Does not load in this browser.')).toBeVisible()
  await submitPoster(page).click()
  await expect(page.getByRole('heading', { name: 'Poster task created' })).toBeVisible()
})
