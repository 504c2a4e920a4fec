import { expect, test } from '#e2e/support/fixtures.ts'

import { layoutProblems } from './layout.ts'
import { openState } from './open-state.ts'
import { sheetState, states } from './states.ts'

/** Screens on which everything is there, can be hit, and nothing has to be scrolled for in two directions. */
const HANDS = [
  {
    name: 'in a hand',
    locales: ['en-GB', 'zh-CN'],
    use: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
    states: [...states, sheetState],
    screens: {
      'a phone': { width: 360, height: 740 },
      'the narrowest phone': { width: 320, height: 640 },
      'a phone held sideways': { width: 740, height: 360 },
      'a tablet': { width: 820, height: 1180 },
    },
  },
  {
    name: 'on a desk',
    locales: ['en-GB', 'zh-CN'],
    use: { viewport: { width: 1280, height: 800 } },
    states,
    screens: {
      'a desk': { width: 1280, height: 800 },
      // 1280 × 800 and 1280 × 1024 at these zooms.
      '200 %': { width: 640, height: 400 },
      '400 %': { width: 320, height: 256 },
    },
  },
]

for (const { name: place, locales, use, states: shown, screens } of HANDS) {
  for (const locale of locales) {
    test.describe(`everything is within reach ${place}, ${locale}`, () => {
      test.use({ ...use, locale, contextOptions: { reducedMotion: 'reduce' } })

      for (const state of shown) {
        test(`in ${state.name}`, async ({ page, newAccount, expectConsole }) => {
          if (state.problem !== undefined) expectConsole(state.problem)
          await openState(page, state, newAccount)
          await page.locator('footer').waitFor()
          for (const [screen, size] of Object.entries(screens)) {
            await page.setViewportSize(size)
            expect(await layoutProblems(page), screen).toEqual([])
          }
        })
      }
    })
  }
}
