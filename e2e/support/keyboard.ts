import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any screen has. */
const MAX_STOPS = 80

/** The problem with the focused element; an empty text: none. */
function problemOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return 'nowhere'
    const what = focused.outerHTML.slice(0, 160)
    const box = focused.getBoundingClientRect()
    const isInside =
      box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    if (!isInside) return `out of sight: ${what}`
    // An invisible control over its label is seen by that label.
    const seen = focused.matches('input:is([type=radio], [type=checkbox])')
      ? (focused.closest('label') ?? focused)
      : focused
    // A heading only gets the focus so that a screen reader continues from it.
    if (focused.matches('h1, h2, main')) return ''
    const marks = [seen, focused].map((element) => getComputedStyle(element))
    if (
      !marks.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px',
      )
    ) {
      return `not marked: ${what}`
    }
    const middle = seen.getBoundingClientRect()
    const x = Math.min(Math.max(middle.left + middle.width / 2, 1), innerWidth - 1)
    const y = Math.min(Math.max(middle.top + middle.height / 2, 1), innerHeight - 1)
    const top = document.elementFromPoint(x, y)
    const isOnTop = top !== null && (seen.contains(top) || top.contains(seen))
    return isOnTop ? '' : `hidden behind ${String(top?.outerHTML.slice(0, 120))}: ${what}`
  })
}

/** Checks that an element has the focus, and that this is visible. */
export async function expectFocusSeen(page: Page): Promise<void> {
  // Scrolling takes effect one frame later.
  await expect.poll(() => problemOfFocus(page)).toBe('')
}

/** Presses Tab or Shift+Tab until a control has the focus, and checks that every stop is visible. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await target.waitFor()
  let isInBrowser = false
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    // After the last stop of the page come those of the browser, then the first one again.
    const wasInBrowser = isInBrowser
    isInBrowser = await page.evaluate(() => document.activeElement === document.body)
    if (wasInBrowser || !isInBrowser) await expectFocusSeen(page)
  }
  throw new Error(`${String(target)} is not among the first ${String(MAX_STOPS)} stops`)
}

/** Goes to a control and presses it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
