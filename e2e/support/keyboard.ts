import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any screen has. */
const MAX_STOPS = 80

/** What is wrong with where the keyboard is; an empty text: nothing. */
function problemOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return 'nowhere'
    const what = focused.outerHTML.slice(0, 160)
    const box = focused.getBoundingClientRect()
    const isInside =
      box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    if (!isInside) return `out of sight: ${what}`
    // A control that lies unseen over its label is seen by that one.
    const seen = focused.matches('input:is([type=radio], [type=checkbox])')
      ? (focused.closest('label') ?? focused)
      : focused
    // A heading is not for pressing: the focus is there to be read from.
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

/** The keyboard is somewhere, and one sees where. */
export async function expectFocusSeen(page: Page): Promise<void> {
  // What comes into sight by scrolling is there one picture later.
  await expect.poll(() => problemOfFocus(page)).toBe('')
}

/** Goes on with Tab, or back, until a control has the focus; at every stop the focus is in sight. */
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
    // Behind the last stop of the page come the browser's own, and then the first one again.
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
