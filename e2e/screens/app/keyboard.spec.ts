import { header, PASSPHRASE } from '#e2e/support/account-screens.ts'
import { openEarly, watchLists } from '#e2e/support/early-screen.ts'
import { expect, test, withMotion } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

import { expectFocusSeen, pressOn, tabTo } from '#e2e/support/keyboard.ts'

test.use(withMotion)

/** No pointer in any of these tests: what people do is done by keys, and the focus is in sight at every stop. */

test('a person with videos connects, filters, pages, plays and copies', async ({
  page,
  context,
  account,
}) => {
  await context.grantPermissions(['clipboard-write'])
  account.addTasks(
    Array.from({ length: 12 }, (_, index) => ({
      status: index % 2 === 0 ? ('completed' as const) : ('failed' as const),
    })),
  )
  await page.goto('/tasks?page_size=10')
  const key = page.getByRole('textbox', { name: 'API key' })
  await tabTo(page, key)
  await page.keyboard.type(account.apiKey)
  await page.keyboard.press('Enter')
  await expect(taskRows(page)).toHaveCount(10)
  await expect(page.getByRole('heading', { name: 'Video tasks' })).toBeFocused()
  // Whoever comes back begins at the top.
  await page.reload()
  await expect(taskRows(page)).toHaveCount(10)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  const statuses = page.getByRole('radiogroup', { name: 'Status' })
  await tabTo(page, statuses.getByRole('radio', { name: /^All/ }))
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await expect(statuses.getByRole('radio', { name: /^Completed/ })).toBeFocused()
  await expect(taskRows(page)).toHaveCount(6)
  const play = taskRows(page).nth(1).getByRole('button').first()
  await pressOn(page, play)
  await expect(page.getByRole('dialog').locator('video')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(play).toBeFocused()
  await expectFocusSeen(page)
  await pressOn(page, taskRows(page).nth(1).getByRole('button', { name: 'Copy task ID' }))
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  // Every row on the way to the end of the page comes into sight.
  await tabTo(page, page.getByRole('spinbutton', { name: 'Page' }))
  await tabTo(page, statuses.getByRole('radio', { name: /^Completed/ }))
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  await expect(taskRows(page)).toHaveCount(10)
  await pressOn(page, page.getByRole('button', { name: 'Next page' }))
  await expect(taskRows(page)).toHaveCount(2)
  await expectFocusSeen(page)
})

test('a person with a portrait creates a poster, and then four at once', async ({
  page,
  account,
}) => {
  await page.goto('/posters')
  await tabTo(page, page.getByRole('textbox', { name: 'API key' }))
  await page.keyboard.type(account.apiKey)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create poster' })).toBeVisible()
  const submit = page.getByRole('button', { name: 'Create poster' })
  await pressOn(page, submit)
  const address = page.getByRole('textbox', { name: 'Image URL' })
  // The first mistake has the focus, and says what it is.
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/\S/)
  await page.keyboard.type(images.portrait)
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Create another' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, address)

  await test.step('two images with two scenes', async () => {
    await page.keyboard.type(`${images.portrait}?1`)
    await pressOn(page, page.getByRole('button', { name: 'Add another' }))
    await expect(address).toBeFocused()
    await page.keyboard.type(`${images.portrait}?2`)
    await tabTo(page, page.getByRole('checkbox', { name: 'More than one scene' }))
    await page.keyboard.press('Space')
    for (const name of ['anime_cake', 'firework']) {
      await tabTo(page, page.getByRole('checkbox', { name }))
      await page.keyboard.press('Space')
    }
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Create 4 posters?' })
    await pressOn(page, question.getByRole('button', { name: 'Create 4 posters' }))
    await expect(page.getByRole('heading', { name: 'Nothing is left to send.' })).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Posters of this batch' }).getByRole('listitem'),
    ).toHaveCount(4)
    await expectFocusSeen(page)
  })
})

test('an agent: two customers, a lock, a look at the accounts', async ({ page, newAccount }) => {
  const [first, second] = [newAccount(), newAccount()]
  await page.goto('/tasks')
  await tabTo(page, page.getByRole('textbox', { name: 'API key' }))
  await page.keyboard.type(first.apiKey)
  await pressOn(page, page.getByRole('button', { name: 'More options' }))
  await tabTo(page, page.getByRole('textbox', { name: 'Account name' }))
  await page.keyboard.type('Shop')
  await tabTo(page, page.getByRole('radio', { name: /^In this tab/ }))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('textbox', { name: 'Passphrase' }))
  await page.keyboard.type(PASSPHRASE)
  await page.keyboard.press('Enter')
  await pressOn(page, header(page, 'Shop'))
  await pressOn(page, page.getByRole('button', { name: 'Add account' }))
  const dialog = page.getByRole('dialog', { name: 'Add an account' })
  await tabTo(page, dialog.getByRole('textbox', { name: 'API key' }))
  await page.keyboard.type(second.apiKey)
  await tabTo(page, dialog.getByRole('textbox', { name: 'Account name' }))
  await page.keyboard.type('Mill')
  await page.keyboard.press('Enter')
  await expect(header(page, 'Mill')).toBeVisible()
  await expectFocusSeen(page)
  await pressOn(page, header(page, 'Mill'))
  await pressOn(
    page,
    page.getByRole('group', { name: 'Switch account' }).getByRole('button', { name: 'Shop' }),
  )
  await expect(header(page, 'Shop')).toBeVisible()
  await expectFocusSeen(page)
  await pressOn(page, header(page, 'Shop'))
  await pressOn(page, page.getByRole('button', { name: 'Lock', exact: true }))
  await expect(page.getByRole('textbox', { name: 'Passphrase' })).toBeFocused()
  await page.keyboard.type(PASSPHRASE)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  await expectFocusSeen(page)
})

test('the keyboard skips to the content before the app is there, and stays there', async ({
  page,
  account,
}) => {
  account.addTasks([{ status: 'completed' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(1)
  const lists = watchLists(page)
  const code = await openEarly(page, '/tasks')
  await expect(taskRows(page)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  code.letGo()
  await expect(page.getByText(/^Updated/)).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  expect(lists).toEqual([''])
})
