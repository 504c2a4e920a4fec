import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { listOptions, openListOptions } from '#e2e/support/list-options-screen.ts'
import { finish, hideTab, MINUTE, openTasks, pending, SECOND } from '#e2e/support/live-screen.ts'

interface Shown {
  title: string
  body?: string
  tag?: string
  isClosed?: true
}

declare global {
  interface Window {
    /** what the system was asked to show */
    notified: (Shown & EventTarget)[]
  }
}

/**
 * Notes what the system is asked to show.
 *
 * @param answer what the person says when the browser asks; left out: as the browser's own settings have it
 * @param isPhone knows the name and shows nothing
 */
async function watchNotifications(
  page: Page,
  { answer, isPhone = false }: { answer?: NotificationPermission; isPhone?: boolean } = {},
): Promise<void> {
  await page.addInitScript(
    ([given, isOfPhone]) => {
      const own = window.Notification
      window.notified = []
      let answered: NotificationPermission | undefined
      class RecordingNotification extends EventTarget {
        static get permission() {
          return answered ?? (given === null ? own.permission : 'default')
        }
        static requestPermission() {
          answered = given ?? undefined
          return given === null ? own.requestPermission() : Promise.resolve(given)
        }
        readonly title: string
        isClosed?: true
        constructor(title: string, options: NotificationOptions = {}) {
          super()
          if (isOfPhone) throw new TypeError('Illegal constructor')
          this.title = title
          Object.assign(this, options)
          if (RecordingNotification.permission === 'granted') window.notified.push(this)
        }
        close() {
          this.isClosed = true
        }
      }
      Object.defineProperty(window, 'Notification', { value: RecordingNotification })
    },
    [answer ?? null, isPhone] as const,
  )
}

const shown = (page: Page) =>
  page.evaluate(() =>
    window.notified.map(({ title, body, tag, isClosed }) => ({ title, body, tag, isClosed })),
  )

const box = (page: Page) =>
  listOptions(page).getByRole('checkbox', {
    name: 'Notify me when tasks finish while this tab is hidden',
  })

/** The browser is asked in between, so the box is ticked a moment after the click. */
async function switchOn(page: Page): Promise<void> {
  await box(page).click()
  await expect(box(page)).toBeChecked()
}

test.describe('allowed', () => {
  test.use({ permissions: ['notifications'] })

  test('who asks for it is told what finished in a hidden tab, in one notification', async ({
    page,
    account,
    store,
  }) => {
    const [one, two] = account.addTasks([pending, pending, pending])
    await watchNotifications(page)
    await openTasks(page, account.apiKey)
    await openListOptions(page)
    await expect(box(page)).not.toBeChecked()
    await switchOn(page)
    await page.keyboard.press('Escape')
    await hideTab(page, true)
    finish(store, one, true)
    await page.clock.runFor(MINUTE + 5 * SECOND)
    await expect(page).toHaveTitle('(1) Video tasks · Marquee')
    finish(store, two, false)
    await page.clock.runFor(MINUTE)
    await expect(page).toHaveTitle('(2) Video tasks · Marquee')
    const first = {
      title: 'Marquee',
      body: '1 task finished: Completed 1.',
      tag: 'marquee-finished',
    }
    const both = { ...first, body: '2 tasks finished: Completed 1, Failed 1.' }
    expect(await shown(page)).toEqual([first, both])

    await page.evaluate(() => {
      window.focus = () => {
        document.documentElement.dataset['focused'] = 'yes'
      }
      window.notified.at(-1)?.dispatchEvent(new Event('click'))
    })
    await expect(page.locator('html')).toHaveAttribute('data-focused', 'yes')
    await hideTab(page, false)
    expect((await shown(page)).every(({ isClosed }) => isClosed)).toBe(true)
  })

  test('nobody is told who did not ask, or whose tab is in sight', async ({
    page,
    account,
    store,
  }) => {
    const [one, two] = account.addTasks([pending, pending, pending])
    await watchNotifications(page)
    await openTasks(page, account.apiKey)
    await hideTab(page, true)
    finish(store, one, true)
    await page.clock.runFor(MINUTE + 5 * SECOND)
    await expect(page).toHaveTitle('(1) Video tasks · Marquee')
    await hideTab(page, false)
    await openListOptions(page)
    await switchOn(page)
    await page.keyboard.press('Escape')
    finish(store, two, true)
    await page.clock.runFor(6 * SECOND)
    await expect(page.getByRole('cell', { name: /^Completed/ })).toHaveCount(2)
    expect(await shown(page)).toEqual([])
  })

  test('it is remembered, and true when the permission is taken back', async ({
    page,
    context,
    account,
  }) => {
    account.addTasks([pending])
    await watchNotifications(page)
    await openTasks(page, account.apiKey)
    await openListOptions(page)
    await switchOn(page)
    await page.reload()
    await openListOptions(page)
    await expect(box(page)).toBeChecked()
    await context.clearPermissions()
    await expect(box(page)).not.toBeChecked()
    await expect(listOptions(page).getByRole('status').last()).not.toBeEmpty()
    await context.grantPermissions(['notifications'])
    await expect(box(page)).toBeChecked()
    await box(page).uncheck()
    await page.reload()
    await openListOptions(page)
    await expect(box(page)).not.toBeChecked()
  })
})

for (const [what, browser, words] of [
  ['refused', { answer: 'denied' }, 'The browser blocks notifications of this site.'],
  ['not answered', { answer: 'default' }, 'The browser’s question was left unanswered.'],
  [
    'not possible on a phone',
    { isPhone: true },
    'This browser shows no notifications of this page.',
  ],
] as const) {
  test(`where it is ${what}, that is said and the box stays off`, async ({ page, account }) => {
    account.addTasks([pending])
    await watchNotifications(page, browser)
    await openTasks(page, account.apiKey)
    const options = await openListOptions(page)
    const place = await box(page).boundingBox()
    await box(page).click()
    await expect(options.getByRole('status').last()).toContainText(words)
    await expect(box(page)).not.toBeChecked()
    await expect(box(page)).toBeFocused()
    // It was not pushed aside by what is said.
    expect(await box(page).boundingBox()).toEqual(place)
    await page.reload()
    await openListOptions(page)
    await expect(box(page)).not.toBeChecked()
    await expect(options.getByRole('status').last()).toBeEmpty()
  })
}

test('a browser that knows no notifications says so', async ({ page, account }) => {
  account.addTasks([pending])
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'Notification')
  })
  await openTasks(page, account.apiKey)
  const options = await openListOptions(page)
  await box(page).click()
  await expect(options.getByRole('status').last()).toContainText('shows no notifications')
  await expect(box(page)).not.toBeChecked()
})
