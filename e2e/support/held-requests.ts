import { EventEmitter, once } from 'node:events'

import type { Page } from '@playwright/test'

/** Requests that wait until the test releases them. */
export interface HeldRequests {
  /** resolves when the first has been held */
  readonly held: Promise<unknown>
  /** Releases them, and all later ones. */
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
    // The page may have aborted it meanwhile.
    await route.continue().catch(() => undefined)
  })
  return {
    held,
    letGo() {
      events.emit('letGo')
    },
  }
}
