import {
  MAX_PAGE_SIZE,
  type VideoTaskListParams,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import { type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { PagePlan } from '#web/task-scan/scan-plan.ts'
import { resumeDelay, retryDelay } from '#web/api/query-client.ts'
import { MAX_PAGES_READ_TWICE, type ScanStatement, ScanTally } from '#web/task-scan/scan-tally.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'

/** Requests at once, at most: a browser has six connections to a host, and the screen needs some. */
const MAX_AT_ONCE = 4

/** So many pages must come before one more is asked for at once. */
const PAGES_UNTIL_MORE = 10

/** Failures in a row that are sat out with a short wait, and how many there may be before it is left to the person. */
const SHORT_WAITS = 2
const MAX_FAILURES = 5

/** How a reading goes. `checking`: everything was read, and is read a second time. */
export type ScanPhase =
  | { kind: 'reading' }
  | { kind: 'checking' }
  | { kind: 'paused' }
  /** after a failure; until, in milliseconds since the epoch */
  | { kind: 'waiting'; until: number; failure: ApiFailure }
  /** goes on when it is asked to */
  | { kind: 'stuck'; failure: ApiFailure }
  | { kind: 'cancelled' }
  | { kind: 'done' }

/** A reading of a whole list, as it goes. */
export interface ScanProgress extends ScanStatement {
  phase: ScanPhase
}

/** What a scan needs. */
export interface ListScanOptions {
  /** reads one page, once; what it throws is an ApiError */
  readPage: (
    params: Pick<VideoTaskListParams, 'page' | 'page_size'>,
    signal: AbortSignal,
  ) => Promise<VideoTaskListReply>
  /** takes the rows that had not come before, in the list's order, with the reply that had them */
  onRows: (rows: readonly VideoTaskRow[], reply: VideoTaskListReply) => void
  /** cancels it */
  signal: AbortSignal
}

/** A list that is being read whole (behaviour.md's "Reading everything"). */
export class ListScan {
  readonly #options: ListScanOptions
  readonly #tally: ScanTally
  readonly #waiting = new Map<number, VideoTaskListReply>()
  readonly #listeners = new Set<() => void>()
  readonly #abort = new AbortController()
  #plan = new PagePlan()
  #phase: ScanPhase = { kind: 'reading' }
  #isChecking = false
  #inFlight = 0
  #atOnce = MAX_AT_ONCE
  #goodPages = 0
  #failures = 0
  #taken = 0
  #endedAt: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #progress: ScanProgress

  constructor(options: ListScanOptions) {
    this.#options = options
    this.#tally = new ScanTally(Date.now())
    this.#progress = this.#read()
    if (options.signal.aborted) this.cancel()
    else {
      // The session may go on for hours: it holds no reading that rests and that nobody wants any more.
      const self = new WeakRef(this)
      const once = { once: true, signal: this.#abort.signal }
      options.signal.addEventListener('abort', () => self.deref()?.cancel(), once)
    }
    this.#pump()
  }

  /** How far it is. Another object whenever something has changed. */
  get progress(): ScanProgress {
    return this.#progress
  }

  /** Calls back at each change. @returns how to end that */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Asks for nothing more; what is on its way still counts. */
  pause(): void {
    const { kind } = this.#phase
    if (kind === 'reading' || kind === 'checking' || kind === 'waiting')
      this.#go({ kind: 'paused' })
  }

  /** Goes on after a pause, a failure, or instead of waiting. */
  resume(): void {
    const { kind } = this.#phase
    if (kind !== 'paused' && kind !== 'stuck' && kind !== 'waiting') return
    this.#failures = 0
    this.#goOn()
  }

  /** Ends it, with what was read until now. */
  cancel(): void {
    if (!this.#isOver()) this.#end({ kind: 'cancelled' })
  }

  #goOn(): void {
    this.#go({ kind: this.#isChecking ? 'checking' : 'reading' })
    this.#pump()
  }

  #pump(): void {
    while (this.#isReading() && this.#inFlight < this.#atOnce) {
      const page = this.#plan.next()
      if (page === undefined) break
      this.#inFlight += 1
      void this.#readPage(page)
    }
    if (this.#isReading() && this.#inFlight === 0 && this.#plan.isDone()) this.#endRound()
  }

  async #readPage(page: number): Promise<void> {
    try {
      const params = { page, page_size: MAX_PAGE_SIZE }
      const reply = await this.#options.readPage(params, this.#abort.signal)
      if (this.#isOver()) return
      this.#failures = 0
      this.#goodPages += 1
      if (this.#goodPages % PAGES_UNTIL_MORE === 0) {
        this.#atOnce = Math.min(this.#atOnce + 1, MAX_AT_ONCE)
      }
      this.#plan.learn(page, reply.page)
      // Whatever the service echoes, it is the answer to this page.
      this.#waiting.set(page, { ...reply, params: { ...reply.params, page } })
      this.#takeInOrder()
    } catch (error) {
      if (this.#isOver()) return
      this.#plan.giveBack(page)
      this.#fail(failureOf(error))
    } finally {
      this.#inFlight -= 1
    }
    this.#pump()
  }

  #takeInOrder(): void {
    for (;;) {
      const page = this.#taken + 1
      const reply = this.#waiting.get(page)
      if (reply === undefined) break
      this.#waiting.delete(page)
      this.#taken = page
      const rows = this.#tally.take(reply)
      this.#plan.take(page, this.#isChecking ? reply.page.rows.length : rows.length)
      if (rows.length > 0) this.#options.onRows(rows, reply)
    }
    this.#tell()
  }

  /** One failure slows all requests down: they go to the same service. */
  #fail(failure: ApiFailure): void {
    if (!this.#isReading()) return
    this.#failures += 1
    this.#goodPages = 0
    this.#atOnce = Math.max(Math.floor(this.#atOnce / 2), 1)
    const now = Date.now()
    const long = resumeDelay(failure, Math.max(this.#failures - SHORT_WAITS, 1), now)
    if (long === false || this.#failures > MAX_FAILURES) {
      this.#go({ kind: 'stuck', failure })
      return
    }
    const isShort = this.#failures <= SHORT_WAITS && failure.kind !== 'rate-limited'
    const delay = isShort ? retryDelay(this.#failures - 1, failure, now) : long
    this.#go({ kind: 'waiting', until: now + delay, failure })
    this.#timer = setTimeout(() => this.#goOn(), delay)
  }

  /** What was read over several replies is known to be whole only if it stood still: read again, it tells. */
  #endRound(): void {
    const pages = this.#taken
    const isCheckable = pages > 1 && pages <= MAX_PAGES_READ_TWICE && !this.#tally.hasMoved
    if (this.#isChecking || !isCheckable) {
      this.#end({ kind: 'done' })
      return
    }
    this.#isChecking = true
    this.#tally.beginCheck()
    this.#plan = new PagePlan()
    this.#taken = 0
    this.#goOn()
  }

  #end(phase: ScanPhase): void {
    this.#abort.abort()
    this.#endedAt = Date.now()
    this.#waiting.clear()
    this.#go(phase)
  }

  #go(phase: ScanPhase): void {
    clearTimeout(this.#timer)
    this.#phase = phase
    this.#tell()
  }

  #tell(): void {
    this.#progress = this.#read()
    for (const listener of this.#listeners) listener()
  }

  #read(): ScanProgress {
    const isWhole = this.#phase.kind === 'done'
    const statement = this.#tally.statement(this.#plan.pageCount, this.#endedAt, isWhole)
    return { ...statement, phase: this.#phase }
  }

  #isReading(): boolean {
    return this.#phase.kind === 'reading' || this.#phase.kind === 'checking'
  }

  #isOver(): boolean {
    return this.#phase.kind === 'cancelled' || this.#phase.kind === 'done'
  }
}
