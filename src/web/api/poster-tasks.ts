import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { ATTEMPT_HEADER } from '#contract/attempts.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { attemptJournal, type AttemptLog, type NewAttempt } from '#web/api/attempt-journal.ts'
import { logQuery, logWithOutcome } from '#web/api/attempt-log.ts'
import { whileSending } from '#web/api/attempt-lock.ts'
import { canNameOwners, ownerOf } from '#web/api/attempt-owner.ts'
import { isOpen, type Noted, type Question } from '#web/api/attempt-record.ts'
import { type CreationOutcome, outcomeOf } from '#web/api/creation-outcome.ts'
import { randomId } from '#web/api/random-id.ts'
import { callOperation, type Caller } from '#web/api/request.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { checkApiKey, refreshVideoTasks } from '#web/api/video-tasks.ts'

/** The last submission of this tab. */
export interface Submission {
  readonly id: string
  readonly request: PosterTaskRequest
  /** null: on its way */
  readonly outcome: CreationOutcome | null
}

/** A poster that is asked about before it is sent. */
export interface ToConfirm {
  readonly request: PosterTaskRequest
  readonly question: Question
  /** what earlier questions about it were about */
  readonly confirmed: readonly Noted[]
  /** milliseconds since the epoch */
  readonly askedAt: number
}

/** The creations of this browser for the account at work, and the way to add one. */
export interface PosterCreations {
  /** undefined until it was read */
  log: AttemptLog | undefined
  /** what this tab sent last, null before the first */
  latest: Submission | null
  isSending: boolean
  /** the open question; nothing was sent, and nothing is before its answer */
  toConfirm: ToConfirm | null
  /** Sends one creation, or has a question; while one is on its way this does nothing. */
  create: (request: PosterTaskRequest) => void
  /** Says yes to the open question, as it stands. */
  confirm: () => void
  /** Says no to it. */
  dismiss: () => void
  /** Takes in a submission that the page knows of, where the browser has not kept it. */
  recall: (attempt: NewAttempt) => void
}

/** A creation comes to its end also when its session has none of it any more. */
const NEVER = new AbortController().signal

/**
 * Sends one creation (spec: "Create poster task"), exactly once: a failure becomes an outcome, it is
 * never sent again. Never throws.
 */
async function createPosterTask(
  { apiKey, signal }: Caller,
  id: string,
  request: PosterTaskRequest,
): Promise<CreationOutcome> {
  const unreachable = await checkBeforeSending({ apiKey, signal })
  if (unreachable !== undefined) return { kind: 'not-sent', failure: unreachable }
  const caller = { apiKey, signal: NEVER }
  const hostHeaders = { [ATTEMPT_HEADER]: id }
  return outcomeOf(
    () => callOperation(caller, 'createPosterTask', { body: request, hostHeaders }),
    Date.now,
  )
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

/** What this tab does and did. */
interface Sending {
  isSending: boolean
  latest: Submission | null
  toConfirm: ToConfirm | null
}
const NOTHING_SENT: Sending = { isSending: false, latest: null, toConfirm: null }

// Never asked for: written by this tab alone. It outlives the screen, as its creation does.
const sendingQuery = ({ profileId }: ApiSession) =>
  queryOptions<Sending>({
    queryKey: ['poster-sending', profileId],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

/**
 * Creates poster tasks, one at a time and each exactly once, and keeps what became of them.
 *
 * @param onBegun is called when a submission is recorded and goes out, also when the screen is gone
 */
export function usePosterCreations(onBegun: (attempt: NewAttempt) => void): PosterCreations {
  const session = useApiSession()
  const { queryClient, signal } = session
  const { queryKey } = sendingQuery(session)
  const log = useQuery(logQuery(session)).data
  const { isSending, latest, toConfirm } = useQuery(sendingQuery(session)).data ?? NOTHING_SENT
  const note = (change: Partial<Sending>) => {
    noteSending(session, change)
  }

  useEffect(() => {
    // What was read of an account is not remembered after its session.
    signal.addEventListener('abort', attemptJournal.forgetSeen, { once: true })
  }, [signal])

  useEffect(() => {
    void followQuestion(session)
    return attemptJournal.subscribe(() => {
      void queryClient.invalidateQueries({ queryKey: logQuery(session).queryKey })
      void followQuestion(session)
    })
  }, [session, queryClient])

  const { mutate } = useMutation({
    mutationFn: async ({ request, confirmed }: Pick<ToConfirm, 'request' | 'confirmed'>) => {
      const id = randomId()
      // A creation that was begun comes to its end, also where its session does before.
      const sender = { apiKey: session.apiKey, signal }
      const owning = ownerOf(session, attemptJournal)
      await whileSending(id, async () => {
        const owner = await owning
        // Nothing was recorded or sent yet: with its session it goes.
        if (session.signal.aborted) return
        const attempt = { id, request, startedAt: Date.now() }
        const begun = await attemptJournal.begin(attempt, owner, confirmed)
        if (begun.kind === 'ask') {
          const asked = { request, question: begun.question, confirmed, askedAt: Date.now() }
          note({ isSending: false, toConfirm: asked })
          return
        }
        onBegun(attempt)
        note({ latest: { id, request, outcome: null } })
        const outcome = await createPosterTask(sender, id, request)
        await attemptJournal.settle(id, outcome)
        note({ isSending: false, latest: { id, request, outcome } })
        if (signal.aborted) return
        // The list may hold the new task now, and after an unknown outcome it may as well.
        if (outcome.kind === 'created' || outcome.kind === 'unknown') refreshVideoTasks(session)
      })
    },
    // Whatever goes wrong: nobody waits for an answer that does not come.
    onSettled() {
      note({ isSending: false })
    },
  })

  function send(request: PosterTaskRequest, confirmed: readonly Noted[]) {
    // The cache is read and written at once: it locks where a state of React would come too late.
    if (queryClient.getQueryData(queryKey)?.isSending === true) return
    // An account that is marked for support is only looked at, whatever screen asks.
    if (session.isReadOnly) return
    note({ isSending: true, toConfirm: null })
    mutate({ request, confirmed })
  }

  return {
    log: log && withLatest(log, latest),
    latest,
    isSending,
    toConfirm,
    create(request) {
      send(request, [])
    },
    confirm() {
      if (toConfirm === null) return
      send(toConfirm.request, [...toConfirm.confirmed, ...toConfirm.question.about])
    },
    dismiss() {
      note({ toConfirm: null })
    },
    recall(attempt) {
      void recallAttempt(session, attempt)
    },
  }
}

/** What comes after the session's end belongs to its journal, and to nobody's screen. */
function noteSending(session: ApiSession, change: Partial<Sending>): void {
  if (session.signal.aborted) return
  session.queryClient.setQueryData(sendingQuery(session).queryKey, (before = NOTHING_SENT) => ({
    ...before,
    ...change,
  }))
}

/** Keeps an open question true: what it is about may have come to its end, here or in another tab. */
async function followQuestion(session: ApiSession): Promise<void> {
  const asked = () =>
    session.queryClient.getQueryData(sendingQuery(session).queryKey)?.toConfirm ?? null
  const before = asked()
  if (before === null) return
  const { request, confirmed } = before
  const askedAt = Date.now()
  const attempt = { id: randomId(), request, startedAt: askedAt }
  const owner = await ownerOf(session, attemptJournal)
  const question = await attemptJournal.question(attempt, owner, confirmed)
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

async function recallAttempt(session: ApiSession, attempt: NewAttempt): Promise<void> {
  attemptJournal.recall(attempt, await ownerOf(session, attemptJournal))
}

/** What this tab knows of its own submission, also where the journal could not be written. */
function withLatest(log: AttemptLog, latest: Submission | null): AttemptLog {
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
  const isGone = await attemptJournal.forget(await ownerOf(session, attemptJournal))
  // Where accounts have no names nothing of them was ever written to disk.
  return isGone || !canNameOwners()
}

/** Leaves nothing behind of what was submitted from this browser. @returns as forgetSubmissions */
export async function forgetAllSubmissions(): Promise<boolean> {
  return attemptJournal.forgetAll()
}

/** Forgets what this page remembers of submissions; what is on disk is another tab's to remove. */
export function forgetKnownSubmissions(): void {
  attemptJournal.forgetKnown()
}

/** How many submissions of a session's account are known of, and how many have an outcome that nobody knows. */
export async function countSubmissions(
  session: Pick<ApiSession, 'apiKey' | 'profileId'>,
): Promise<{ all: number; unknown: number }> {
  const { attempts } = await attemptJournal.list(await ownerOf(session, attemptJournal))
  return { all: attempts.length, unknown: attempts.filter(isOpen).length }
}
