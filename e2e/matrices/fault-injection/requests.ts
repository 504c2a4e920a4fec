import type { Page, Request } from '@playwright/test'

/** What a page asks for, as it is seen in the browser. */
export interface Requests {
  /** how many the page has begun */
  count: () => number
  inFlight: () => number
}

/** Counts the page's requests to these addresses, from now on. */
export function watchRequests(page: Page, isMeant: (url: URL) => boolean): Requests {
  let count = 0
  const inFlight = new Set<Request>()
  const end = (request: Request) => void inFlight.delete(request)
  page.on('request', (request) => {
    if (!isMeant(new URL(request.url()))) return
    count += 1
    inFlight.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return { count: () => count, inFlight: () => inFlight.size }
}
