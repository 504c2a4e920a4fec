import type { Page } from '@playwright/test'

/** TypeScript does not know this entry of Chromium's. */
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** A shift, as a finding. */
interface Shift {
  readonly text: string
  /** nothing of the screen itself has moved, only what comes after it: the footer */
  readonly isBelow: boolean
}

declare global {
  interface Window {
    layoutShifts: Shift[]
  }
}

/** Notes layout shifts, as browsers count them: what moves although nobody has just done something. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = []
    const isBelowMain = (node: Node | null) => {
      const main = document.querySelector('main')
      if (node === null || main === null) return false
      return (main.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    }
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'hadRecentInput' in entry
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!isShift(entry) || entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const what = node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent
          return `${String(what)} from ${String(previousRect.y)} to ${String(currentRect.y)}`
        })
        window.layoutShifts.push({
          text: `${entry.value.toFixed(4)}: ${moved.join('; ')}`,
          isBelow: entry.sources.every(({ node }) => isBelowMain(node)),
        })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * The layout shifts since the page was loaded.
 *
 * @param isGrowing the screen grows at its end: that the footer makes room is none
 */
export async function layoutShifts(page: Page, isGrowing: boolean): Promise<string[]> {
  const shifts = await page.evaluate(async () => {
    // Entries of the last frame are handed out after it.
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return window.layoutShifts
  })
  return shifts.filter(({ isBelow }) => !(isGrowing && isBelow)).map(({ text }) => text)
}
