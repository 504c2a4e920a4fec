import { EventEmitter, once } from 'node:events'

import type { Page } from '@playwright/test'

/** Requests that stay on their way until the test lets them go. */
export interface HeldRequests {
  /** resolves when the first has been held */
  readonly held: Promise<unknown>
  /** Lets them go on, and those that come later, too. */
  letGo(): void
}

/** Holds the requests of a page for addresses that match, from now on. */
export async function holdRequests(
  page: Page,
  address: string | RegExp | ((url: URL) => boolean),
): Promise<HeldRequests> {
  const events = new EventEmitter()
  const held = once(events, 'held')
  const letGo = once(events, 'letGo')
  await page.route(address, async (route) => {
    events.emit('held')
    await letGo
    // The page may have given it up by then.
    await route.continue().catch(() => undefined)
  })
  return {
    held,
    letGo() {
      events.emit('letGo')
    },
  }
}
