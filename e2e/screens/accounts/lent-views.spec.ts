import type { BrowserContext, Page } from '@playwright/test'

import {
  addAccount,
  connectOnDevice,
  header,
  lock,
  showMoreOptions,
  unlock,
} from '#e2e/support/account-screens.ts'
import { axeFindings } from '#e2e/support/axe.ts'
import { details } from '#e2e/support/details-screen.ts'
import { expect, test as base } from '#e2e/support/fixtures.ts'
import { layoutProblems } from '#e2e/support/layout.ts'
import { lendDialog, makeLink, openLending } from '#e2e/support/lent-views.ts'
import { MINUTE, SECOND } from '#e2e/support/live-screen.ts'
import { connect, enterKey, openAccountMenu, search, taskRows } from '#e2e/support/screens.ts'
import { bar, boxOfAll } from '#e2e/support/selection-screen.ts'

interface Fixtures {
  /** opens an address as another person, with another browser */
  visit: (address: string) => Promise<Page>
}

const test = base.extend<Fixtures>({
  visit: async ({ browser, guard, startOwnHost: _hosts }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (address) => {
      const context = await browser.newContext()
      contexts.push(context)
      await guard.watch(context)
      const page = await context.newPage()
      await page.goto(address)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/** Nothing scrolls sideways, is out of a thumb's reach or hard to read, in either theme. */
async function expectNoProblems(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page, 'all'), colorScheme).toEqual([])
    expect(await layoutProblems(page), colorScheme).toEqual([])
  }
}

test('a list is lent from an unlocked account, looked at read-only, and ended while somebody looks', async ({
  page,
  account,
  visit,
  guard,
  expectConsole,
}) => {
  expectConsole(/410 \(Gone\)/)
  account.addTasks([{ status: 'failed', errorMsg: 'No face found' }, { status: 'pending' }])
  await connectOnDevice(page, 'Account 1', account.apiKey)
  await lock(page)
  await unlock(page)
  await openLending(page)
  const link = await makeLink(page, 'ticket 4711')
  const secret = link.split('#')[1] ?? ''
  guard.keepSecret(secret)
  await expect(lendDialog(page)).toContainText('not opened yet')

  const viewer = await visit(link)
  await expect(viewer).toHaveURL('/tasks')
  await expect(taskRows(viewer)).toHaveCount(2)
  await expect(viewer.getByText(/^Lent by Account 1 until .* · ticket 4711$/)).toBeVisible()
  await viewer.reload()
  await expect(taskRows(viewer)).toHaveCount(2)
  // The link is not in the history, and nothing of it in what tabs share.
  await viewer.goBack()
  await expect(viewer).toHaveURL('about:blank')
  await viewer.goForward()
  expect(await viewer.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(
    secret,
  )
  await viewer.goto('/posters')
  await expect(viewer.getByRole('button', { name: 'Create poster' })).toHaveCount(0)
  await openAccountMenu(viewer)
  await expect(viewer.getByRole('button', { name: 'Let someone look…' })).toHaveCount(0)
  await expect(viewer.getByRole('button', { name: 'Edit account' })).toHaveCount(0)
  await viewer.keyboard.press('Escape')

  await lendDialog(page).getByRole('button', { name: 'Close' }).click()
  await openLending(page)
  await expect(lendDialog(page)).toContainText('opened once')
  await lendDialog(page).getByRole('button', { name: 'End now: ticket 4711' }).click()
  await expect(lendDialog(page).getByText('Lent now')).toBeHidden()
  await viewer.goto('/tasks')
  await expect(viewer.getByRole('alert')).toHaveText('Who lent this view has ended it.')
  await expect(taskRows(viewer)).toHaveCount(0)
  await viewer.getByRole('button', { name: 'Leave' }).click()
  await expect(viewer.getByRole('textbox', { name: 'API key' })).toBeVisible()
})

test('what a search finds is lent; the link arrives through a mail gate, beside an account, open or locked', async ({
  page,
  account,
  newAccount,
  visit,
}) => {
  const other = newAccount()
  other.addTasks([{ status: 'failed', errorMsg: 'Of the viewer' }])
  const found = Array.from(
    { length: 12 },
    () => ({ status: 'failed', errorMsg: 'Blurred' }) as const,
  )
  account.addTasks([...found, { status: 'failed', errorMsg: 'Not lent' }])
  await connect(page, account.apiKey, '/tasks?page_size=10')
  await search(page, 'blurred')
  await expect(taskRows(page).filter({ hasText: 'Blurred' })).toHaveCount(10)
  await boxOfAll(page).click()
  await bar(page).getByRole('button', { name: 'Select all 12 that match' }).click()
  await bar(page).getByRole('button', { name: 'Let someone look…' }).click()
  await expect(lendDialog(page).getByRole('radio', { name: '12 tasks' })).toBeChecked()
  const link = await makeLink(page)

  const viewer = await visit('/tasks')
  await connectOnDevice(viewer, 'Mine', other.apiKey)
  await viewer.goto(`${link.replace('#', '%23')}&utm_source=mail`)
  await expect(taskRows(viewer)).toHaveCount(12)
  await expect(taskRows(viewer).filter({ hasText: 'Blurred' })).toHaveCount(12)
  await expect(viewer.getByRole('radio', { name: /^All/ })).toHaveAccessibleName(/All 12/)
  await expect(header(viewer, 'Account 1 \\(lent\\)')).toBeVisible()
  // The palette finds both accounts.
  for (const [typed, shown] of [
    ['mine', 'Of the viewer'],
    ['lent', 'Blurred'],
  ] as const) {
    await viewer.keyboard.press('Control+k')
    await viewer.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill(typed)
    await viewer.keyboard.press('Enter')
    await expect(taskRows(viewer).first()).toContainText(shown)
  }

  await lock(viewer)
  await viewer.goto(link)
  await expect(taskRows(viewer).filter({ hasText: 'Blurred' })).toHaveCount(12)
  await openAccountMenu(viewer)
  await expect(viewer.getByText('A lent view. It goes with this tab.')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Mine' })).toHaveCount(0)
  await viewer.keyboard.press('Escape')
  await viewer.getByRole('button', { name: 'Leave' }).click()
  await expect(viewer.getByRole('heading', { name: 'Unlock your accounts' })).toBeVisible()
})

test('a read-only account lends; signing out asks whether the views end, too; a link that is cut off says so', async ({
  page,
  account,
  newAccount,
  expectConsole,
}) => {
  expectConsole(/410 \(Gone\)/)
  await page.goto('/tasks')
  await showMoreOptions(page)
  await page.getByRole('checkbox', { name: /^Read-only/ }).check()
  await enterKey(page, account.apiKey)
  await openLending(page)
  const link = await makeLink(page)
  await lendDialog(page).getByRole('button', { name: 'Close' }).click()
  await addAccount(page, 'Second', newAccount().apiKey)
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Sign out of Account 1' }).click()
  const question = page.getByRole('dialog')
  await expect(
    question.getByRole('checkbox', { name: 'End the view that is lent, too' }),
  ).toBeChecked()
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('Who lent this view has ended it.')
  await page.goto('/tasks')
  await page.goto(link.slice(0, -3))
  await expect(page.getByRole('alert')).toContainText('It may be cut off')
})

test('the time of a view ends while somebody looks', async ({
  page,
  visit,
  startOwnHost,
  guard,
  expectConsole,
}) => {
  expectConsole(/410 \(Gone\)/)
  const host = await startOwnHost({ isMeasured: true })
  const { demoKey = '' } = host
  guard.keepSecret(demoKey)
  const lender = await visit(`${host.origin}/tasks`)
  await enterKey(lender, demoKey)
  await openLending(lender)
  const link = await makeLink(lender)
  await page.clock.install()
  await page.goto(link)
  await expect(taskRows(page)).toHaveCount(20)
  await expect(page.getByText(/^Lent by /)).toBeVisible()
  await host.passTime(30 * MINUTE)
  // The page asks that often whether the view is still lent.
  await page.clock.fastForward(15 * SECOND)
  await expect(page.getByRole('alert')).toHaveText(
    'The time of this view is over. Ask for a new link.',
  )
  await expect(taskRows(page)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a view is lent, and a task of it is looked at', async ({
    page,
    account,
    visit,
    expectConsole,
  }) => {
    expectConsole(/410 \(Gone\)/)
    account.addTasks([{ status: 'failed', errorMsg: 'No face found' }, { status: 'pending' }])
    await connect(page, account.apiKey)
    await openLending(page)
    await expectNoProblems(page)
    const link = await makeLink(page, 'ticket 4711')
    await expectNoProblems(page)

    const viewer = await visit(link)
    await expect(taskRows(viewer)).toHaveCount(2)
    await expectNoProblems(viewer)
    await taskRows(viewer).last().tap()
    await expect(details(viewer)).toContainText('No face found')
    await expectNoProblems(viewer)

    await lendDialog(page).getByRole('button', { name: 'End now: ticket 4711' }).tap()
    await expect(lendDialog(page).getByText('Lent now')).toBeHidden()
    await viewer.reload()
    await expect(viewer.getByRole('alert')).toHaveText('Who lent this view has ended it.')
    await expectNoProblems(viewer)
  })
})
