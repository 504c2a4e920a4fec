import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import {
  IDEMPOTENCY_KEPT_MS,
  idempotencyPath,
  type IdempotencyState,
  readIdempotencyState,
} from '#contract/idempotency.ts'
import { ApiError, type ApiFailure, failureOf, isOutOfReach } from '#web/api/api-error.ts'
import { isSenderGone } from '#web/submissions/submission-lock.ts'
import { settleSubmission } from '#web/submissions/submission-log.ts'
import { isOpen, type Submission, SENDING_MS } from '#web/submissions/submission.ts'
import { type HostVerdict, verdictOf } from '#web/submissions/outcome.ts'
import { askHost, type Caller, HAS_HOST } from '#web/api/request.ts'
import { useApiSession } from '#web/api/session.tsx'
import { refreshVideoTasks } from '#web/api/video-tasks.ts'

/** What came of asking our host for a submission. */
export type CheckAnswer =
  | Exclude<HostVerdict, { kind: 'settled' }>
  /** its outcome is in the journal and in the log by now */
  | { kind: 'settled' }
  | { kind: 'cannot-ask'; failure: ApiFailure }

/** Asking our host for one submission. */
export interface OutcomeCheck {
  /** undefined until it was asked */
  answer: CheckAnswer | undefined
  /** when that came, milliseconds since the epoch; 0: never */
  askedAt: number
  isChecking: boolean
  /** undefined where there is nothing to ask, or no host of ours */
  check: (() => void) | undefined
}

/** A submission that has not arrived may still be on its way from a page that is gone, in milliseconds. */
const ARRIVAL_MS = 2_000

/** While there may be news our host is asked again this often and no more, 100 s in all. */
const ASK_AGAIN_MS = 2_000
const MAX_ASKED = 50

/** Where it could not be reached it is asked again this often, in milliseconds. */
const REACH_AGAIN_MS = 15_000

/**
 * Asks our host what became of a submission whose outcome is open: once by itself, again while it is
 * in flight or may still arrive, and whenever the person wants it.
 *
 * @param isOurs this tab is sending it: there is nothing to ask yet
 */
export function useOutcomeCheck(submission: Submission, isOurs: boolean): OutcomeCheck {
  const session = useApiSession()
  const canAsk = HAS_HOST && isOpen(submission) && !isOurs
  const isBidden = useRef(false)
  const { data, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ['poster-check', session.profileId, submission.id],
    queryFn: async (): Promise<CheckAnswer> => {
      const giveUp = isBidden.current
      isBidden.current = false
      const verdict = await askAbout(submission, giveUp, {
        ask: (method) => askForState(session, method, submission.id),
        isSenderGone,
        now: Date.now,
      })
      if (verdict.kind !== 'settled') return verdict
      await settleSubmission(session, submission.id, verdict.outcome)
      if (verdict.outcome.kind === 'created' && !session.signal.aborted) refreshVideoTasks(session)
      return { kind: 'settled' }
    },
    enabled: () => canAsk && Date.now() - submission.startedAt < IDEMPOTENCY_KEPT_MS,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => askAgainIn(state.data, state.dataUpdateCount),
  })
  return {
    answer: data,
    askedAt: dataUpdatedAt,
    isChecking: canAsk && isFetching,
    check: canAsk
      ? () => {
          isBidden.current = true
          void refetch()
        }
      : undefined,
  }
}

async function askForState(
  caller: Caller,
  method: 'GET' | 'DELETE',
  id: string,
): Promise<IdempotencyState> {
  const state = readIdempotencyState(await askHost(caller, method, idempotencyPath(id)))
  if (state === undefined) throw new ApiError({ kind: 'unreadable', issue: 'not-json' })
  return state
}

/** What asking about a submission takes. */
export interface Inquiry {
  /** GET looks, DELETE also gives the submission up. @throws ApiError where there is no answer */
  ask: (method: 'GET' | 'DELETE') => Promise<IdempotencyState>
  /** whether certainly no tab is sending it */
  isSenderGone: (submissionId: string) => Promise<boolean>
  /** milliseconds since the epoch */
  now: () => number
}

/**
 * Asks our host for a submission. One that has not arrived is given up before a person is told that
 * it was not sent, for what is still on its way must not prove it wrong; but not while another tab may
 * be sending it. Never throws.
 *
 * @param giveUp the person wants to know now
 */
export async function askAbout(
  submission: Submission,
  giveUp: boolean,
  { ask, isSenderGone: isGone, now }: Inquiry,
): Promise<HostVerdict | { kind: 'cannot-ask'; failure: ApiFailure }> {
  const { id, startedAt, outcome } = submission
  try {
    let state = await ask('GET')
    if (state.state === 'not-forwarded' && !state.givenUp) {
      // Where there is an outcome, whoever sent it waits no more.
      const age = now() - startedAt
      // A clock that was set back tells no age.
      const isOld = age >= ARRIVAL_MS || age < 0
      const isLost =
        giveUp || outcome !== null || age >= SENDING_MS || (isOld && (await isGone(id)))
      if (isLost) state = await ask('DELETE')
    }
    return verdictOf(state, startedAt, now())
  } catch (error) {
    return { kind: 'cannot-ask', failure: failureOf(error) }
  }
}

/**
 * Milliseconds until our host is asked again by itself, false: not at all.
 *
 * @param asked how often it was asked
 */
export function askAgainIn(answer: CheckAnswer | undefined, asked: number): number | false {
  if (asked >= MAX_ASKED) return false
  switch (answer?.kind) {
    case 'in-flight':
    case 'not-arrived':
      return ASK_AGAIN_MS
    case 'cannot-ask':
      return isOutOfReach(answer.failure) && REACH_AGAIN_MS
    case undefined:
    case 'settled':
    case 'host-lost-it':
    case 'too-old':
      return false
  }
}
