import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'

import { openState } from './open-state.ts'
import { states } from './states.ts'

/** Browsers that know it give it; TypeScript does not know it. */
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

declare global {
  interface Window {
    shifts: string[]
  }
}

/** Notes everything that moves without somebody having just done something: layout shifts, as browsers count them. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'hadRecentInput' in entry
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!isShift(entry) || entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const what = node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent
          return `${String(what)} from ${String(previousRect.y)} to ${String(currentRect.y)}`
        })
        window.shifts.push(`${entry.value.toFixed(4)}: ${moved.join('; ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

for (const [device, viewport] of [
  ['a desk', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 740 }],
] as const) {
  test.describe(`on ${device} nothing moves`, () => {
    test.use({ viewport })

    for (const state of states) {
      test(`in ${state.name}`, async ({ page, newAccount, expectConsole }) => {
        if (state.problem !== undefined) expectConsole(state.problem)
        await watchShifts(page)
        await openState(page, state, newAccount)
        // What comes late has come: totals, the footer, code of other screens.
        await page.locator('footer').waitFor()
        if (state.isBusy !== true) await page.waitForLoadState('networkidle')
        expect(await page.evaluate(() => window.shifts)).toEqual([])
      })
    }
  })
}

test('whoever wants less motion sees none', async ({ page, newAccount }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const tasks = states.find(({ name }) => name === 'tasks')
  if (tasks === undefined) throw new Error('no state "tasks"')
  await openState(page, tasks, newAccount)
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // The badge of a task at work glows.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0)
})
