import type { Page } from '@playwright/test'

import { frameWaiter } from './frames.ts'

/** A size of a page, in CSS pixels, and whether a finger is the pointer. */
export interface Screen {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly isTouched: boolean
}

const touched = (name: string, width: number, height: number): Screen => ({
  name,
  width,
  height,
  isTouched: true,
})
const pointed = (name: string, width: number, height: number): Screen => ({
  name,
  width,
  height,
  isTouched: false,
})

/** What people hold or sit at, and the sizes that a page may have there. The first is the one it is opened in. */
export const DEVICES = {
  desk: {
    screens: [
      pointed('a desk', 1280, 800),
      pointed('a large desk', 1440, 900),
      pointed('a wide desk', 1920, 1080),
      // 1280 × 800 and 1280 × 1024 at these zooms.
      pointed('200 %', 640, 400),
      pointed('400 %', 320, 256),
    ],
  },
  phone: {
    screens: [
      touched('a phone', 360, 740),
      touched('a larger phone', 390, 844),
      touched('the narrowest phone', 320, 640),
      touched('a phone held sideways', 740, 360),
      touched('a tablet', 768, 1024),
    ],
  },
} as const satisfies Record<string, { screens: readonly [Screen, ...Screen[]] }>

export type Device = keyof typeof DEVICES

/**
 * Takes the page's size and pointer into its own hands. Playwright's own way can change the size of
 * a page, but not whether it is a phone's.
 *
 * @returns gives the page a screen
 */
export async function openScreens(page: Page): Promise<(screen: Screen) => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  return async ({ width, height, isTouched }) => {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: isTouched }
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched })
    await browser.send('Emulation.setDeviceMetricsOverride', metrics)
    // The new size reaches the page after the browser has confirmed it: styles at once, listeners with the next frame. The
    // page has answered once frames bring nothing new.
    await page.evaluate(
      async ({ isResized, nextFrame }) => {
        while (!matchMedia(isResized).matches) await nextFrame()
        const look = () =>
          `${String(document.documentElement.scrollWidth)} ${document.body.innerHTML}`
        for (let [still, before] = [0, '']; still < 4;) {
          await nextFrame()
          const now = look()
          still = now === before ? still + 1 : 0
          before = now
        }
      },
      { isResized: `(width: ${String(width)}px)`, nextFrame: await frameWaiter(page) },
    )
  }
}
