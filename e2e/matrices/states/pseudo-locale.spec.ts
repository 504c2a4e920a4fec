import type { Page } from '@playwright/test'

import { expect, test as base, type WorkerFixtures } from '#e2e/support/fixtures.ts'
import { type HostProcess, projectDir, startHost } from '#e2e/support/host-process.ts'
import { openStore } from '#local-api/store.ts'

import { openState } from './open-state.ts'
import { states } from './states.ts'

/** The app in a language that is longer than English, and whose every text stands in ⟦ ⟧: see scripts/pseudo-locale.ts. */
const PSEUDO_BUILD = `${projectDir}/.cache/pseudo`

const test = base.extend<object, WorkerFixtures & { pseudoHost: HostProcess }>({
  pseudoHost: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const host = await startHost({ buildDir: PSEUDO_BUILD })
      await use(host)
      await host.stop()
    },
    { scope: 'worker' },
  ],
  store: [
    async ({ pseudoHost }, use) => {
      const store = openStore(pseudoHost.dataDir)
      await use(store)
      store.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ pseudoHost }, use) => {
    await use(pseudoHost.origin)
  },
})

/** What is no text of ours, or the same in every language. Plots have figures and dates; their words stand beside them, too. */
const NO_MESSAGE =
  'bdi, code, time, option, script, style, svg text, .font-mono, [lang]:not(html), [data-nothing]'

/** Texts that are in no message, and messages that are cut off with no way to read the rest. */
function badTexts(page: Page, noMessage: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent ?? ''
      const element = walker.currentNode.parentElement
      if (element?.closest(selector) !== null) continue
      // A block of the page holds a whole message, but for what stands in it.
      const whole = element.closest('p, h1, h2, th, td, li, dt, dd, a, button, label, span, div')
      if (/\p{L}{2}/u.test(text) && !/⟦|⟧/.test(whole?.textContent ?? ''))
        found.push(`no message: ${text}`)
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.textContent.includes('⟦') || element.closest('.sr-only') !== null) continue
      const { overflowX, display } = getComputedStyle(element)
      const isCut = overflowX !== 'visible' && overflowX !== 'auto' && display !== 'inline'
      // What is for screen readers alone is one pixel wide.
      const isSeen = element.clientWidth > 1
      if (!isCut || !isSeen || element.scrollWidth <= element.clientWidth + 1) continue
      if (element.closest('[title]') === null) found.push(`cut off: ${element.textContent}`)
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth)
      found.push(`the page is ${String(scrollWidth - clientWidth)} px too wide`)
    return found
  }, noMessage)
}

for (const [device, viewport] of [
  ['a desk', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 740 }],
] as const) {
  test.describe(`a longer language on ${device}`, () => {
    test.use({ viewport })

    for (const state of states) {
      test(`fits in ${state.name}`, async ({ page, newAccount, expectConsole }) => {
        if (state.problem !== undefined) expectConsole(state.problem)
        await openState(page, state, newAccount)
        expect(await badTexts(page, NO_MESSAGE)).toEqual([])
      })
    }
  })
}
