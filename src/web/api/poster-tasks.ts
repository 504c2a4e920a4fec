import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

import {
  type PosterTaskCreated,
  type PosterTaskRequest,
  readPosterTaskCreated,
} from '#contract/poster-tasks.ts'
import { ApiError, type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { randomId } from '#web/api/random-id.ts'
import { callOperation, type Caller } from '#web/api/request.ts'
import { useApiSession } from '#web/api/session.tsx'
import { allVideoTasks, checkApiKey } from '#web/api/video-tasks.ts'

/**
 * What became of a creation. `unknown`: it may have been created and charged, nobody here can say.
 * `not-sent`: it certainly was not.
 */
export type CreationOutcome =
  /** at: when the reply came, milliseconds since the epoch */
  | { kind: 'created'; created: PosterTaskCreated; at: number }
  | { kind: 'refused'; failure: ApiFailure }
  | { kind: 'unknown'; failure: ApiFailure }
  | { kind: 'not-sent'; failure: ApiFailure }

/** The points left as the last creation from this browser told them. */
export interface Balance {
  points: number
  /** milliseconds since the epoch */
  at: number
}

/**
 * Sends one creation (spec: "Create poster task"), exactly once: a failure becomes an outcome, it is
 * never sent again. Never throws.
 */
async function createPosterTask(
  caller: Caller,
  request: PosterTaskRequest,
): Promise<CreationOutcome> {
  const unreachable = await checkBeforeSending(caller)
  if (unreachable !== undefined) return { kind: 'not-sent', failure: unreachable }
  try {
    const data = await callOperation(caller, 'createPosterTask', { body: request })
    const created = readPosterTaskCreated(data)
    if (created !== undefined) return { kind: 'created', created, at: Date.now() }
    throw new ApiError({ kind: 'unreadable', issue: 'no-uuid' })
  } catch (error) {
    const failure = failureOf(error)
    return { kind: outcomeOfFailure(failure), failure }
  }
}

/**
 * Where the browser says that it is offline, a read goes ahead: the service may still be on this
 * machine, and a creation that fails after it was sent is one whose outcome nobody knows.
 */
async function checkBeforeSending(caller: Caller): Promise<ApiFailure | undefined> {
  if (navigator.onLine) return undefined
  try {
    await checkApiKey(caller)
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

/**
 * What a failed creation came to. Only the service itself can refuse; a 5xx may come from something
 * in front of it, so the outcome is unknown unless the host knows that nothing was sent.
 */
export function outcomeOfFailure(failure: ApiFailure): 'refused' | 'unknown' | 'not-sent' {
  switch (failure.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'rate-limited':
    case 'refused':
      return 'refused'
    case 'server':
      return failure.notSent ? 'not-sent' : 'unknown'
    case 'offline':
    case 'unreachable':
    case 'timeout':
    case 'unreadable':
    case 'cancelled':
      return 'unknown'
  }
}

/** One confirmed submission and what became of it. */
export interface CreationAttempt {
  id: string
  request: PosterTaskRequest
  /** null: on its way */
  outcome: CreationOutcome | null
}

// Never asked for, as no operation tells it: written by the creations of this session, oldest first.
const attemptsQuery = (profileId: string) =>
  queryOptions<readonly CreationAttempt[]>({
    queryKey: ['poster-creations', profileId],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** The creations of this session, and the way to add one. */
export interface PosterCreations {
  /** oldest first */
  attempts: readonly CreationAttempt[]
  /** after the last creation that told it, or null */
  balance: Balance | null
  /** Sends one creation; while one is on its way this does nothing. Whatever comes of it is in `attempts`. */
  create: (request: PosterTaskRequest) => void
}

/**
 * Creates poster tasks, one at a time and each exactly once, and keeps what became of them.
 *
 * @param onCreated is called for each created task, also when the screen that asked for it is gone
 */
export function usePosterCreations(
  onCreated: (request: PosterTaskRequest) => void,
): PosterCreations {
  const session = useApiSession()
  const queryClient = useQueryClient()
  const { queryKey } = attemptsQuery(session.profileId)
  const attempts = useQuery(attemptsQuery(session.profileId)).data ?? []
  const { mutate } = useMutation({
    mutationFn: async ({ id, request }: CreationAttempt) => {
      const outcome = await createPosterTask(session, request)
      queryClient.setQueryData(queryKey, (before = []) =>
        before.map((attempt) => (attempt.id === id ? { ...attempt, outcome } : attempt)),
      )
      return outcome
    },
    onSuccess: async ({ kind }, { request }) => {
      if (kind === 'created') onCreated(request)
      // The list may hold the new task now, and after an unknown outcome it may as well.
      if (kind === 'refused' || kind === 'not-sent') return
      await queryClient.invalidateQueries({ queryKey: allVideoTasks(session) })
    },
  })
  return {
    attempts,
    balance: lastBalance(attempts),
    create(request) {
      const before = queryClient.getQueryData(queryKey) ?? []
      // The cache is written at once: it locks where a state of React would come too late.
      if (before.some(({ outcome }) => outcome === null)) return
      const attempt: CreationAttempt = { id: randomId(), request, outcome: null }
      queryClient.setQueryData(queryKey, [...before, attempt])
      mutate(attempt)
    },
  }
}

/** The balance that the last of these creations told, or null where none did. */
export function lastBalance(attempts: readonly CreationAttempt[]): Balance | null {
  for (const { outcome } of attempts.toReversed()) {
    if (outcome?.kind !== 'created' || outcome.created.remainingPoints === null) continue
    return { points: outcome.created.remainingPoints, at: outcome.at }
  }
  return null
}
