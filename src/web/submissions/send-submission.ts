import { queryOptions, skipToken } from '@tanstack/react-query'

import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { submissionStore, type NewSubmission } from '#web/submissions/submission-store.ts'
import { settleSubmission } from '#web/submissions/submission-log.ts'
import { whileSending } from '#web/submissions/submission-lock.ts'
import { ownerOf } from '#web/submissions/submission-owner.ts'
import type { Noted, Question } from '#web/submissions/submission.ts'
import {
  type CreationOutcome,
  outcomeWithoutReply,
  readCreation,
} from '#web/submissions/outcome.ts'
import { type Caller, sendOperation } from '#web/api/request.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { checkApiKey, refreshVideoTasks } from '#web/api/video-tasks.ts'

/** The last submission of this tab's form. */
export interface LatestSubmission {
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

/** What this tab does and did. */
export interface Sending {
  /** one poster, or several, are being sent: nothing else is begun */
  isSending: boolean
  /** id of the submission that waits for its answer in this tab */
  flyingId: string | null
  latest: LatestSubmission | null
  toConfirm: ToConfirm | null
}

/** A tab that has done nothing yet. */
export const NOTHING_SENT: Sending = {
  isSending: false,
  flyingId: null,
  latest: null,
  toConfirm: null,
}

/** Never asked for: written by this tab alone. It outlives the screen, as its creation does. */
export const sendingQuery = ({ profileId }: ApiSession) =>
  queryOptions<Sending>({
    queryKey: ['poster-sending', profileId],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** Notes what this tab does. What comes after the session's end belongs to its journal, and to nobody's screen. */
export function noteSending(session: ApiSession, change: Partial<Sending>): void {
  if (session.signal.aborted) return
  session.queryClient.setQueryData(sendingQuery(session).queryKey, (before = NOTHING_SENT) => ({
    ...before,
    ...change,
  }))
}

/**
 * Takes this tab's one place for sending. Whoever has it gives it back with
 * `noteSending({ isSending: false })`, whatever happens.
 *
 * @returns false: something is being sent already, or this account is only looked at
 */
export function claimSending(session: ApiSession): boolean {
  // The cache is read and written at once: it locks where a state of React would come too late.
  const { queryKey } = sendingQuery(session)
  if (session.queryClient.getQueryData(queryKey)?.isSending === true) return false
  // An account that is marked for support is only looked at, whatever screen asks.
  if (session.isReadOnly || session.signal.aborted) return false
  noteSending(session, { isSending: true, toConfirm: null })
  return true
}

/** A poster that somebody has confirmed. */
export interface PosterToSend {
  /** a UUID: our host forwards each at most once */
  readonly id: string
  readonly request: PosterTaskRequest
  /** what the person has taken note of */
  readonly confirmed: readonly Noted[]
  /** it may have waited for hours since it was confirmed: what was created at any age is asked about */
  readonly isUnattended?: boolean
}

/** What came of handing a poster on. */
export type Sent =
  /** nothing was sent: there is something to ask first */
  | { kind: 'ask'; question: Question }
  /** nothing was sent now: one of its id was, here or in another tab */
  | { kind: 'known' }
  | { kind: 'sent'; outcome: CreationOutcome }
  /** nothing was recorded or sent: its session has ended */
  | { kind: 'ended' }

/**
 * Records a poster and sends it, exactly once. Call it with the tab's place taken.
 *
 * @param onBegun is called when it is recorded and goes out
 */
export async function sendPoster(
  session: ApiSession,
  poster: PosterToSend,
  onBegun?: (submission: NewSubmission) => void,
): Promise<Sent> {
  const { queryClient } = session
  // A mutation: whoever wants to take the key away sees that a creation is on its way.
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => deliver(session, poster, onBegun),
  })
  try {
    return await mutation.execute(undefined)
  } finally {
    noteSending(session, { flyingId: null })
  }
}

async function deliver(
  session: ApiSession,
  { id, request, confirmed, isUnattended }: PosterToSend,
  onBegun: ((submission: NewSubmission) => void) | undefined,
): Promise<Sent> {
  // A creation that was begun comes to its end, also where its session does before.
  const { signal } = session
  const sender = { apiKey: session.apiKey, signal }
  const owning = ownerOf(session, submissionStore)
  return whileSending(id, async () => {
    const owner = await owning
    // Nothing was recorded or sent yet: with its session it goes.
    if (signal.aborted) return { kind: 'ended' }
    const submission = { id, request, startedAt: Date.now() }
    const begun = await submissionStore.begin(submission, owner, confirmed, isUnattended)
    if (begun.kind !== 'begun') return begun
    noteSending(session, { flyingId: id })
    onBegun?.(submission)
    const outcome = await createPosterTask(sender, id, request)
    await settleSubmission(session, id, outcome)
    // The list may hold the new task now, and after an unknown outcome it may as well.
    const mayExist = outcome.kind === 'created' || outcome.kind === 'unknown'
    if (mayExist && !session.signal.aborted) refreshVideoTasks(session)
    return { kind: 'sent', outcome }
  })
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
  const hostHeaders = { [IDEMPOTENCY_HEADER]: id }
  try {
    const options = { body: request, hostHeaders }
    return readCreation(await sendOperation(caller, 'createPosterTask', options), Date.now())
  } catch (error) {
    return outcomeWithoutReply(error)
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
