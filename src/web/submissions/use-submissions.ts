import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useRef } from 'react'

import {
  IDEMPOTENCY_KEPT_MS,
  idempotencyPath,
  type IdempotencyState,
  readIdempotencyState,
} from '#contract/idempotency.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { ApiError } from '#web/api/api-error.ts'
import { randomId } from '#web/api/random-id.ts'
import { type Caller, HAS_HOST } from '#web/api/exchange.ts'
import { askHost } from '#web/api/request.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { refreshVideoTasks } from '#web/api/video-tasks.ts'
import { usePolling } from '#web/task-list/polling.ts'
import { askAbout, askAgainIn, type CheckAnswer } from '#web/submissions/outcome.ts'
import {
  claimSending,
  isSenderGone,
  type LatestSubmission,
  sendingOf,
  sendPoster,
  type ToConfirm,
  updateSending,
} from '#web/submissions/send-submission.ts'
import {
  logQuery,
  logWithOutcome,
  ownerOf,
  settleSubmission,
} from '#web/submissions/submission-log.ts'
import { type SubmissionLog, submissionStore } from '#web/submissions/submission-store.ts'
import {
  isOpen,
  type NewSubmission,
  type Noted,
  type Submission,
} from '#web/submissions/submission.ts'

/** The submissions of the current account in this browser, and the way to add one. */
export interface SubmissionsApi {
  /** undefined until it is read */
  log: SubmissionLog | undefined
  /** what this tab's form sent last, null before the first */
  latest: LatestSubmission | null
  /** one poster, or a batch, is being sent */
  isSending: boolean
  /** id of the submission that this tab waits for */
  flyingId: string | null
  /** the open question; nothing is sent before its answer */
  toConfirm: ToConfirm | null
  /** Sends a poster, or opens a question. While something is being sent this does nothing. */
  create: (request: PosterTaskRequest) => void
  /** Answers the open question with yes. */
  confirm: () => void
  /** Answers it with no. */
  dismiss: () => void
  /** Adds a submission that the page knows of and the browser has not stored. */
  recall: (submission: NewSubmission) => void
}

/**
 * Sends posters, one at a time and each exactly once, and follows what becomes of them.
 *
 * @param onBegun is called when a submission is recorded and sent, also after the screen was left
 */
export function useSubmissions(onBegun: (submission: NewSubmission) => void): SubmissionsApi {
  const session = useApiSession()
  const { queryClient, signal } = session
  const log = useQuery(logQuery(session)).data
  const { isSending, flyingId, latest, toConfirm } = useSelector(sendingOf(session))

  useEffect(() => {
    // What was read of an account must not outlive its session.
    const forget = () => submissionStore.forgetRead()
    signal.addEventListener('abort', forget, { once: true })
  }, [signal])

  useEffect(() => {
    void updateQuestion(session)
    return submissionStore.subscribe(() => {
      void queryClient.invalidateQueries({ queryKey: logQuery(session).queryKey })
      void updateQuestion(session)
    })
  }, [session, queryClient])

  async function send(request: PosterTaskRequest, confirmed: readonly Noted[]) {
    if (!claimSending(session)) return
    const id = randomId()
    try {
      const sent = await sendPoster(session, { id, request, confirmed }, (submission) => {
        onBegun(submission)
        updateSending(session, { latest: { id, request, outcome: null } })
      })
      if (sent.kind === 'ask') {
        const { question } = sent
        updateSending(session, {
          toConfirm: { request, question, confirmed, askedAt: Date.now() },
        })
      } else if (sent.kind === 'sent') {
        updateSending(session, { latest: { id, request, outcome: sent.outcome } })
      }
    } finally {
      updateSending(session, { isSending: false })
    }
  }

  return {
    // This tab knows the outcome of its own submission, also if the store could not be written.
    log: log && latest ? logWithOutcome(log, latest.id, latest.outcome) : log,
    latest,
    isSending,
    flyingId,
    toConfirm,
    create(request) {
      void send(request, [])
    },
    confirm() {
      if (toConfirm === null) return
      void send(toConfirm.request, [...toConfirm.confirmed, ...toConfirm.question.about])
    },
    dismiss() {
      updateSending(session, { toConfirm: null })
    },
    recall(submission) {
      void ownerOf(session).then((owner) => submissionStore.recall(submission, owner))
    },
  }
}

/** Updates an open question: what it is about may have been settled since, here or in another tab. */
async function updateQuestion(session: ApiSession): Promise<void> {
  const current = () => sendingOf(session).get().toConfirm
  const before = current()
  if (before === null) return
  const { request, confirmed } = before
  const askedAt = Date.now()
  const submission = { id: randomId(), request, startedAt: askedAt }
  const question = await submissionStore.question(submission, await ownerOf(session), confirmed)
  // It was answered meanwhile, or a later change has updated it.
  if (current() !== before) return
  if (question === undefined) updateSending(session, { toConfirm: null })
  else if (JSON.stringify(question) !== JSON.stringify(before.question)) {
    updateSending(session, { toConfirm: { request, confirmed, question, askedAt } })
  }
}

/** Asking the host about one submission. */
export interface OutcomeCheck {
  /** undefined until the host was asked */
  answer: CheckAnswer | undefined
  /** when the answer came, milliseconds since the epoch; 0: never */
  askedAt: number
  isChecking: boolean
  /** undefined if there is nothing to ask, or no host */
  check: (() => void) | undefined
}

/**
 * Asks the host about a submission whose outcome is open: once automatically, again while it is in flight or may
 * still arrive, and on request.
 *
 * @param isOurs this tab is sending it: there is nothing to ask yet
 */
export function useOutcomeCheck(submission: Submission, isOurs: boolean): OutcomeCheck {
  const session = useApiSession()
  const canAsk = HAS_HOST && isOpen(submission) && !isOurs
  const isRequested = useRef(false)
  const queryKey = ['poster-check', session.profileId, submission.id]
  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<CheckAnswer> => {
      const wasRequested = isRequested.current
      isRequested.current = false
      const verdict = await askAbout(submission, wasRequested, {
        ask: (method) => askForState(session, method, submission.id),
        isSenderGone,
        now: Date.now,
      })
      if (verdict.kind !== 'settled') return verdict
      await settleSubmission(session, submission.id, verdict.outcome)
      if (verdict.outcome.kind === 'created' && !session.signal.aborted) refreshVideoTasks(session)
      return { kind: 'settled' }
    },
    enabled: () => canAsk && isKept(submission),
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
  })
  const { data, dataUpdatedAt, isFetching, refetch } = query
  const asked = session.queryClient.getQueryState(queryKey)?.dataUpdateCount ?? 0
  const interval = canAsk && askAgainIn(data, asked)
  usePolling(
    // An answer does not say how many reads had failed before it.
    { ...query, data: undefined },
    interval === false
      ? undefined
      : { isOn: true, isUnfinished: true, busyInterval: () => interval },
  )
  const check = () => {
    isRequested.current = true
    void refetch()
  }
  return {
    answer: data,
    askedAt: dataUpdatedAt,
    isChecking: canAsk && isFetching,
    check: canAsk ? check : undefined,
  }
}

/** Whether the host still has a record of a submission. */
function isKept({ startedAt }: Submission): boolean {
  return Date.now() - startedAt < IDEMPOTENCY_KEPT_MS
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
