import type { Page } from '@playwright/test'

import { frameWaiter } from '#e2e/matrices/states/frames.ts'

/** TypeScript does not know this entry of Chromium's. */
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

declare global {
  interface Window {
    layoutShifts: string[]
  }
}

/** Records layout shifts without recent input, as browsers report them. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = []
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'hadRecentInput' in entry
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!isShift(entry) || entry.hadRecentInput) continue
        const moved = entry.sources.flatMap(({ node, previousRect, currentRect }) => {
          // At the end of a line, "now" grows into "1 min ago" to the left. Nothing pushed it: its end stays.
          const isEndStill =
            previousRect.y === currentRect.y &&
            Math.abs(previousRect.right - currentRect.right) <= 1
          const element = node instanceof Element ? node : node?.parentElement
          if (isEndStill && element?.closest('time')) return []
          const what = node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent
          return [`${String(what)} from ${String(previousRect.y)} to ${String(currentRect.y)}`]
        })
        if (moved.length === 0 && entry.sources.length > 0) continue
        window.layoutShifts.push(`${entry.value.toFixed(4)}: ${moved.join('; ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The layout shifts since the page was loaded, or since they were taken last. */
export async function takeLayoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    async (nextFrame) => {
      // Entries of the last frame are handed out after it.
      await nextFrame()
      await nextFrame()
      return window.layoutShifts.splice(0)
    },
    await frameWaiter(page),
  )
}
