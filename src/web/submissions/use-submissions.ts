import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import {
  submissionStore,
  type SubmissionLog,
  type NewSubmission,
} from '#web/submissions/submission-store.ts'
import { logQuery, logWithOutcome } from '#web/submissions/submission-log.ts'
import { canNameOwners, ownerOf } from '#web/submissions/submission-owner.ts'
import { isOpen, type Noted, type Question } from '#web/submissions/submission.ts'
import {
  claimSending,
  NOTHING_SENT,
  noteSending,
  type Sending,
  sendingQuery,
  sendPoster,
  type LatestSubmission,
  type ToConfirm,
} from '#web/submissions/send-submission.ts'
import { randomId } from '#web/api/random-id.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'

/** The creations of this browser for the account at work, and the way to add one. */
export interface PosterCreations {
  /** undefined until it was read */
  log: SubmissionLog | undefined
  /** what this tab's form sent last, null before the first */
  latest: LatestSubmission | null
  /** one poster, or several, are being sent */
  isSending: boolean
  /** id of the submission that this tab waits for */
  flyingId: string | null
  /** the open question; nothing was sent, and nothing is before its answer */
  toConfirm: ToConfirm | null
  /** Sends one creation, or has a question; while one is on its way this does nothing. */
  create: (request: PosterTaskRequest) => void
  /** Says yes to the open question, as it stands. */
  confirm: () => void
  /** Says no to it. */
  dismiss: () => void
  /** Takes in a submission that the page knows of, where the browser has not kept it. */
  recall: (submission: NewSubmission) => void
}

/**
 * Creates poster tasks, one at a time and each exactly once, and keeps what became of them.
 *
 * @param onBegun is called when a submission is recorded and goes out, also when the screen is gone
 */
export function usePosterCreations(onBegun: (submission: NewSubmission) => void): PosterCreations {
  const session = useApiSession()
  const { queryClient, signal } = session
  const log = useQuery(logQuery(session)).data
  const sending = useQuery(sendingQuery(session)).data ?? NOTHING_SENT
  const { isSending, flyingId, latest, toConfirm } = sending
  const note = (change: Partial<Sending>) => {
    noteSending(session, change)
  }

  useEffect(() => {
    // What was read of an account is not remembered after its session.
    signal.addEventListener('abort', submissionStore.forgetSeen, { once: true })
  }, [signal])

  useEffect(() => {
    void followQuestion(session)
    return submissionStore.subscribe(() => {
      void queryClient.invalidateQueries({ queryKey: logQuery(session).queryKey })
      void followQuestion(session)
    })
  }, [session, queryClient])

  async function send(request: PosterTaskRequest, confirmed: readonly Noted[]) {
    if (!claimSending(session)) return
    const id = randomId()
    try {
      const sent = await sendPoster(session, { id, request, confirmed }, (submission) => {
        onBegun(submission)
        note({ latest: { id, request, outcome: null } })
      })
      if (sent.kind === 'ask') {
        const { question } = sent
        note({ toConfirm: { request, question, confirmed, askedAt: Date.now() } })
      } else if (sent.kind === 'sent') {
        note({ latest: { id, request, outcome: sent.outcome } })
      }
    } finally {
      // Whatever goes wrong: nobody waits for an answer that does not come.
      note({ isSending: false })
    }
  }

  return {
    log: log && withLatest(log, latest),
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
      note({ toConfirm: null })
    },
    recall(submission) {
      void recallSubmission(session, submission)
    },
  }
}

/** Keeps an open question true: what it is about may have come to its end, here or in another tab. */
async function followQuestion(session: ApiSession): Promise<void> {
  const asked = () =>
    session.queryClient.getQueryData(sendingQuery(session).queryKey)?.toConfirm ?? null
  const before = asked()
  if (before === null) return
  const { request, confirmed } = before
  const askedAt = Date.now()
  const submission = { id: randomId(), request, startedAt: askedAt }
  const owner = await ownerOf(session, submissionStore)
  const question = await submissionStore.question(submission, owner, confirmed)
  // Answered meanwhile, or followed by a later change.
  if (asked() !== before) return
  if (question === undefined) noteSending(session, { toConfirm: null })
  else if (!isSameQuestion(question, before.question)) {
    noteSending(session, { toConfirm: { request, confirmed, question, askedAt } })
  }
}

function isSameQuestion(one: Question, other: Question): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function recallSubmission(session: ApiSession, submission: NewSubmission): Promise<void> {
  submissionStore.recall(submission, await ownerOf(session, submissionStore))
}

/** What this tab knows of its own submission, also where the journal could not be written. */
function withLatest(log: SubmissionLog, latest: LatestSubmission | null): SubmissionLog {
  return latest === null ? log : logWithOutcome(log, latest.id, latest.outcome)
}

/**
 * Leaves nothing behind of what was submitted with a session's key.
 *
 * @returns false: this browser may still hold some of it
 */
export async function forgetSubmissions(
  session: Pick<ApiSession, 'apiKey' | 'profileId'>,
): Promise<boolean> {
  const isGone = await submissionStore.forget(await ownerOf(session, submissionStore))
  // Where accounts have no names nothing of them was ever written to disk.
  return isGone || !canNameOwners()
}

/**
 * Takes submissions of a session's account out of its log, in every tab.
 *
 * @returns false: the browser did not remove them
 */
export async function clearSubmissions(
  session: Pick<ApiSession, 'apiKey' | 'profileId'>,
  ids: readonly string[],
): Promise<boolean> {
  return submissionStore.remove(ids, await ownerOf(session, submissionStore))
}

/** Takes a session's key out of what earlier versions kept of replies. */
export async function redactSubmissions({ apiKey }: Pick<ApiSession, 'apiKey'>): Promise<void> {
  await submissionStore.redact(apiKey)
}

/** Leaves nothing behind of what was submitted from this browser. @returns as forgetSubmissions */
export async function forgetAllSubmissions(): Promise<boolean> {
  return submissionStore.forgetAll()
}

/** Forgets what this page remembers of submissions; what is on disk is another tab's to remove. */
export function forgetKnownSubmissions(): void {
  submissionStore.forgetKnown()
}

/** How many submissions of a session's account are known of, and how many have an outcome that nobody knows. */
export async function countSubmissions(
  session: Pick<ApiSession, 'apiKey' | 'profileId'>,
): Promise<{ all: number; unknown: number }> {
  const { submissions } = await submissionStore.list(await ownerOf(session, submissionStore))
  return { all: submissions.length, unknown: submissions.filter(isOpen).length }
}
