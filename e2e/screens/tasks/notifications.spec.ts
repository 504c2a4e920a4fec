import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { listOptions, openListOptions } from '#e2e/support/list-options-screen.ts'
import { finish } from '#e2e/support/finish-tasks.ts'
import { hideTab, MINUTE, openTasks, pending, SECOND } from '#e2e/support/live-screen.ts'

interface Shown {
  title: string
  body?: string
  tag?: string
  isClosed?: true
}

/** What the browser has of it, and what the person says when it asks. */
interface Browser {
  /** left out: as the browser's own settings have it */
  answer?: NotificationPermission
  /** knows the name and shows nothing */
  isPhone?: boolean
}

declare global {
  interface Window {
    /** what the system was asked to show */
    notified: (Shown & EventTarget)[]
    browser: Browser
  }
}

/** Notes what the system is asked to show. */
async function watchNotifications(page: Page, browser: Browser = {}): Promise<void> {
  await page.addInitScript((given) => {
    const own = window.Notification
    window.notified = []
    window.browser = given
    let answered: NotificationPermission | undefined
    class RecordingNotification extends EventTarget {
      static get permission() {
        return answered ?? (window.browser.answer === undefined ? own.permission : 'default')
      }
      static requestPermission() {
        const { answer } = window.browser
        answered = answer
        return answer === undefined ? own.requestPermission() : Promise.resolve(answer)
      }
      readonly title: string
      isClosed?: true
      constructor(title: string, options: NotificationOptions = {}) {
        super()
        if (window.browser.isPhone === true) throw new TypeError('Illegal constructor')
        this.title = title
        Object.assign(this, options)
        if (RecordingNotification.permission === 'granted') window.notified.push(this)
      }
      close() {
        this.isClosed = true
      }
    }
    Object.defineProperty(window, 'Notification', {
      value: RecordingNotification,
      configurable: true,
    })
  }, browser)
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

  test('one notification says what finished in a hidden tab; the choice is remembered while it is allowed', async ({
    page,
    context,
    account,
    store,
  }) => {
    const [one, two, three, four] = account.addTasks(Array.from({ length: 5 }, () => pending))
    await watchNotifications(page)
    await openTasks(page, account.apiKey)

    await test.step('not without the choice, and not in a visible tab', async () => {
      await hideTab(page, true)
      finish(store, one, true)
      await page.clock.runFor(MINUTE + 5 * SECOND)
      await expect(page).toHaveTitle('(1) Video tasks · Marquee')
      await hideTab(page, false)
      await openListOptions(page)
      await expect(box(page)).not.toBeChecked()
      await switchOn(page)
      await page.keyboard.press('Escape')
      finish(store, two, true)
      await page.clock.runFor(6 * SECOND)
      await expect(page.getByRole('cell', { name: /^Completed/ })).toHaveCount(2)
      expect(await shown(page)).toEqual([])
    })

    await test.step('in a hidden tab, until the tab is visible', async () => {
      await hideTab(page, true)
      finish(store, three, true)
      await page.clock.runFor(MINUTE + 5 * SECOND)
      await expect(page).toHaveTitle('(1) Video tasks · Marquee')
      finish(store, four, false)
      await page.clock.runFor(MINUTE)
      await expect(page).toHaveTitle('(2) Video tasks · Marquee')
      const body = '1 task finished: Completed 1.'
      const first = { title: 'Marquee', body, tag: 'marquee-finished' }
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

    await test.step('remembered, and true when the permission is taken back', async () => {
      await page.reload()
      await openListOptions(page)
      await expect(box(page)).toBeChecked()
      await context.clearPermissions()
      await expect(box(page)).not.toBeChecked()
      await expect(listOptions(page).getByRole('status').filter({ hasText: /./ })).toHaveCount(1)
      await context.grantPermissions(['notifications'])
      await expect(box(page)).toBeChecked()
      await box(page).uncheck()
      await page.reload()
      await openListOptions(page)
      await expect(box(page)).not.toBeChecked()
    })
  })
})

test('if permission is refused, not answered or not possible, the dialog says so and the checkbox stays off @release', async ({
  page,
  account,
}) => {
  account.addTasks([pending])
  await watchNotifications(page, { answer: 'denied' })
  await openTasks(page, account.apiKey)
  const options = await openListOptions(page)
  const expectRefusal = async (words: string) => {
    const place = await box(page).boundingBox()
    await box(page).click()
    await expect(options.getByRole('status').filter({ hasText: words })).toHaveCount(1)
    await expect(box(page)).not.toBeChecked()
    await expect(box(page)).toBeFocused()
    // It was not pushed aside by what is said.
    expect(await box(page).boundingBox()).toEqual(place)
  }
  await expectRefusal('The browser blocks notifications from this site.')
  await page.evaluate(() => (window.browser = { answer: 'default' }))
  await expectRefusal('The browser’s question was not answered.')
  await page.reload()
  await openListOptions(page)
  await expect(box(page)).not.toBeChecked()
  await expect(options.getByRole('status').filter({ hasText: /./ })).toHaveCount(0)

  await page.evaluate(() => (window.browser = { isPhone: true }))
  await expectRefusal('This browser cannot show notifications from this page.')
  // Nor does one that does not know the name.
  await page.evaluate(() => (window.browser = { answer: 'denied' }))
  await expectRefusal('The browser blocks notifications from this site.')
  await page.evaluate(() => Reflect.deleteProperty(window, 'Notification'))
  await expectRefusal('This browser cannot show notifications from this page.')
})
