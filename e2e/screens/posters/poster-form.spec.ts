import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  countCreations,
  fillPoster,
  replaceKey,
  submitPoster,
} from '#e2e/support/screens.ts'

const { portrait } = images

test('one click shows all errors, and nothing is sent before they are corrected', async ({
  page,
  account,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  const imageUrl = page.getByRole('textbox', { name: 'Image URL' })
  // Also where a field says something as it is left.
  await imageUrl.fill('ftp://example.com/a.png')
  await submitPoster(page).click()
  await expect(imageUrl).toHaveAccessibleDescription(/must start with http/)
  await expect(imageUrl).toBeFocused()
  await expect(page.getByText('Choose a poster scene.')).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'Poster scene' })).toHaveAccessibleDescription(
    'Choose a poster scene.',
  )

  await imageUrl.fill('')
  await submitPoster(page).click()
  await expect(imageUrl).toBeFocused()
  await expect(imageUrl).toHaveAccessibleDescription(/^Enter an image URL\./)
  for (const [typed, problem] of [
    ['http://localhost/a.png', /private or local/],
    ['http://0x7f.1/a.png', /private or local/],
    ['https://user:secret@example.com/a.png', /user name or password/],
    ['https://', /no host/],
  ] as const) {
    await imageUrl.fill(typed)
    await expect(imageUrl).toHaveAccessibleDescription(problem)
    await submitPoster(page).click()
  }
  await imageUrl.fill(`  ${portrait} `)
  await submitPoster(page).click()
  await expect(page.getByRole('radio', { name: 'youqian' })).toBeFocused()
  expect(creations.sent).toBe(0)
})

test('an address fills in the form once; typed changes survive a reload and another key', async ({
  page,
  account,
  newAccount,
}) => {
  const creations = countCreations(page)
  const query = new URLSearchParams({ image_url: portrait, prompt: 'anime_cake' }).toString()
  await connect(page, account.apiKey, `/posters?${query}`)
  const imageUrl = page.getByRole('textbox', { name: 'Image URL' })
  await expect(imageUrl).toHaveValue(portrait)
  await expect(page.getByRole('radio', { name: 'anime_cake' })).toBeChecked()
  await expect(page).toHaveURL(/\/posters$/)

  await fillPoster(page, `${portrait}?edited`, 'youqian')
  await page.reload()
  await expect(imageUrl).toHaveValue(`${portrait}?edited`)
  await expect(page.getByRole('radio', { name: 'youqian' })).toBeChecked()
  await expect(await replaceKey(page, newAccount().apiKey)).toBeHidden()
  await expect(imageUrl).toHaveValue(`${portrait}?edited`)

  // What an address cannot fill in is said.
  await page.goto('/posters?prompt=bogus')
  await expect(page.getByRole('status').filter({ hasText: 'ignored' })).toContainText(
    'prompt=bogus was ignored',
  )
  expect(creations.sent).toBe(0)
})
