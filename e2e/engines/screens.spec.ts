import { findLayoutProblems, LAYOUT_LIMITS } from '#e2e/support/layout.ts'

import { DESK, expect, PHONE, test } from './fixtures.ts'
import { accountButton, connect } from './screens.ts'
import type { Tab } from './tab.ts'

/** The screens for screenshots, to compare the engines side by side. */
const SCREENS: readonly (readonly [
  name: string,
  show: (tab: Tab, origin: string) => Promise<void>,
])[] = [
  [
    'tasks',
    async (tab, origin) => {
      await tab.open(`${origin}/tasks`)
      await tab.part('button', 'Copy task ID').expectCount(20)
      // Going back returns to the same place.
      await tab.run(() => {
        scrollTo(0, 0)
      })
    },
  ],
  [
    'player',
    async (tab) => {
      await tab.part('button', /^Play video/).clickFirst()
      await tab.part('dialog').waitFor()
      await tab.part('dialog').part('alert').expectCount(0)
    },
  ],
  [
    'posters',
    async (tab, origin) => {
      await tab.open(`${origin}/posters`)
      await tab.part('button', 'Create poster').click()
      await tab.part('textbox', 'Image URL').expectToBe({ isFocused: true })
    },
  ],
  [
    'accounts',
    async (tab, origin) => {
      await tab.open(`${origin}/accounts`)
      await tab.part('heading', 'Accounts').waitFor()
    },
  ],
  [
    'menu',
    async (tab) => {
      await tab.part('button', /^Account: /).click()
      await tab.part('button', 'Sign out').waitFor()
    },
  ],
]

/** Whether an animation that ends is still running. It runs in the page. */
function isMoving(): boolean {
  return document
    .getAnimations()
    .filter(({ timeline }) => timeline === document.timeline)
    .some(({ effect, playState }) => {
      const isEndless = effect?.getComputedTiming().endTime === Infinity
      return playState === 'running' && !isEndless
    })
}

for (const [size, [width, height]] of Object.entries({ desk: DESK, phone: PHONE })) {
  test(`on a ${size} everything has its place, light and dark`, async ({
    tab,
    engine,
    host,
    takeScreenshot,
  }) => {
    // Ten screens, each with a screenshot.
    test.slow()
    await engine.resize(width, height)
    await tab.open(`${host.origin}/tasks`)
    await tab.part('button', 'Use the demo account').waitFor()
    await takeScreenshot(tab, `${size}-connect`)
    await connect(tab, `${host.origin}/tasks`, host.demoKey ?? '')
    await accountButton(tab).click()
    await tab.part('radio', 'Light').click()
    for (const theme of ['light', 'dark']) {
      for (const [name, show] of SCREENS) {
        await show(tab, host.origin)
        await tab.soon(async () => {
          expect(await tab.run(isMoving)).toBe(false)
        })
        await takeScreenshot(tab, `${size}-${name}-${theme}`)
        const problems = await tab.run(findLayoutProblems, LAYOUT_LIMITS)
        expect(problems, `${name}, ${theme}`).toEqual([])
      }
      await tab.open(`${host.origin}/tasks`)
      if (theme !== 'light') continue
      await accountButton(tab).click()
      await tab.part('radio', 'Dark').click()
    }
  })
}
