import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'

import { createQueryClient } from '#web/api/query-client.ts'

/**
 * The session of one account in this tab. It owns its cache, so that data that was read with one key is never
 * shown under another.
 */
export interface ApiSession {
  /** Unique for each session, also for sessions of the same account. */
  readonly serial: number
  /** Random and local. Query keys contain it instead of the API key. */
  readonly profileId: string
  /** '' once the session has ended, so that an old reference to the session has no key */
  readonly apiKey: string
  /** Whether the session can only read: it creates no posters. */
  readonly isReadOnly: boolean
  readonly queryClient: QueryClient
  /** Aborted when the session ends, so that late replies are never used. */
  readonly signal: AbortSignal
  /** Aborts pending requests and clears the cache. */
  end(): void
}

let sessions = 0

/** Starts a session with its own cache. */
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
      // Screens unmount after this. Without it, their queries would keep key and rows for minutes.
      for (const query of queryClient.getQueryCache().getAll()) query.gcTime = 0
      queryClient.clear()
    },
  }
}

/**
 * A value for each session, made at its first use and gone with the session.
 *
 * @param create makes it; what else it is given counts at the first use
 */
export function perSession<Session extends object, Value, Rest extends readonly unknown[]>(
  create: (session: Session, ...rest: Rest) => Value,
): (session: Session, ...rest: Rest) => Value {
  const values = new WeakMap<Session, { value: Value }>()
  return (session, ...rest) => {
    const known = values.get(session) ?? { value: create(session, ...rest) }
    values.set(session, known)
    return known.value
  }
}

const SessionContext = createContext<ApiSession | null>(null)

/** Provides a session to the components below. Mount it with `key={session.serial}`. */
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

/** The session of the current component. Throws without a provider. */
export function useApiSession(): ApiSession {
  const session = use(SessionContext)
  if (session === null) throw new Error('useApiSession: no session above this component')
  return session
}
