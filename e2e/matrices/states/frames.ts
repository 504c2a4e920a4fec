import type { JSHandle, Page } from '@playwright/test'

/**
 * A function of the page that waits for the browser's next frame, as an argument for page.evaluate.
 *
 * The test's clock replaces requestAnimationFrame by a timer, which fires although the browser has drawn nothing, as
 * happens on a busy machine. Media queries, layout shifts and sizes are reported to a page with frames alone. The clock
 * leaves ResizeObserver as it is, whose first report comes with the next frame: after media queries and layout.
 */
export function frameWaiter(page: Page): Promise<JSHandle<() => Promise<void>>> {
  return page.evaluateHandle(
    () => () =>
      new Promise<void>((resolve) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect()
          resolve()
        })
        observer.observe(document.documentElement)
      }),
  )
}
