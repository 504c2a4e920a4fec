import {
  createRootRouteWithContext,
  lazyRouteComponent,
  Outlet,
  useRouter,
} from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'

import type { AccountSessions } from '#web/accounts/account-sessions.ts'
import { useAccount } from '#web/accounts/use-account.ts'
import { ApiSessionProvider } from '#web/api/session.tsx'
import { Crash } from '#web/routes/-crash.tsx'
import { Shell } from '#web/routes/-shell.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/** What every route can reach. */
export interface RouterContext {
  sessions: AccountSessions
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: Crash,
  notFoundComponent: lazyRouteComponent(() => import('#web/routes/-not-found.tsx'), 'NotFound'),
})

// People with a key in the tab never see the gate: its code is not among what they load.
const KeyGate = lazyRouteComponent(() => import('#web/accounts/key-gate.tsx'), 'KeyGate')

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
