import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { type ApiFailure, caughtFailure } from '#web/api/api-error.ts'
import type { Caller } from '#web/api/exchange.ts'
import { sendOperation } from '#web/api/request.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { checkApiKey, refreshVideoTasks } from '#web/api/video-tasks.ts'
import { outcomeOfReply, outcomeWithoutReply } from '#web/poster-records/outcome.ts'
import { ownerOf } from '#web/poster-records/owner.ts'
import type { Question } from '#web/poster-records/question.ts'
import { posterRecordStore } from '#web/poster-records/record-store.ts'
import type { NewPoster, ConfirmedPoster, Outcome } from '#web/poster-records/record.ts'

/** A poster that the person has confirmed. */
export interface PosterToSend extends Omit<NewPoster, 'startedAt'> {
  /** records for the same poster that the person has confirmed */
  readonly confirmed: readonly ConfirmedPoster[]
  /** it may have waited for hours since it was confirmed, see questionBefore */
  readonly isUnattended?: boolean
}

/** The result of sending a poster. */
export type Sent =
  /** nothing was sent: the person must be asked first */
  | { kind: 'ask'; question: Question }
  /** nothing was sent now: a poster with this id was sent before, here or in another tab */
  | { kind: 'known' }
  | { kind: 'sent'; outcome: Outcome }
  /** nothing was recorded or sent: the session has ended */
  | { kind: 'ended' }

/**
 * Records a poster and sends it, exactly once. It is never sent again: a failure becomes an outcome.
 *
 * @param onBegun is called when the poster is recorded, right before it is sent
 */
export async function deliver(
  session: ApiSession,
  poster: PosterToSend,
  onBegun?: (poster: NewPoster) => void,
): Promise<Sent> {
  const { queryClient } = session
  // A mutation, because dialogs that remove or replace the key check whether one is running.
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => deliverOnce(session, poster, onBegun),
  })
  return mutation.execute(undefined)
}

async function deliverOnce(
  session: ApiSession,
  { confirmed, isUnattended, ...rest }: PosterToSend,
  onBegun: ((poster: NewPoster) => void) | undefined,
): Promise<Sent> {
  // A request that was sent completes, even if the session ends before.
  const { signal } = session
  const sender = { apiKey: session.apiKey, signal }
  const owning = ownerOf(session)
  const { id, request } = rest
  return whileSending(id, async () => {
    const owner = await owning
    // Nothing was recorded or sent yet.
    if (signal.aborted) return { kind: 'ended' }
    const poster = { ...rest, startedAt: Date.now() }
    const begun = await posterRecordStore.begin(poster, owner, confirmed, isUnattended)
    if (begun.kind !== 'begun') return begun
    onBegun?.(poster)
    const outcome = await createPosterTask(sender, id, request)
    // The list may contain the new task now, also after an unknown outcome. A screen that follows the task reads the list as soon as
    // it knows of it: before that, so that it is read once.
    const mayExist = outcome.kind === 'created' || outcome.kind === 'unknown'
    if (mayExist && !session.signal.aborted) refreshVideoTasks(session)
    await posterRecordStore.settle(id, outcome)
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

/** The name of the lock that a tab holds while it sends a poster. The browser releases it when the tab is gone. */
const lockName = (id: string) => `marquee.sending.${id}`

/** Runs the work while other tabs can see that this one is sending. */
export async function whileSending<Result>(
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await holdLock(id)
  try {
    return await work()
  } finally {
    release()
  }
}

/** @returns releases the lock. Without locks in this browser, it does nothing. */
async function holdLock(id: string): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) {
    await new Promise<void>((resolve) => {
      navigator.locks
        .request(lockName(id), async () => {
          resolve()
          await released
        })
        .catch(resolve)
    })
  }
  return release
}

/** Whether it is certain that no tab is sending a poster. If the browser cannot tell, it is not. */
export async function isSenderGone(id: string): Promise<boolean> {
  if (!('locks' in navigator)) return false
  try {
    const { held = [], pending = [] } = await navigator.locks.query()
    return ![...held, ...pending].some(({ name }) => name === lockName(id))
  } catch {
    return false
  }
}
