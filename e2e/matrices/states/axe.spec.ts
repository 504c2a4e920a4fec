import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'

import { openState, type ScreenState } from './open-state.ts'
import { sheetState, states } from './states.ts'

/** WCAG 2.2, levels A and AA, and what axe's authors hold for good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What is half under a bar that stays is scrolled from there; how large targets are, layout.spec.ts measures. */
const LIES_UNDER_A_BAR = /target-size [^]*partially obscured/

/** What axe finds, each with the element that it is about. */
async function findings(page: Page, where: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .map(
        ({ html, failureSummary = '' }) => `${where}: ${id} (${help}): ${html} ${failureSummary}`,
      )
      .filter((finding) => !LIES_UNDER_A_BAR.test(finding)),
  )
}

/** A desk's screen, and the phone's that it becomes. */
const DESK = { width: 1280, height: 720 }
const PHONE = { width: 360, height: 740 }

/** A test for a state: nothing is found in it, in either theme, at any of these sizes. */
function findsNothingIn(state: ScreenState, sizes: readonly (typeof DESK)[]) {
  test(`in ${state.name}`, async ({ page, newAccount, expectConsole }) => {
    if (state.problem !== undefined) expectConsole(state.problem)
    const found: string[] = []
    for (const [index, size] of sizes.entries()) {
      await page.setViewportSize(size)
      if (index === 0) await openState(page, state, newAccount)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found.push(...(await findings(page, `${colorScheme}, ${String(size.width)} px`)))
      }
    }
    expect(found).toEqual([])
  })
}

for (const locale of ['en-GB', 'zh-CN']) {
  test.describe(`axe finds nothing, ${locale}`, () => {
    // Four looks at every element of a page.
    test.describe.configure({ timeout: 60_000 })
    test.use({ locale, contextOptions: { reducedMotion: 'reduce' } })

    for (const state of states) findsNothingIn(state, [DESK, PHONE])
    findsNothingIn(sheetState, [PHONE])
  })
}
