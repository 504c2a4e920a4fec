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
import { loadLazyParts } from '#web/ui/lazy-part.ts'
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

/** What is shown first has the network to itself until then, in milliseconds. */
const FIRST_ROWS_MS = 2_500

/** Calls back when the first screen has had its time. Returns how to call it off. */
function afterFirstRows(callback: () => void): () => void {
  let callOff: (() => void) | undefined
  const timer = setTimeout(() => {
    callOff = whenIdle(callback)
  }, FIRST_ROWS_MS)
  return () => {
    clearTimeout(timer)
    callOff?.()
  }
}

/** Loads the code of every screen while the host is there: they open later although it may be gone. */
async function loadAllCode(router: ReturnType<typeof useRouter>): Promise<void> {
  const here = router.state.location.pathname
  const elsewhere = (['/tasks', '/posters'] as const).filter((to) => to !== here)
  await Promise.allSettled([...elsewhere.map((to) => router.preloadRoute({ to })), loadKeyGate()])
  // Screens name their parts when they are loaded.
  await loadLazyParts()
}

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
  useEffect(() => afterFirstRows(() => void loadAllCode(router)), [router])
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
