import {
  createRootRouteWithContext,
  lazyRouteComponent,
  Outlet,
  useRouter,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'

import type { AccountSessions } from '#web/accounts/account-sessions.ts'
import { useAccount } from '#web/accounts/use-account.ts'
import { ApiSessionProvider } from '#web/api/session.tsx'
import { Shell } from '#web/routes/-shell.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'

/** What every route can reach. */
export interface RouterContext {
  sessions: AccountSessions
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('#web/routes/-not-found.tsx'), 'NotFound'),
})

// People with a key in the tab never see the gate: its code is not among what they load.
const loadKeyGate = async () => ({ default: (await import('#web/accounts/key-gate.tsx')).KeyGate })
const KeyGate = lazy(loadKeyGate)

function Root() {
  const { sessions } = Route.useRouteContext()
  const account = useAccount(sessions)
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) focusPageHeading()
      }),
    [router],
  )
  // All code comes while the host is there: a screen opens later although the host may be gone.
  useEffect(
    () =>
      whenIdle(() => {
        void router.loadRouteChunk(router.routesByPath['/tasks'])
        void router.loadRouteChunk(router.routesByPath['/posters'])
        void loadKeyGate().catch(() => undefined)
      }),
    [router],
  )
  if (account === null) {
    return (
      <Suspense>
        <KeyGate onConnect={sessions.connect} />
      </Suspense>
    )
  }
  return (
    <ApiSessionProvider key={account.session.profileId} session={account.session}>
      <Shell account={account} sessions={sessions}>
        <Outlet />
      </Shell>
    </ApiSessionProvider>
  )
}
