import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  countCreations,
  createdUuid,
  fillPoster,
  openAccountMenu,
  receipt,
  submitPoster,
  taskRows,
} from '#e2e/support/screens.ts'
import { send, submissions } from '#e2e/support/submission-log.ts'

const { portrait } = images
const refused = 'https://sentinel.example/refused.jpg'
const POSTER_TASKS = '**/api/plugins/poster/tasks'

for (const via of ['direct', 'proxied'] as const) {
  test.describe(`through the ${via} host`, () => {
    test.use({ via })

    test('a poster is created, its uuid and the points left are shown, and what the next one probably costs', async ({
      page,
      account,
    }) => {
      const creations = countCreations(page)
      await connect(page, account.apiKey, '/posters')
      await fillPoster(page, portrait, 'firework')
      await expect(page.getByText(/\d+ × \d+ · loads in this browser/)).toBeVisible()
      await submitPoster(page).click()

      await expect(page.getByRole('heading', { name: /^Created/ })).toBeFocused()
      await expect(receipt(page).getByRole('heading')).toHaveText('Created · 990 points left')
      const uuid = await createdUuid(page)
      expect(uuid).toMatch(/^[0-9a-f-]{36}$/)

      await page.getByRole('button', { name: 'Create another' }).click()
      await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue('')
      await expect(submitPoster(page)).toHaveAccessibleDescription(
        /990 points left after the last poster created from this browser/,
      )
      // Only a price that an earlier poster of the scene had is told.
      await page.getByRole('radio', { name: 'firework' }).check()
      await expect(submitPoster(page)).toHaveAccessibleDescription(
        /· The last Firework poster from this browser cost 10 · 990 points left at \d\d:\d\d, enough for about 99$/,
      )
      await test.step('a phone shows both beside the button', async () => {
        const { width = 0, height = 0 } = page.viewportSize() ?? {}
        await page.setViewportSize({ width: 390, height: 700 })
        const facts =
          /The last Firework poster .* cost 10 · 990 points left at .*, enough for about 99$/
        await expect(page.getByText(facts).last()).toBeInViewport({ ratio: 1 })
        await page.setViewportSize({ width, height })
      })
      await fillPoster(page, `${portrait}?2`, 'youqian')
      await expect(submitPoster(page)).not.toHaveAccessibleDescription(/cost|enough/)
      await submitPoster(page).click()
      await expect(receipt(page).getByRole('heading')).toHaveText('Created · 980 points left')
      await createdUuid(page)
      await expect(receipt(page)).toContainText(
        '−10 since the previous poster from this browser, at',
      )
      await expect(submissions(page).first()).toContainText('Created· 980 points left')
      expect(creations.sent).toBe(2)

      await page.getByRole('link', { name: 'See your tasks' }).click()
      await expect(taskRows(page)).toHaveCount(2)
      await expect(taskRows(page).nth(1)).toContainText(uuid.slice(0, 8))
    })
  })
}

test('a refusal says why, scrolls into view on a phone, and leaves the focus in its field', async ({
  page,
  newAccount,
  expectConsole,
}) => {
  expectConsole(/402/)
  expectConsole(/422/)
  const account = newAccount({ points: 3 })
  await page.setViewportSize({ width: 390, height: 700 })
  await connect(page, account.apiKey, '/posters')
  const imageUrl = page.getByRole('textbox', { name: 'Image URL' })
  const alert = page.getByRole('alert')
  const title = alert.getByText('The poster was not created: the service refused.')

  await test.step('without enough points', async () => {
    await fillPoster(page, portrait, 'real_cake')
    await submitPoster(page).click()
    await expect(title).toBeInViewport()
    await expect(alert).toContainText('3')
    await expect(imageUrl).toHaveValue(portrait)
    await expect(page.getByRole('radio', { name: 'real_cake' })).toBeChecked()
  })

  await test.step('for what is in the picture', async () => {
    await send(page, refused, 'firework')
    await expect(alert).toContainText('refused the request (code 422)')
    await expect(alert).toContainText('The service says:')
    await expect(alert.locator('..')).toBeFocused()
    await expect(title).toBeInViewport()
    await expect(imageUrl).toHaveValue(refused)
  })

  await test.step('while the next one is typed', async () => {
    const creation = await holdRequests(page, POSTER_TASKS)
    await submitPoster(page).click()
    await creation.held
    await imageUrl.fill(`${portrait}?next`)
    const answered = page.waitForResponse(POSTER_TASKS)
    creation.letGo()
    await answered
    await expect(alert).toContainText('the service refused')
    await expect(imageUrl).toBeFocused()
    await expect(alert).toContainText(`Firework firework · ${refused}`)
    await expect(alert).not.toContainText('What you entered is still here.')
  })

  await test.step('inside HTTP 200', async () => {
    account.behave('refuses-creations')
    await submitPoster(page).click()
    await expect(alert).toContainText('refused the request (code 4001)')
  })
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
})

test('while a creation is pending no other is sent, the key cannot change, and typed text stays', async ({
  page,
  newAccount,
}) => {
  const creations = countCreations(page)
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  const imageUrl = page.getByRole('textbox', { name: 'Image URL' })

  await test.step('several clicks send one request', async () => {
    await fillPoster(page, portrait, 'zhongming')
    await submitPoster(page).dblclick()
    await imageUrl.press('Enter')
    // It says that it is off for now, so Playwright must be told to click it all the same.
    await page.getByRole('button', { name: 'Creating…' }).click({ force: true })
  })

  await test.step('the key stays', async () => {
    await openAccountMenu(page)
    await expect(page.getByText('A poster is being sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click({ force: true })
    await page.keyboard.press('Escape')
  })

  await test.step('what is typed stays', async () => {
    await imageUrl.fill(`${portrait}?next`)
    held.behave(null)
    await expect(page.getByRole('status')).toContainText(['Poster task created'])
    await expect(imageUrl).toHaveValue(`${portrait}?next`)
    await expect(imageUrl).toBeFocused()
    expect(creations.sent).toBe(1)
    // Neither the one before nor its outcome is in the way of the next.
    await submitPoster(page).click()
    await page.getByRole('button', { name: 'Create another' }).click()
    await expect(imageUrl).toHaveValue('')
  })

  await test.step('a created poster is not offered again, even if its reply came on another screen', async () => {
    held.behave('held')
    await fillPoster(page, `${portrait}?3`, 'firework')
    const answered = page.waitForResponse((reply) => reply.request().method() === 'POST')
    await submitPoster(page).click()
    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    held.behave(null)
    await answered
    await page.getByRole('link', { name: 'Posters' }).click()
    await expect(imageUrl).toHaveValue('')
    await page.reload()
    await expect(imageUrl).toHaveValue('')
    expect(creations.sent).toBe(3)
  })
})

test('an unknown outcome is shown, and sending again needs a confirmation', async ({
  page,
  account,
  expectConsole,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')

  async function sendTwice(path: string, sentBefore: number) {
    await send(page, `https://sentinel.example/${path}`, 'anime_cake')
    await expect(submissions(page).first()).toContainText(new RegExp(`Unknown.*${path}`))
    await expect(page.getByRole('alert')).toContainText(
      'The poster may have been created and charged',
    )
    await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(new RegExp(path))

    await submitPoster(page).click()
    await page.getByRole('button', { name: 'Do not send' }).click()
    expect(creations.sent).toBe(sentBefore + 1)
    await page.getByRole('link', { name: 'Look for it in your tasks' }).click()
    await expect(taskRows(page)).toHaveCount(sentBefore + 1)

    await page.getByRole('link', { name: 'Posters' }).click()
    await submitPoster(page).click()
    await page.getByRole('button', { name: 'Send again and accept a second charge' }).click()
    await expect.poll(() => creations.sent).toBe(sentBefore + 2)
    await expect(submitPoster(page)).toBeVisible()
  }

  await test.step('after a reply that cannot be read', async () => sendTwice('unreadable.jpg', 0))
  expectConsole(/502/)
  await test.step('after a connection that is cut', async () => sendTwice('no-reply.jpg', 2))
})

test('an image that cannot be shown or loaded does not block the form', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/missing\.png/)
  await connect(page, account.apiKey, '/posters')
  const created = page.getByRole('heading', { name: /^Created/ })
  await fillPoster(page, portrait.replace('https:', 'http:'), 'firework')
  await expect(page.getByText('cannot be shown here')).toBeVisible()
  await submitPoster(page).click()
  await expect(created).toBeVisible()
  await page.getByRole('button', { name: 'Create another' }).click()

  await fillPoster(page, images.missing, 'firework')
  await expect(page.getByText('Does not load in this browser.')).toBeVisible()
  await submitPoster(page).click()
  await expect(created).toBeVisible()
})
