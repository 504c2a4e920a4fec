import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, countCreations, submitPoster } from '#e2e/support/screens.ts'

const { portrait } = images

test('what was pasted with a URL is left out and said; what may be wrong is said before it costs points', async ({
  page,
  account,
}) => {
  const creations = countCreations(page)
  await connect(page, account.apiKey, '/posters')
  const imageUrl = page.getByRole('textbox', { name: 'Image URL' })
  await test.step('a scene that is pressed next is chosen, and then what is wrong is said', async () => {
    await imageUrl.fill(`${portrait}，${portrait}?2`)
    await page.getByRole('radio', { name: 'firework' }).check()
    await expect(imageUrl).toHaveAccessibleDescription(/more than one URL/)
  })

  await test.step('what cannot be used has a reason that fits, and one press for what is meant', async () => {
    for (const [typed, problem] of [
      [`${portrait}${portrait}?2`, /more than one URL/],
      [`${portrait}，${portrait}?2`, /more than one URL/],
      [`https://${portrait}`, /twice/],
      [portrait.replace('/portrait', '/por\u200btrait'), /invisible characters: .*⟨U\+200B⟩/],
    ] as const) {
      await imageUrl.fill(typed)
      await submitPoster(page).click()
      await expect(imageUrl).toHaveAccessibleDescription(problem)
    }
    await page.getByRole('button', { name: 'Use the suggested URL' }).click()
    await expect(imageUrl).toHaveValue(portrait)
    await expect(imageUrl).toBeFocused()
  })

  await test.step('a page that shares an image is named, and its image offered', async () => {
    await imageUrl.fill('https://www.dropbox.com/s/x/a.jpg?dl=0')
    await expect(imageUrl).toHaveAccessibleDescription(/page of Dropbox.*not the image.*raw=1/)
    await page.getByRole('button', { name: 'Use the suggested URL' }).click()
    await expect(imageUrl).toHaveValue('https://www.dropbox.com/s/x/a.jpg?raw=1')
    await expect(imageUrl).not.toHaveAccessibleDescription(/Dropbox/)
  })
  expect(creations.sent).toBe(0)

  await test.step('a filled-in address is said without a press, and sent as it was read', async () => {
    const query = new URLSearchParams({ image_url: `<${portrait}>，谢谢`, prompt: 'firework' })
    await page.goto(`/posters?${query.toString()}`)
    await expect(imageUrl).toHaveAccessibleDescription(/This URL will be used: .*portrait/)
    await submitPoster(page).click()
    await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
    expect(creations.sent).toBe(1)
    await page.getByRole('button', { name: 'Create another' }).click()
    await expect(imageUrl).toHaveValue('')
  })

  await test.step('what is not said yet is said at the first press, and sent at the second', async () => {
    await page.getByRole('radio', { name: 'firework' }).check()
    await imageUrl.fill(`${portrait}?3,`)
    await page.keyboard.press('Enter')
    await expect(imageUrl).toHaveAccessibleDescription(/end may not be part of the URL/)
    expect(creations.sent).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => creations.sent).toBe(2)
  })
})
