import { useQuery } from '@tanstack/react-query'

import { attemptPath, type AttemptState, readAttemptState } from '#contract/attempts.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { ApiError, type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { attemptJournal } from '#web/api/attempt-journal.ts'
import { isOpen, type RecordedAttempt } from '#web/api/attempt-record.ts'
import { type HostVerdict, verdictOf } from '#web/api/creation-outcome.ts'
import { askHost, type Caller, HAS_HOST } from '#web/api/request.ts'
import { useApiSession } from '#web/api/session.tsx'
import { refreshVideoTasks } from '#web/api/video-tasks.ts'

/** What came of asking our host for a submission. */
export type CheckAnswer =
  | Exclude<HostVerdict, { kind: 'settled' }>
  /** its outcome is in the journal by now */
  | { kind: 'settled' }
  | { kind: 'cannot-ask'; failure: ApiFailure }

/** Asking our host for one submission. */
export interface AttemptCheck {
  /** undefined until it was asked */
  answer: CheckAnswer | undefined
  isChecking: boolean
  /** undefined where there is nothing to ask, or no host of ours */
  check: (() => void) | undefined
}

/** A submission that has not arrived may be on its way from another tab: it gets so long, in milliseconds. */
const ARRIVAL_MS = 2_000

/** While it is in flight our host is asked again this often and no more, 40 s in all. */
const ASK_AGAIN_MS = 2_000
const MAX_ASKED = 20

/** Our host keeps no outcome for longer, in milliseconds: an older one is only asked for on demand. */
const ASK_UNBIDDEN_MS = 24 * 60 * 60_000

/**
 * Asks our host what became of a submission whose outcome is open: once by itself, again while it is
 * in flight, and whenever the person wants it.
 *
 * @param isOurs this tab is sending it: there is nothing to ask yet
 * @param onCreated is called where it turns out to be created
 */
export function useAttemptCheck(
  attempt: RecordedAttempt,
  isOurs: boolean,
  onCreated: (request: PosterTaskRequest) => void,
): AttemptCheck {
  const session = useApiSession()
  const canAsk = HAS_HOST && isOpen(attempt) && !isOurs
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['poster-check', session.profileId, attempt.id],
    queryFn: async (): Promise<CheckAnswer> => {
      const verdict = await askAbout(session, attempt)
      if (verdict.kind !== 'settled') return verdict
      await attemptJournal.settle(attempt.id, verdict.outcome)
      if (verdict.outcome.kind === 'created' && !session.signal.aborted) {
        onCreated(attempt.request)
        refreshVideoTasks(session)
      }
      return { kind: 'settled' }
    },
    enabled: () => canAsk && Date.now() - attempt.startedAt < ASK_UNBIDDEN_MS,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) =>
      state.data?.kind === 'in-flight' && state.dataUpdateCount < MAX_ASKED && ASK_AGAIN_MS,
  })
  return {
    answer: data,
    isChecking: canAsk && isFetching,
    check: canAsk ? () => void refetch() : undefined,
  }
}

async function askForState(
  caller: Caller,
  method: 'GET' | 'DELETE',
  id: string,
): Promise<AttemptState> {
  const state = readAttemptState(await askHost(caller, method, attemptPath(id)))
  if (state === undefined) throw new ApiError({ kind: 'unreadable', issue: 'not-json' })
  return state
}

/** Asks our host for a submission. Never throws. */
async function askAbout(
  caller: Caller,
  attempt: RecordedAttempt,
): Promise<HostVerdict | { kind: 'cannot-ask'; failure: ApiFailure }> {
  const { id, startedAt } = attempt
  try {
    let state = await askForState(caller, 'GET', id)
    if (state.state === 'not-forwarded') {
      if (attempt.outcome === null) await arrival(attempt)
      // Given up before a person is told so: what is still on its way must not prove it wrong.
      state = await askForState(caller, 'DELETE', id)
    }
    return await verdictOf(state, startedAt, Date.now())
  } catch (error) {
    return { kind: 'cannot-ask', failure: failureOf(error) }
  }
}

async function arrival({ startedAt }: RecordedAttempt): Promise<void> {
  const wait = ARRIVAL_MS - Math.max(0, Date.now() - startedAt)
  if (wait <= 0) return
  await new Promise((resolve) => {
    setTimeout(resolve, wait)
  })
}
