import path from 'node:path'

import type { Page } from '@playwright/test'

import { axeFindings } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { contentSecurityPolicy } from '#host/pages/security-headers.ts'

const ORIGIN = 'https://design.example'
const BUILT = path.resolve(import.meta.dirname, '../../../.cache/design')

/** Opens the design page under the policy of the app's host, at a moment that is always the same. */
async function openDesignPage(page: Page, language: string): Promise<void> {
  await page.clock.setFixedTime('2026-03-04T10:30:00Z')
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    // The videos of its specimens are nowhere.
    if (/\.(?:webm|mp4)$/.test(pathname)) return route.abort()
    await route.fulfill({
      path: path.join(BUILT, language, pathname === '/' ? 'index.html' : pathname),
      headers: {
        'Content-Security-Policy': contentSecurityPolicy({ mediaHosts: [], delivery: 'http' }),
      },
    })
  })
  await page.goto(ORIGIN)
  await page.getByRole('region').last().waitFor()
}

// Both languages have the same colours, so each theme is checked in one.
for (const [language, colorScheme] of [
  ['en', 'light'],
  ['zh-CN', 'dark'],
] as const) {
  test(`every text of the design page can be read, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openDesignPage(page, language)
    // Rows that are dimmed because others take their place in a moment.
    expect(await axeFindings(page, 'contrast', ['[aria-busy=true]'])).toEqual([])
  })
}
