import {
  addAccount,
  connectAs,
  giveKey,
  header,
  storedText,
  switchTo,
  showMoreOptions,
} from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  fillPoster,
  openAccountMenu,
  signOut,
  submitPoster,
  taskRows,
} from '#e2e/support/screens.ts'
import { submissions } from '#e2e/support/submission-log.ts'

test('two customers can be open side by side, and neither is shown under the other', async ({
  page,
  newAccount,
}) => {
  const [first, second] = [newAccount(), newAccount()]
  const [mine] = first.addTasks([{ status: 'failed', errorMsg: 'No face found' }])
  const [theirs] = second.addTasks([{ status: 'pending' }, { status: 'completed' }])
  const autoRefresh = page.getByRole('switch', { name: 'Auto-refresh' })
  await connectAs(page, 'Shop', first.apiKey, '/tasks?status=failed')
  await expect(taskRows(page)).toHaveCount(1)
  await autoRefresh.click()

  await test.step('a switch is instant: what is on its way is given up', async () => {
    const lists = await holdRequests(page, /\/plugins\/video\/tasks$/)
    await addAccount(page, 'Mill', second.apiKey)
    // The other one's filter was the other one's.
    await expect(page).toHaveURL(/\/tasks$/)
    await lists.held
    const givenUp = page.waitForEvent('requestfailed')
    await switchTo(page, 'Shop')
    expect((await givenUp).failure()?.errorText).toBe('net::ERR_ABORTED')
    await expect(header(page, 'Shop')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Now using Shop' })).toHaveCount(1)
    lists.letGo()
  })
  await expect(taskRows(page)).toHaveCount(1)
  await expect(page.getByText(theirs?.uuid.slice(0, 8) ?? '')).toBeHidden()
  await expect(autoRefresh).not.toBeChecked()

  await switchTo(page, 'Mill')
  await expect(taskRows(page)).toHaveCount(2)
  await expect(page.getByText(mine?.uuid.slice(0, 8) ?? '')).toBeHidden()
  await expect(autoRefresh).toBeChecked()
  await test.step('a link to another site hands no storage on', async () => {
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[target]')].map(({ rel }) => rel),
    )
    expect(outside.length).toBeGreaterThan(0)
    expect(new Set(outside)).toEqual(new Set(['noopener noreferrer']))
  })

  // Both outlive a reload, and the one at work stays at work.
  await page.reload()
  await expect(header(page, 'Mill')).toBeVisible()
  await switchTo(page, 'Shop')
  await expect(taskRows(page)).toHaveCount(1)
})

test('a draft and a pending creation stay with their own account', async ({ page, newAccount }) => {
  const [first, second] = [newAccount({ behaviour: 'held' }), newAccount()]
  const image = page.getByRole('textbox', { name: 'Image URL' })
  await connectAs(page, 'Mill', second.apiKey, '/posters')
  await image.fill(images.portrait)
  await addAccount(page, 'Shop', first.apiKey)
  await expect(image).toHaveValue('')
  await fillPoster(page, images.portrait, 'firework')
  const answered = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await submitPoster(page).click()
  await expect(submissions(page)).toHaveCount(1)

  await switchTo(page, 'Mill')
  first.behave(null)
  expect((await answered).status()).toBe(200)
  await expect(header(page, 'Mill')).toBeVisible()
  await expect(image).toHaveValue(images.portrait)
  await expect(page.getByText('No submissions yet.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeHidden()
  await switchTo(page, 'Shop')
  await expect(submissions(page)).toContainText('Created')
})

test('the accounts screen lists, adds, renames, switches and signs out accounts; each name is unique', async ({
  page,
  newAccount,
}) => {
  const [first, second] = [newAccount(), newAccount()]
  await page.goto('/accounts')
  await page.getByRole('textbox', { name: 'API key' }).fill(first.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()

  // The menu has such a button, too.
  const add = page.getByRole('main').getByRole('button', { name: 'Add account' })
  const adding = page.getByRole('dialog', { name: 'Add an account' })

  await test.step('no two are called the same, unless they are the same', async () => {
    await add.click()
    const chosen = adding.getByRole('textbox', { name: 'Account name' })
    await adding.getByRole('textbox', { name: 'API key' }).fill(second.apiKey)
    await showMoreOptions(adding)
    await chosen.fill('Account 1')
    await chosen.press('Enter')
    await expect(chosen).toHaveAccessibleDescription(/^Another account has this name/)
    await expect(chosen).toBeFocused()
    await adding.getByRole('textbox', { name: 'API key' }).fill(first.apiKey)
    await chosen.press('Enter')
    await expect(adding).toBeHidden()
    await expect(header(page, 'Account 1')).toBeVisible()
  })

  await add.click()
  await giveKey(adding, second.apiKey, 'Mill')
  await expect(header(page, 'Mill')).toBeVisible()
  const rows = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(`••••${first.apiKey.slice(-4)}`)
  await expect(rows.nth(0)).toContainText('Kept in this tab only')
  await expect(rows.nth(1)).toContainText('In use')

  await page.getByRole('button', { name: 'Edit account: Account 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit account' })
  const name = dialog.getByRole('textbox', { name: 'Account name' })
  await name.fill('   ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(name).toHaveAccessibleDescription('Enter a name.')
  await name.fill('Mill')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(/^Another account has this name/)
  await name.fill('Bakery')
  await name.press('Enter')
  await expect(rows.nth(0)).toContainText('Bakery')

  await page.getByRole('button', { name: 'Switch to Bakery' }).click()
  await expect(header(page, 'Bakery')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out of Mill' }).click()
  await page
    .getByRole('dialog', { name: `Sign out of Mill ••••${second.apiKey.slice(-4)}?` })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await expect(rows).toHaveCount(1)
  await expect(header(page, 'Bakery')).toBeVisible()
  expect(await storedText(page)).not.toContain(second.apiKey)
})

test('signing out asks about a draft and opens the other account; signing out of the last one leaves no data', async ({
  page,
  newAccount,
}) => {
  const [first, second] = [newAccount(), newAccount()]
  await connectAs(page, 'Shop', first.apiKey, '/posters')
  const image = page.getByRole('textbox', { name: 'Image URL' })
  await image.fill(images.portrait)
  await signOut(page)
  const question = page.getByRole('dialog', { name: /^Sign out of Shop/ })
  await expect(question).toContainText('What you typed in its poster form is lost.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(image).toHaveValue(images.portrait)
  await image.fill('')

  await addAccount(page, 'Mill', second.apiKey)
  await signOut(page)
  // The page of accounts names the account that remains; rows alone could look the same.
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()
  await expect(header(page, 'Shop')).toBeVisible()

  await page.goto('/tasks?status=failed&page=3')
  // Its form is empty again: nothing is asked.
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Connect with your API key' })).toBeFocused()
  await expect(page).toHaveURL(/\/tasks$/)
  expect(await storedText(page)).not.toMatch(new RegExp(`${first.apiKey}|${second.apiKey}|Shop`))
})

test('a sign-out reaches the tab that was opened from this one, and ends a question about its key', async ({
  page,
  newAccount,
}) => {
  const [first, second] = [newAccount(), newAccount()]
  await connectAs(page, 'Mill', second.apiKey)
  await addAccount(page, 'Shop', first.apiKey)

  await test.step('Tab past the last entry leaves the menu', async () => {
    await openAccountMenu(page)
    const last = page.getByRole('button', { name: 'Forget everything here' })
    await last.focus()
    await page.keyboard.press('Tab')
    await expect(last).toBeHidden()
    await expect(header(page, 'Shop')).not.toBeFocused()
    // Its own button is no way out of it.
    await header(page, 'Shop').press('Enter')
    await expect(last).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(header(page, 'Shop')).toBeFocused()
    await expect(last).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(last).toBeHidden()
  })

  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('/tasks'))
  const copy = await opened
  // A browser copies the tab's storage into it.
  await expect(header(copy, 'Shop')).toBeVisible()
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Edit account', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit account' })
  await expect(dialog).toBeVisible()
  await signOut(copy)
  await expect(header(page, 'Mill')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await signOut(page)
  await expect(copy.getByRole('textbox', { name: 'API key' })).toBeVisible()
  expect(await storedText(copy)).not.toMatch(new RegExp(`${first.apiKey}|${second.apiKey}`))
})
