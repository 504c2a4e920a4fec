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

declare global {
  interface Window {
    /** what the system was asked to show */
    notified: (Shown & EventTarget)[]
  }
}

/** Notes what the system is asked to show. */
async function watchNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const own = window.Notification
    window.notified = []
    class RecordingNotification extends EventTarget {
      static get permission() {
        return own.permission
      }
      static requestPermission() {
        return own.requestPermission()
      }
      readonly title: string
      isClosed?: true
      constructor(title: string, options: NotificationOptions = {}) {
        super()
        this.title = title
        Object.assign(this, options)
        if (own.permission === 'granted') window.notified.push(this)
      }
      close() {
        this.isClosed = true
      }
    }
    Object.defineProperty(window, 'Notification', { value: RecordingNotification })
  })
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
