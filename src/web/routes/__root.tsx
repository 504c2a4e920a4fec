import { VIEW_PAGE } from '#contract/operations.ts'
import {
  createRootRouteWithContext,
  Outlet,
  useRouter,
  Link,
  useLocation,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { Compass } from 'lucide-react'

import {
  AccountsContext,
  type AccountServices,
  useShownAccounts,
} from '#web/accounts/account-services.ts'
import type { ShownAccounts } from '#web/accounts/account-sessions.ts'
import { ApiSessionProvider } from '#web/api/session.tsx'
import { Notes } from '#web/shell/notes.tsx'
import type { TakeResult } from '#web/api/request.ts'
import { takeNextParams } from '#web/routes/-other-accounts.ts'
import { Shell } from '#web/routes/-shell.tsx'
import { loadLazyParts } from '#web/ui/lazy-part.ts'
import { keepShell } from '#web/shell/kept-shell.ts'
import { m } from '#web/messages/generated/messages.js'
import { announce } from '#web/ui/live-region.tsx'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { formatClock } from '#web/format/time.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** The router context, which every route can use. */
export interface RouterContext {
  readonly services: AccountServices
  /** the list request that was sent before the app was loaded */
  readonly early: {
    /** whether its rows are on screen, which the app must not replace by a skeleton */
    readonly isReplyShown: () => boolean
    readonly takeResult: TakeResult
  }
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFound,
})

// Lazy: people with a key in the tab never see the connect screen, so they do not load its code.
const loadConnectScreen = () => import('#web/accounts/connect/connect-screen.tsx')
const ConnectScreen = lazy(async () => {
  const screen = await loadConnectScreen()
  await screen.prepareConnectScreen()
  return { default: screen.ConnectScreen }
})

const ViewScreen = lazy(async () => ({
  default: (await import('#web/accounts/lend/view-screen.tsx')).ViewScreen,
}))

/** Background loading waits this long, so that the first screen gets the whole network. In milliseconds. */
const FIRST_ROWS_MS = 2_500

/** Calls back after the first screen has loaded. Returns a function that cancels this. */
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

/**
 * The one load while the browser is idle: makes sure that screens open later without the host. Their code stays in the browser's cache until it is used. A browser
 * without such a cache loads it now, which takes memory.
 */
async function prepareScreens(router: ReturnType<typeof useRouter>): Promise<void> {
  // The development server has no app shell to keep.
  if (!(import.meta.env.PROD && (await keepShell()))) {
    const here = router.state.location.pathname
    const elsewhere = (['/tasks', '/posters', '/insights', '/accounts'] as const).filter(
      (to) => to !== here,
    )
    await Promise.allSettled([
      ...elsewhere.map((to) => router.preloadRoute({ to })),
      loadConnectScreen(),
    ])
  }
  // Loaded screens register their lazy parts.
  await loadLazyParts()
  // The first formatter of Intl takes longer than all rows. The details and the title of a time need one.
  whenIdle(() => void formatClock(Date.now()))
  // Tests and measuring tools use this mark to see that the page is complete.
  document.documentElement.dataset['code'] = 'complete'
}

function Root() {
  // Alone: the context is another one after each navigation, and the frame need not be rendered for it.
  const services = Route.useRouteContext({ select: (context) => context.services })
  const state = useShownAccounts(services)
  const { account } = state
  const router = useRouter()
  useEffect(() => afterFirstRows(() => void prepareScreens(router)), [router])
  useLeaving(state, (isSignedOut) => {
    const { pathname } = router.state.location
    // After a sign-out, the accounts screen shows by name which account is now active.
    const to = isSignedOut && account !== null ? '/accounts' : pathname
    void router.navigate({ to, search: takeNextParams(services), replace: true })
  })
  const isView = useLocation({ select: ({ pathname }) => pathname.startsWith(VIEW_PAGE) })
  const openView = () => void router.navigate({ to: '/tasks', replace: true })
  return (
    <AccountsContext value={services}>
      {isView || account === null ? (
        <Suspense>{isView ? <ViewScreen onOpened={openView} /> : <ConnectScreen />}</Suspense>
      ) : (
        <Shell account={account}>
          <ApiSessionProvider key={account.session.serial} session={account.session}>
            <Outlet />
          </ApiSessionProvider>
        </Shell>
      )}
      <Notes />
    </AccountsContext>
  )
}

/** Calls back when another account, or none, takes over the screen: the old address does not fit it. */
function useLeaving(
  { account, accounts, locked, replaced }: ShownAccounts,
  onLeave: (isSignedOut: boolean) => void,
): void {
  const before = useRef(account?.profileId)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const former = before.current
    before.current = account?.profileId
    // After unlocking, the person continues at the same address.
    if (locked !== null) return
    const isOther = former !== undefined && former !== account?.profileId
    if (!isOther || (account !== null && replaced === former)) return
    leave(!accounts.some(({ profileId }) => profileId === former))
    if (account !== null) announce(m.account_switched({ name: account.name }))
  }, [account, accounts, locked, replaced])
}

/** The screen for an unknown address, with a link to the tasks. */
function NotFound() {
  const { pathname } = useLocation()
  return (
    <>
      <PageTitle>{`${m.title_not_found()} · ${m.app_name()}`}</PageTitle>
      <PageHeading>{m.title_not_found()}</PageHeading>
      <EmptyState
        icon={<Compass />}
        title={m.not_found_title()}
        actions={
          <Link to="/tasks" className={buttonClass()}>
            {m.not_found_home()}
          </Link>
        }
      >
        <span className="wrap-anywhere">
          <SentenceWith
            shown={showUntrusted(pathname, 120)}
            say={(path) => m.not_found_text({ path })}
          />
        </span>
      </EmptyState>
    </>
  )
}
