import { createRouter } from '@tanstack/react-router'

import type { AccountSessions } from '#web/accounts/account-sessions.ts'
import { parseAddress, writeAddress } from '#web/routes/-address.ts'
import { routeTree } from '#web/routeTree.gen.ts'

/** Makes the router over the accounts of this tab. */
export function openRouter(sessions: AccountSessions) {
  return createRouter({
    routeTree,
    context: { sessions },
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    // The query cache knows how fresh a reply is; the router must not decide it a second time.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}
