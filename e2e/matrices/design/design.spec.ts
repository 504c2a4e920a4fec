import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { axeFindings } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { reduceColours } from '#e2e/support/png.fixture.ts'
import { contentSecurityPolicy } from '#host/pages/security-headers.ts'

const ORIGIN = 'https://design.example'
const BUILT = path.resolve(import.meta.dirname, '../../../.cache/design')
const SCREENSHOTS = path.resolve(import.meta.dirname, 'screenshots')

const LANGUAGES = ['en', 'zh-CN'] as const
const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [360, 768, 1280]

/** Fewer pixels than an icon has, and colour differences that are not visible. */
const TOLERANCE = { maxDiffPixels: 20, threshold: 0.01 }

/** Names of tokens and figures: the same in every language, and elsewhere only in longer or shorter lines. */
const ONCE = 'colours'

/** Opens the design page under the policy of the app's host, at a moment that is always the same. */
async function openDesignPage(page: Page, language: string): Promise<void> {
  await page.clock.setFixedTime('2026-03-04T10:30:00Z')
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
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

/** Which fonts of this machine some texts are drawn in, and how wide: other fonts, other screenshots. */
async function measureFonts(page: Page): Promise<string> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const lines: string[] = []
  for (const className of ['font-sans', 'font-sans font-semibold', 'font-mono']) {
    for (const text of ['Marquee 0123456789 rag·…', '视频任务，海报场景']) {
      const width = await page.evaluate(
        ([name, words]) => {
          const probe = document.createElement('span')
          probe.id = 'probe'
          probe.className = `fixed ${name}`
          probe.textContent = words
          document.body.append(probe)
          return probe.getBoundingClientRect().width
        },
        [className, text] as const,
      )
      const { root } = await browser.send('DOM.getDocument')
      const probe = { nodeId: root.nodeId, selector: '#probe' }
      const { nodeId } = await browser.send('DOM.querySelector', probe)
      const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId })
      const names = fonts.map(({ postScriptName }) => postScriptName).toSorted()
      lines.push(`${width.toFixed(2)} ${names.join(', ')}`)
      await page.evaluate(() => document.querySelector('#probe')?.remove())
    }
  }
  await browser.detach()
  return `${lines.join('\n')}\n`
}

/** The languages whose letters this machine draws otherwise: their pages are opened once, and not to skip each test. */
const otherFonts = new Set<string>()
const OTHER_FONTS = 'The fonts of this machine are not those of the screenshots.'

for (const language of LANGUAGES) {
  test.describe(language, () => {
    test.use({ locale: language === 'en' ? 'en-GB' : language })

    for (const colorScheme of SCHEMES) {
      for (const width of WIDTHS) {
        test.describe(() => {
          test.use({ colorScheme, viewport: { width, height: 640 } })

          test(`the design page looks as it did, ${colorScheme}, ${width} px wide`, async ({
            page,
          }, { config }) => {
            test.skip(otherFonts.has(language), OTHER_FONTS)
            await openDesignPage(page, language)
            const fonts = await measureFonts(page)
            const fontsFile = path.join(SCREENSHOTS, `fonts.${language}.txt`)
            const isTaking = config.updateSnapshots === 'all'
            if (isTaking) writeFileSync(fontsFile, fonts)
            if (readFileSync(fontsFile, 'utf8') !== fonts) otherFonts.add(language)
            test.skip(otherFonts.has(language), OTHER_FONTS)
            const takeScreenshot = async (name: string, what: Locator) => {
              const screenshot = await what.screenshot({ animations: 'disabled' })
              expect
                .soft(reduceColours(screenshot))
                .toMatchSnapshot(
                  ['matrices/design/screenshots', name, `${language}-${colorScheme}-${width}.png`],
                  TOLERANCE,
                )
            }
            // As high as all of it: what sticks to an edge of the screen stands where it belongs.
            const height = await page.evaluate(() => document.documentElement.scrollHeight)
            await page.setViewportSize({ width, height })
            const names: string[] = []
            for (const section of await page.locator('main > section').all()) {
              const name = (await section.getAttribute('id')) ?? ''
              names.push(name)
              if (name !== ONCE || (language === 'en' && width === 1280)) {
                await takeScreenshot(name, section)
              }
            }
            await page.setViewportSize({ width, height: 640 })
            await page.getByRole('region', { name: 'Dialog' }).getByRole('button').first().click()
            // Panels are dialogs, too.
            await takeScreenshot('dialog', page.locator('dialog:modal'))
            if (isTaking) return
            // A section that was removed leaves no screenshot behind.
            const taken = readdirSync(SCREENSHOTS, { withFileTypes: true })
            expect(taken.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toEqual(
              [...names, 'dialog'].toSorted(),
            )
          })
        })
      }

      // Colours are those of a theme, whatever the language.
      if ((language === 'en') !== (colorScheme === 'light')) continue
      test(`every text of the design page can be read, ${colorScheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await openDesignPage(page, language)
        // Rows that are dimmed because others take their place in a moment.
        expect(await axeFindings(page, 'contrast', ['[aria-busy=true]'])).toEqual([])
      })
    }
  })
}
