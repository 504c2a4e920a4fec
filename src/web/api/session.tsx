import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'

import { createQueryClient } from '#web/api/query-client.ts'

/**
 * One account at work in this tab. It owns its cache, so that nothing read with one key can ever be
 * shown under another.
 */
export interface ApiSession {
  /** Another one in each session, also of the same account. */
  readonly serial: number
  /** Random and local: stands in query keys in place of the key. */
  readonly profileId: string
  /** '' once the session has ended: whoever still holds the session holds no key */
  readonly apiKey: string
  /** Only to look: nothing is created in it. */
  readonly isReadOnly: boolean
  readonly queryClient: QueryClient
  /** Aborted when the session ends: no reply of an older session is ever used. */
  readonly signal: AbortSignal
  /** Aborts what is in flight and drops what was read. */
  end(): void
}

let sessions = 0

/** Starts a session for a key. */
export function startSession(profileId: string, apiKey: string, isReadOnly: boolean): ApiSession {
  sessions += 1
  const queryClient = createQueryClient()
  const ending = new AbortController()
  let key = apiKey
  return {
    serial: sessions,
    profileId,
    get apiKey() {
      return key
    },
    isReadOnly,
    queryClient,
    signal: ending.signal,
    end() {
      ending.abort()
      key = ''
      // Screens let go of their queries after this: those would hold key and rows for minutes more.
      for (const query of queryClient.getQueryCache().getAll()) query.gcTime = 0
      queryClient.clear()
    },
  }
}

const SessionContext = createContext<ApiSession | null>(null)

/** Gives the hooks below it a session. Mount it with `key={session.serial}`. */
export function ApiSessionProvider({
  session,
  children,
}: {
  session: ApiSession
  children: ReactNode
}) {
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={session.queryClient}>{children}</QueryClientProvider>
    </SessionContext>
  )
}

/** The session in which a component stands. Throws outside of one: that is a defect of ours. */
export function useApiSession(): ApiSession {
  const session = use(SessionContext)
  if (session === null) throw new Error('useApiSession: no session above this component')
  return session
}
