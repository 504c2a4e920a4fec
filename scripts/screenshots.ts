/** `npm run screenshots`: the pictures of the README, from the built app with the seeded demo account. */
import path from 'node:path'
import process from 'node:process'

import { chromium } from 'playwright'

import { startHost } from '#e2e/host-process.ts'
import { findOrInstallBrowser } from './find-browser.ts'

const folder = path.resolve(import.meta.dirname, '../docs/screenshots')

const found = await findOrInstallBrowser(process.env)
if (!found.ok) throw new Error(found.message)
const host = await startHost()
const browser = await chromium.launch({
  executablePath: found.path,
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--disable-background-networking'],
})
for (const colorScheme of ['light', 'dark'] as const) {
  const viewport = { width: 1280, height: 760 }
  const page = await browser.newPage({ viewport, colorScheme, locale: 'en-GB' })
  await page.goto(host.origin)
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  // The totals come last.
  await page.getByRole('radio', { name: 'All 300' }).waitFor()
  await page.screenshot({ path: path.join(folder, `tasks-${colorScheme}.png`) })
  await page.getByRole('link', { name: 'Posters' }).click()
  await page.getByRole('radio', { name: 'firework' }).check()
  await page.screenshot({ path: path.join(folder, `posters-${colorScheme}.png`) })
}
await browser.close()
await host.stop()
