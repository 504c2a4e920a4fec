import type { Page } from '@playwright/test'

import { addAccount, connectAs, openAccounts, switchTo } from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { fillPoster, submitPoster, taskRows } from '#e2e/support/screens.ts'

declare global {
  interface Window {
    heard: string[]
    /** when the last of them came, by performance.now() */
    heardAt: number
  }
}

/** Notes what screen readers read out by themselves, as it comes: each change of a live region's text. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.heard = []
    window.heardAt = 0
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const before = new WeakMap<Element, string>()
    new MutationObserver(() => {
      for (const region of document.querySelectorAll(live)) {
        const text = region.textContent.replaceAll(/\s+/g, ' ').trim()
        if (text !== '' && text !== before.get(region)) {
          window.heard.push(text)
          window.heardAt = performance.now()
        }
        before.set(region, text)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

const heard = (page: Page) => page.evaluate(() => window.heard.toSorted())

const forget = (page: Page) => page.evaluate(() => void window.heard.splice(0))

/** Checks the announcements since the last call, each once, in any order. */
async function expectHeard(page: Page, ...texts: string[]): Promise<void> {
  await expect.poll(() => heard(page)).toEqual(texts.toSorted())
  // What follows within half a second is read out together with it.
  const silence = () => page.evaluate(() => performance.now() - window.heardAt)
  await expect.poll(silence).toBeGreaterThan(500)
  await forget(page)
}

test('each message is announced once', async ({ page, context, newAccount }) => {
  await context.grantPermissions(['clipboard-write'])
  const [shop, mill] = [newAccount(), newAccount()]
  shop.addTasks([{ status: 'failed' }, { status: 'pending' }])
  await listen(page)
  await connectAs(page, 'Shop', shop.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  await expectHeard(page, 'Loading tasks', 'Page 1 of 1 · 2 tasks')

  await page.getByRole('button', { name: 'Copy task ID' }).first().click()
  await expectHeard(page, 'Copied')

  await page.getByRole('radio', { name: /^Failed/ }).check()
  await expectHeard(page, 'Page 1 of 1 · 1 task')

  shop.addTasks([{ status: 'failed' }])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expectHeard(page, '1 more task on this page.', 'Page 1 of 1 · 2 tasks')

  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await fillPoster(page, images.portrait, 'firework')
  await expect(page.getByText('loads in this browser')).toBeVisible()
  await forget(page)
  await submitPoster(page).click()
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeFocused()
  // The heading that has the focus says it.
  expect((await heard(page)).filter((text) => /created/i.test(text))).toEqual([])

  await addAccount(page, 'Mill', mill.apiKey)
  await openAccounts(page)
  await forget(page)
  await switchTo(page, 'Shop')
  await expectHeard(page, 'Now using Shop')
})
