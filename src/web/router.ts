import { createRouter } from '@tanstack/react-router'

import { Crash } from '#web/routes/-crash.tsx'
import { Pending } from '#web/routes/-pending.tsx'
import type { RouterContext } from '#web/routes/__root.tsx'
import { parseAddress, writeAddress } from '#web/format/address.ts'
import { routeTree } from '#web/routeTree.gen.ts'

/**
 * Makes the router of this tab.
 *
 * @param restoresScroll asked after each navigation whether the scroll position is that of the new address
 */
export function openRouter(context: RouterContext, restoresScroll: () => boolean) {
  return createRouter({
    routeTree,
    context,
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    // Only the query cache decides whether a reply is fresh, so the router must not cache.
    defaultPreloadStaleTime: 0,
    scrollRestoration: restoresScroll,
    // Show the skeleton at once while a screen's code loads, and no longer than necessary.
    defaultPendingComponent: Pending,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Crash,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}
