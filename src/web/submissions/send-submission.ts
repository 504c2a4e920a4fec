import { type Atom, createAtom } from '@tanstack/react-store'

import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { type ApiFailure, caughtFailure } from '#web/api/api-error.ts'
import type { Caller } from '#web/api/exchange.ts'
import { sendOperation } from '#web/api/request.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { checkApiKey, refreshVideoTasks } from '#web/api/video-tasks.ts'
import { outcomeOfReply, outcomeWithoutReply } from '#web/submissions/outcome.ts'
import { ownerOf, settleSubmission } from '#web/submissions/submission-log.ts'
import { submissionStore } from '#web/submissions/submission-store.ts'
import type { NewSubmission, Noted, Outcome, Question } from '#web/submissions/submission.ts'

/** The last submission of this tab's form. */
export interface LatestSubmission {
  readonly id: string
  readonly request: PosterTaskRequest
  /** null: on its way */
  readonly outcome: Outcome | null
}

/** A poster that the person is asked about before it is sent. */
export interface ToConfirm {
  readonly request: PosterTaskRequest
  readonly question: Question
  /** what the person has confirmed in earlier questions about it */
  readonly confirmed: readonly Noted[]
  /** milliseconds since the epoch */
  readonly askedAt: number
}

/** What this tab is sending, and what its form sent last. */
export interface Sending {
  /** one poster, or a batch, is being sent: nothing else may start */
  readonly isSending: boolean
  /** id of the submission that this tab waits for */
  readonly flyingId: string | null
  readonly latest: LatestSubmission | null
  readonly toConfirm: ToConfirm | null
}

const sendings = new WeakMap<ApiSession, Atom<Sending>>()

/** What this tab is sending in a session. It outlives the screen, as the request does. */
export function sendingOf(session: ApiSession): Atom<Sending> {
  const known = sendings.get(session)
  if (known !== undefined) return known
  const sending = createAtom<Sending>({
    isSending: false,
    flyingId: null,
    latest: null,
    toConfirm: null,
  })
  sendings.set(session, sending)
  return sending
}

/** Updates what this tab is sending. After the end of the session only the store takes news. */
export function updateSending(session: ApiSession, change: Partial<Sending>): void {
  if (session.signal.aborted) return
  sendingOf(session).set((before) => ({ ...before, ...change }))
}

/**
 * Reserves sending for the caller: a tab sends one poster, or one batch, at a time. The caller must release it
 * with `updateSending({ isSending: false })`, whatever happens.
 *
 * @returns false: something is being sent already, or this account is read-only
 */
export function claimSending(session: ApiSession): boolean {
  if (sendingOf(session).get().isSending) return false
  // An account that is open for support must not send, whatever screen asks.
  if (session.isReadOnly || session.signal.aborted) return false
  updateSending(session, { isSending: true, toConfirm: null })
  return true
}

/** A poster that the person has confirmed. */
export interface PosterToSend {
  /** a UUID: the host forwards each at most once */
  readonly id: string
  readonly request: PosterTaskRequest
  /** submissions for the same poster that the person has confirmed */
  readonly confirmed: readonly Noted[]
  /** it may have waited for hours since it was confirmed, see questionBefore */
  readonly isUnattended?: boolean
}

/** The result of sending a poster. */
export type Sent =
  /** nothing was sent: the person must be asked first */
  | { kind: 'ask'; question: Question }
  /** nothing was sent now: a submission with this id was sent before, here or in another tab */
  | { kind: 'known' }
  | { kind: 'sent'; outcome: Outcome }
  /** nothing was recorded or sent: the session has ended */
  | { kind: 'ended' }

/**
 * Records a poster and sends it, exactly once. Call claimSending first.
 *
 * @param onBegun is called when the submission is recorded, right before it is sent
 */
export async function sendPoster(
  session: ApiSession,
  poster: PosterToSend,
  onBegun?: (submission: NewSubmission) => void,
): Promise<Sent> {
  const { queryClient } = session
  // A mutation, because dialogs that remove or replace the key check whether one is running.
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => deliver(session, poster, onBegun),
  })
  try {
    return await mutation.execute(undefined)
  } finally {
    updateSending(session, { flyingId: null })
  }
}

async function deliver(
  session: ApiSession,
  { id, request, confirmed, isUnattended }: PosterToSend,
  onBegun: ((submission: NewSubmission) => void) | undefined,
): Promise<Sent> {
  // A request that was sent completes, even if the session ends before.
  const { signal } = session
  const sender = { apiKey: session.apiKey, signal }
  const owning = ownerOf(session)
  return whileSending(id, async () => {
    const owner = await owning
    // Nothing was recorded or sent yet.
    if (signal.aborted) return { kind: 'ended' }
    const submission = { id, request, startedAt: Date.now() }
    const begun = await submissionStore.begin(submission, owner, confirmed, isUnattended)
    if (begun.kind !== 'begun') return begun
    updateSending(session, { flyingId: id })
    onBegun?.(submission)
    const outcome = await createPosterTask(sender, id, request)
    await settleSubmission(session, id, outcome)
    // The list may contain the new task now, also after an unknown outcome.
    const mayExist = outcome.kind === 'created' || outcome.kind === 'unknown'
    if (mayExist && !session.signal.aborted) refreshVideoTasks(session)
    return { kind: 'sent', outcome }
  })
}

/** A request that was sent is not aborted when its session ends. */
const NEVER = new AbortController().signal

/**
 * Sends one request (spec: "Create poster task"). It is never sent again: a failure becomes an outcome. Never
 * throws.
 */
async function createPosterTask(
  { apiKey, signal }: Caller,
  id: string,
  request: PosterTaskRequest,
): Promise<Outcome> {
  const unreachable = await checkBeforeSending({ apiKey, signal })
  if (unreachable !== undefined) return { kind: 'not-sent', failure: unreachable }
  const caller = { apiKey, signal: NEVER }
  const hostHeaders = { [IDEMPOTENCY_HEADER]: id }
  try {
    const options = { body: request, hostHeaders }
    return outcomeOfReply(await sendOperation(caller, 'createPosterTask', options), Date.now())
  } catch (error) {
    return outcomeWithoutReply(error)
  }
}

/**
 * If the browser says that it is offline, tries a read first. The service may be on this machine and reachable
 * all the same, but a creation that fails after it was sent would have an unknown outcome.
 */
async function checkBeforeSending(caller: Caller): Promise<ApiFailure | undefined> {
  if (navigator.onLine) return undefined
  try {
    await checkApiKey(caller)
    return undefined
  } catch (error) {
    return caughtFailure(error)
  }
}

/** The name of the lock that a tab holds while it sends a submission. The browser releases it when the tab is gone. */
const lockName = (submissionId: string) => `marquee.sending.${submissionId}`

/** Runs the work while other tabs can see that this one is sending. */
export async function whileSending<Result>(
  submissionId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await holdLock(submissionId)
  try {
    return await work()
  } finally {
    release()
  }
}

/** @returns releases the lock. Without locks in this browser, it does nothing. */
async function holdLock(submissionId: string): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) {
    await new Promise<void>((resolve) => {
      navigator.locks
        .request(lockName(submissionId), async () => {
          resolve()
          await released
        })
        .catch(resolve)
    })
  }
  return release
}

/** Whether it is certain that no tab is sending a submission. If the browser cannot tell, it is not. */
export async function isSenderGone(submissionId: string): Promise<boolean> {
  if (!('locks' in navigator)) return false
  try {
    const { held = [], pending = [] } = await navigator.locks.query()
    return ![...held, ...pending].some(({ name }) => name === lockName(submissionId))
  } catch {
    return false
  }
}
