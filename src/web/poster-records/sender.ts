import { type Atom, createAtom, type ReadonlyAtom } from '@tanstack/react-store'

import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { type ApiFailure, caughtFailure, failureOf } from '#web/api/api-error.ts'
import type { Caller } from '#web/api/exchange.ts'
import { randomId } from '#web/api/random-id.ts'
import { sendOperation } from '#web/api/request.ts'
import { type ApiSession, perSession } from '#web/api/session.tsx'
import { checkApiKey, refreshVideoTasks } from '#web/api/video-tasks.ts'
import { outcomeOfFailure, outcomeOfReply } from '#web/poster-records/outcome.ts'
import { loadMirror, saveMirror } from '#web/poster-records/mirror.ts'
import { ownerOf } from '#web/poster-records/owner.ts'
import type { Question } from '#web/poster-records/question.ts'
import {
  afterPoster,
  afterTurn,
  type Batch,
  type BatchView,
  newBatch,
  nextQueued,
  type PlannedPoster,
  type PointsLimit,
  queueOf,
  recordsOf,
  requeued,
  resumed,
  withAsked,
  withoutBatch,
} from '#web/poster-records/queue.ts'
import { posterRecordStore } from '#web/poster-records/record-store.ts'
import type {
  NewPoster,
  ConfirmedPoster,
  Outcome,
  PosterRecord,
} from '#web/poster-records/record.ts'
import type { OwnRecords } from '#web/poster-records/tab-records.ts'

/** A poster that the person is asked about before it is sent. */
export interface ToConfirm {
  readonly request: PosterTaskRequest
  readonly question: Question
  /** what the person has confirmed in earlier questions about it */
  readonly confirmed: readonly ConfirmedPoster[]
  /** milliseconds since the epoch */
  readonly askedAt: number
}

/** What a tab is sending for a session. */
export interface SenderState {
  /** one poster, or a batch, is being sent: nothing else may start */
  readonly isSending: boolean
  /** id of the poster that this tab waits for */
  readonly sendingId: string | null
  /** the last poster of the form; reply: the outcome that this tab was told, null: none yet */
  readonly latest: { readonly id: string; readonly reply: Outcome | null } | null
  /** the open question; nothing is sent before its answer */
  readonly toConfirm: ToConfirm | null
  /** the batch that was confirmed, until it is cleared; null: none */
  readonly batch: Batch | null
  /** false: the browser does not keep the batch, and it is lost when the page is closed */
  readonly isKept: boolean
}

/** Who is told what the sender does, also when no screen shows it. */
export interface SenderListener {
  /** a poster of the form is recorded, and is sent now */
  onBegun: (poster: NewPoster) => void
  /** a batch has started, paused or ended, or one of its posters had its turn; before null: another batch */
  onBatch: (before: BatchView | null, now: BatchView) => void
  /** asked after each poster of a batch */
  pointsLimit: () => PointsLimit
  /** the picture at an address in small, for the log */
  thumbnailOf: (url: string) => string | undefined
}

/** The sender of a session. It goes on while the person looks at other screens. */
export const senderOf = perSession(
  (session: ApiSession, listener: SenderListener) => new PosterSender(session, listener),
)

/**
 * Sends the posters of a session from this tab: one at a time, each exactly once, from the form or from a batch. A
 * batch that was kept from before a reload is paused. After the end of the session only the store takes news.
 */
export class PosterSender {
  /** the session's records in this tab */
  readonly own: OwnRecords
  readonly #session: ApiSession
  readonly #listener: SenderListener
  readonly #state: Atom<SenderState>
  /** what the listener was told last */
  #told: BatchView | null = null

  constructor(session: ApiSession, listener: SenderListener) {
    const { profileId, signal } = session
    const { batch, records } = loadMirror(profileId)
    posterRecordStore.recall(profileId, records)
    this.#session = session
    this.#listener = listener
    this.own = posterRecordStore.own(profileId)
    this.#state = createAtom<SenderState>({
      isSending: false,
      sendingId: null,
      latest: null,
      toConfirm: null,
      batch,
      isKept: true,
    })
    const saving = this.own.subscribe(() => this.#save())
    const following = posterRecordStore.subscribe(() => void this.#updateQuestion())
    signal.addEventListener('abort', () => {
      saving.unsubscribe()
      following()
      // What was read of an account must not outlive its session.
      posterRecordStore.forgetRead()
    })
  }

  get state(): ReadonlyAtom<SenderState> {
    return this.#state
  }

  /** Sends a poster, or opens a question. While something is being sent this does nothing. */
  create(request: PosterTaskRequest): void {
    void this.#create(request, [])
  }

  /** Answers the open question with yes. */
  confirm(): void {
    const { toConfirm } = this.#state.get()
    if (toConfirm === null) return
    void this.#create(toConfirm.request, [...toConfirm.confirmed, ...toConfirm.question.about])
  }

  /** Answers it with no. */
  dismiss(): void {
    this.#update({ toConfirm: null })
  }

  /** Starts a batch. It replaces the one before. @returns false: something else is being sent */
  start(posters: readonly PlannedPoster[]): boolean {
    const { batch: before } = this.#state.get()
    const isOver = before === null || before.phase.kind === 'over'
    if (posters.length === 0 || !isOver || !this.#claim()) return false
    const batch = newBatch(randomId())
    this.own.set((own) => [
      ...withoutBatch(own, before),
      ...queueOf(posters, batch.id, this.#session.profileId, randomId),
    ])
    this.#put(batch)
    void this.#run()
    return true
  }

  /** Resumes a paused batch. */
  resume(): void {
    const { batch } = this.#state.get()
    if (batch?.phase.kind !== 'held' || !this.#claim()) return
    this.own.set((own) => requeued(batch, own, randomId))
    this.#put(resumed(batch, this.#recordsOf(batch)))
    void this.#run()
  }

  /** Pauses a batch after the poster that is on its way. */
  pause(): void {
    this.#ask('hold')
  }

  /** Ends a batch after the poster that is on its way. */
  stop(): void {
    this.#ask('end')
  }

  /** Removes a batch that is over. */
  clear(): void {
    const { batch } = this.#state.get()
    if (batch?.phase.kind !== 'over') return
    this.#update({ batch: null })
    this.own.set((own) => withoutBatch(own, batch))
  }

  async #create(request: PosterTaskRequest, confirmed: readonly ConfirmedPoster[]) {
    if (!this.#claim()) return
    const id = randomId()
    try {
      const sent = await this.#deliver({ id, request, confirmed }, (poster) => {
        this.#listener.onBegun(poster)
        this.#update({ latest: { id, reply: null } })
      })
      if (sent.kind === 'ask') {
        const { question } = sent
        this.#update({ toConfirm: { request, question, confirmed, askedAt: Date.now() } })
      } else if (sent.kind === 'sent') this.#update({ latest: { id, reply: sent.outcome } })
    } finally {
      this.#update({ isSending: false })
    }
  }

  /** Sends one poster of the batch after the other until none is due. Claim sending before. */
  async #run() {
    try {
      for (let record = this.#next(); record !== undefined; record = this.#next()) {
        const { id, request, retryOf, confirmed = [] } = record
        const sending = this.#deliver({ id, request, retryOf, confirmed, isUnattended: true })
        const sent = await sending.catch((error: unknown): Sent => {
          // A defect in this app, which the mutation has reported: the poster may have been sent.
          return { kind: 'sent', outcome: { kind: 'unknown', failure: failureOf(error) } }
        })
        this.#afterTurn(id, sent)
      }
    } finally {
      this.#update({ isSending: false })
    }
  }

  #next(): PosterRecord | undefined {
    const { batch } = this.#state.get()
    if (this.#session.signal.aborted || batch === null) return undefined
    return nextQueued(batch, this.#recordsOf(batch))
  }

  #afterTurn(id: string, sent: Sent) {
    const { batch } = this.#state.get()
    if (this.#session.signal.aborted || batch === null) return
    const outcome = sent.kind === 'sent' ? sent.outcome : null
    this.own.set((own) => requeued(batch, afterTurn(own, id, outcome, Date.now()), randomId))
    const limit = this.#listener.pointsLimit()
    this.#put(afterPoster(batch, this.#recordsOf(batch), outcome, limit))
  }

  /** Sends a poster. Call #claim before. */
  async #deliver(poster: PosterToSend, onBegun?: (begun: NewPoster) => void): Promise<Sent> {
    // Before it is recorded: the log must not ask the host about it.
    this.#update({ sendingId: poster.id })
    const thumbnail = this.#listener.thumbnailOf(poster.request.image_url)
    const end = () => this.#update({ sendingId: null })
    return deliver(this.#session, { ...poster, thumbnail }, onBegun).finally(end)
  }

  /**
   * Reserves sending: a tab sends one poster, or one batch, at a time. It is released with `isSending: false`,
   * whatever happens.
   *
   * @returns false: something is being sent already, or this account is read-only
   */
  #claim(): boolean {
    if (this.#state.get().isSending) return false
    // An account that is open for support must not send, whatever screen asks.
    if (this.#session.isReadOnly || this.#session.signal.aborted) return false
    this.#update({ isSending: true, toConfirm: null })
    return true
  }

  #ask(next: 'hold' | 'end') {
    const { batch } = this.#state.get()
    if (batch !== null) this.#put(withAsked(batch, next))
  }

  #recordsOf(batch: Batch): PosterRecord[] {
    return recordsOf(batch, this.own.get())
  }

  #put(batch: Batch) {
    this.#update({ batch })
    this.#save()
    if (this.#session.signal.aborted) return
    const now = { batch, records: this.#recordsOf(batch) }
    this.#listener.onBatch(this.#told?.batch.id === batch.id ? this.#told : null, now)
    this.#told = now
  }

  #update(change: Partial<SenderState>) {
    if (this.#session.signal.aborted) return
    this.#state.set((before) => ({ ...before, ...change }))
  }

  /** Keeps this tab's records until it is closed. After the session the tab stores nothing of its account. */
  #save() {
    const { signal, profileId } = this.#session
    if (signal.aborted) return
    this.#update({ isKept: saveMirror(profileId, this.#state.get().batch, this.own.get()) })
  }

  /** Updates an open question: what it is about may have been settled since, here or in another tab. */
  async #updateQuestion() {
    const { toConfirm: before } = this.#state.get()
    if (before === null) return
    const { request, confirmed } = before
    const askedAt = Date.now()
    const poster = { id: randomId(), request, startedAt: askedAt }
    const owner = await ownerOf(this.#session)
    const question = await posterRecordStore.question(poster, owner, confirmed)
    // It was answered meanwhile, or a later change has updated it.
    if (this.#state.get().toConfirm !== before) return
    if (question === undefined) this.dismiss()
    else if (JSON.stringify(question) !== JSON.stringify(before.question)) {
      this.#update({ toConfirm: { request, confirmed, question, askedAt } })
    }
  }
}

/** A poster that the person has confirmed. */
interface PosterToSend extends Omit<NewPoster, 'startedAt'> {
  /** records for the same poster that the person has confirmed */
  readonly confirmed: readonly ConfirmedPoster[]
  /** it may have waited for hours since it was confirmed, see questionBefore */
  readonly isUnattended?: boolean
}

/** The result of sending a poster. */
type Sent =
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
async function deliver(
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
    const failure = caughtFailure(error)
    return { kind: outcomeOfFailure(failure), failure }
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

/** Runs the work while other tabs can see that this one is sending. In a browser without locks they cannot. */
export async function whileSending<Result>(
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!('locks' in navigator)) return work()
  const begun: Promise<Result>[] = []
  const locked = navigator.locks.request(lockName(id), async () => {
    begun.push(work())
    await Promise.allSettled(begun)
  })
  await locked.catch(() => undefined)
  // The browser refuses locks.
  const [sending = work()] = begun
  return sending
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
