import { createRouter } from '@tanstack/react-router'

import type { AccountsHome } from '#web/accounts/accounts-home.ts'
import { Crash } from '#web/routes/-crash.tsx'
import { Pending } from '#web/routes/-pending.tsx'
import { parseAddress, writeAddress } from '#web/routes/-address.ts'
import { routeTree } from '#web/routeTree.gen.ts'

/** Makes the router over the accounts of this tab. */
export function openRouter(home: AccountsHome) {
  return createRouter({
    routeTree,
    context: home,
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    // The query cache knows how fresh a reply is; the router must not decide it a second time.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // A screen whose code is still on its way is announced at once, and not a moment longer.
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
