/** `npm run screenshots`: the pictures of the README, from the built app with the seeded demo account. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

import { chromium } from 'playwright'
import * as z from 'zod/mini'

import { startHost } from '#e2e/support/host-process.ts'
import { findOrInstallBrowser } from './find-browser.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'docs/screenshots')

const catalogue = z.object({
  connect_demo: z.string(),
  status_all: z.string(),
  auto_refresh: z.string(),
  filters: z.string(),
})

const DESKTOP = { width: 1280, height: 760 }
const PHONE = { width: 390, height: 844 }

/** Each is taken light and dark. The second page has finished tasks only. */
const pictures = [
  { name: 'tasks', language: 'en', viewport: DESKTOP, address: '/tasks?page=2' },
  { name: 'posters', language: 'en', viewport: { width: 1280, height: 840 }, address: '/posters' },
  { name: 'tasks-phone', language: 'en', viewport: PHONE, address: '/tasks?page=2&view=gallery' },
  { name: 'tasks-phone-zh', language: 'zh-CN', viewport: PHONE, address: '/tasks?page=2' },
] as const
type Picture = (typeof pictures)[number]

const found = await findOrInstallBrowser(process.env)
if (!found.ok) throw new Error(found.message)
const host = await startHost()
const browser = await chromium.launch({
  executablePath: found.path,
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--disable-background-networking'],
})
for (const picture of pictures) {
  for (const colorScheme of ['light', 'dark'] as const) await take(picture, colorScheme)
}
await browser.close()
await host.stop()

async function take(
  { name, language, viewport, address }: Picture,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const file = path.join(root, `src/web/messages/${language}.json`)
  const words = catalogue.parse(JSON.parse(readFileSync(file, 'utf8')))
  const locale = language === 'en' ? 'en-GB' : language
  const isMobile = viewport === PHONE
  const page = await browser.newPage({
    viewport,
    colorScheme,
    locale,
    isMobile,
    hasTouch: isMobile,
  })
  await page.addInitScript(() => localStorage.setItem('marquee.table-frames', 'on'))
  await page.goto(`${host.origin}${address}`)
  await page.getByRole('button', { name: words.connect_demo }).click()
  // The totals and auto-refresh come last.
  if (address === '/posters') await page.getByRole('radio', { name: 'firework' }).check()
  else {
    await page.getByRole('radio', { name: `${words.status_all} 300` }).waitFor()
    const sheet = page.getByRole('button', { name: words.filters })
    await page.getByRole('switch', { name: words.auto_refresh }).or(sheet).waitFor()
  }
  await page.locator('html[data-code=complete]').waitFor({ state: 'attached' })
  // First frames of videos come after the rows.
  if (address !== '/posters') await page.locator('canvas').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('canvas')].every(
      (canvas) => canvas.getBoundingClientRect().y > innerHeight || canvas.matches('.bg-screen'),
    ),
  )
  // Move the pointer away. A press may have scrolled.
  await page.mouse.move(0, 0)
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) })
  await page.close()
}
