import { createAtom, type ReadonlyAtom } from '@tanstack/react-store'

import {
  MAX_PAGE_SIZE,
  type ListRequest,
  type VideoTaskRow,
  FIRST_PAGE,
  type ReceivedList,
} from '#contract/video-tasks.ts'
import { type ApiFailure, caughtFailure } from '#web/api/api-error.ts'
import { delayAfterFailure } from '#web/api/query-client.ts'
import type { RowsReply } from '#web/task-list/list-page.ts'
import {
  MAX_PAGES_READ_TWICE,
  type ScanStatement,
  ScanTally,
} from '#web/task-list/scan/scan-tally.ts'

/** The most requests at once. A browser has six connections to a host, and the screen needs some of them. */
const MAX_AT_ONCE = 4

/** After a failure, this many pages must succeed before there is one more request at once. */
const PAGES_UNTIL_MORE = 10

/** How many pages a list may grow while it is read, without another question. */
const SPARE_REQUESTS = 10

/** Where the end is not known, each question is about so many times the requests before it. */
const NEXT_REQUESTS = 10

/** After this many failures in a row the scan no longer tries again by itself. */
const MAX_FAILURES = 5

/** The phase of a scan. `checking`: everything was read, and is read a second time. */
type ScanPhase =
  | { kind: 'reading' }
  | { kind: 'checking' }
  | { kind: 'paused' }
  /**
   * The list needs more requests than the scan may send by itself; only `resume` goes on. isEndKnown: false if the total is missing or
   * too small; requests: of the whole list then, otherwise how many `resume` allows
   */
  | { kind: 'asking'; requests: number; isEndKnown: boolean }
  /** after a failure; until, in milliseconds since the epoch */
  | { kind: 'waiting'; until: number; failure: ApiFailure }
  /** after too many failures, or one that another try does not help; only `resume` goes on */
  | { kind: 'stuck'; failure: ApiFailure }
  | { kind: 'cancelled' }
  | { kind: 'done' }

/** How far a scan is. */
export interface ScanProgress extends ScanStatement {
  phase: ScanPhase
}

/** What a scan needs. */
export interface ListScanOptions {
  /** reads one page, without a retry; throws an ApiError */
  readPage: (
    request: Pick<ListRequest, 'pageNumber' | 'pageSize'>,
    signal: AbortSignal,
  ) => Promise<RowsReply>
  /** takes the rows that are new, in the list's order, with the reply that brought them */
  onRows: (rows: readonly VideoTaskRow[], reply: RowsReply) => void
  /** cancels the scan */
  signal: AbortSignal
  /** a list that needs more requests is read only after `resume` */
  mostRequests: number
}

/** Reads a whole list page by page. It begins at once. */
export class ListScan {
  readonly #options: ListScanOptions
  readonly #tally = new ScanTally(Date.now())
  /** replies that came before their turn, by page */
  readonly #early = new Map<number, RowsReply>()
  #abort = new AbortController()
  #plan = new PagePlan()
  #phase: ScanPhase = { kind: 'reading' }
  #isCheckWanted = false
  #isChecking = false
  #mostRequests: number
  #inFlight = 0
  #atOnce = MAX_AT_ONCE
  #goodPages = 0
  /** failures since the last page that succeeded */
  #failures = 0
  #endedAt: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #progress = createAtom(this.#currentProgress())
  /** The progress as a store, for components. */
  readonly store: ReadonlyAtom<ScanProgress> = this.#progress

  constructor(options: ListScanOptions) {
    this.#options = options
    this.#mostRequests = options.mostRequests
    this.#endWithSession()
    this.#pump()
  }

  #endWithSession(): void {
    const { signal } = this.#options
    if (signal.aborted) {
      this.cancel()
      return
    }
    // A session can last for hours. A strong reference would keep a paused scan in memory for as long.
    const self = new WeakRef(this)
    const once = { once: true, signal: this.#abort.signal }
    signal.addEventListener('abort', () => self.deref()?.cancel(), once)
  }

  /** How far the scan is. Each change makes a new object. */
  get progress(): ScanProgress {
    return this.#progress.get()
  }

  /** Asks for no more pages. Requests that are under way still count. */
  pause(): void {
    if (this.#isReading() || this.#phase.kind === 'waiting') this.#enter({ kind: 'paused' })
  }

  /** Goes on after a pause, a question, a failure or the end of what was cancelled, or at once instead of waiting. */
  resume(): void {
    const { kind } = this.#phase
    if (this.#phase.kind === 'asking') {
      const { requests, isEndKnown } = this.#phase
      this.allow(requests + (isEndKnown ? SPARE_REQUESTS : this.#plan.taken))
    }
    if (kind === 'cancelled' && !this.#options.signal.aborted) {
      this.#plan.goBack()
      this.#reopen()
      this.#goOn()
    }
    if (kind !== 'paused' && kind !== 'stuck' && kind !== 'waiting') return
    this.#failures = 0
    this.#goOn()
  }

  /** Lets the scan read so many pages, if it may not read more already. */
  allow(requests: number): void {
    if (requests <= this.#mostRequests) return
    this.#mostRequests = requests
    if (this.#phase.kind === 'asking') this.#goOn()
  }

  /** Has a short list read a second time, also if it was read once already: only that shows whether rows have moved. */
  check(): void {
    this.#isCheckWanted = true
    if (this.#phase.kind !== 'done' || !this.#canCheck()) return
    this.#reopen()
    this.#beginCheck()
  }

  #reopen(): void {
    this.#abort = new AbortController()
    this.#endedAt = null
    this.#failures = 0
    this.#endWithSession()
  }

  /** Ends the scan. What was read so far stays. */
  cancel(): void {
    if (!this.#isOver()) this.#end({ kind: 'cancelled' })
  }

  #goOn(): void {
    this.#enter({ kind: this.#isChecking ? 'checking' : 'reading' })
    this.#pump()
  }

  #pump(): void {
    while (this.#isReading() && this.#inFlight < this.#atOnce) {
      const page = this.#plan.next()
      if (page === undefined) break
      if (page > this.#mostRequests) {
        this.#plan.giveBack(page)
        this.#askIfLong(page)
        break
      }
      this.#inFlight += 1
      void this.#readPage(page)
    }
    if (this.#isReading() && this.#inFlight === 0 && this.#plan.isDone()) this.#endRound()
  }

  async #readPage(page: number): Promise<void> {
    // That of this request: the scan may have ended and gone on before its reply comes.
    const { signal } = this.#abort
    try {
      const request = { pageNumber: page, pageSize: MAX_PAGE_SIZE }
      const reply = await this.#options.readPage(request, signal)
      if (signal.aborted) return
      this.#failures = 0
      this.#goodPages += 1
      if (this.#goodPages % PAGES_UNTIL_MORE === 0) {
        this.#atOnce = Math.min(this.#atOnce + 1, MAX_AT_ONCE)
      }
      this.#plan.learn(page, reply)
      // The page that was asked for counts, not the one that the service echoes.
      this.#early.set(page, { ...reply, request: { ...reply.request, pageNumber: page } })
      this.#takeInOrder()
      this.#askIfLong()
    } catch (error) {
      if (signal.aborted) return
      this.#plan.giveBack(page)
      this.#fail(caughtFailure(error))
    } finally {
      this.#inFlight -= 1
      this.#pump()
    }
  }

  /** @param page the next one: it counts if the total is missing or too small */
  #askIfLong(page = 0): void {
    const count = this.#plan.pageCount
    if (!this.#isReading() || Math.max(count ?? 0, page) <= this.#mostRequests) return
    const requests = count ?? this.#plan.taken * NEXT_REQUESTS
    this.#enter({ kind: 'asking', requests, isEndKnown: count !== undefined })
  }

  #takeInOrder(): void {
    for (;;) {
      const page = this.#plan.taken + 1
      const reply = this.#early.get(page)
      if (reply === undefined) break
      this.#early.delete(page)
      const rows = this.#tally.take(reply)
      this.#plan.take(page, this.#isChecking ? reply.rows.length : rows.length)
      if (rows.length > 0) this.#options.onRows(rows, reply)
    }
    this.#notify()
  }

  /** All requests go to the same service, so one failure stops and slows down all of them. */
  #fail(failure: ApiFailure): void {
    if (!this.#isReading()) return
    this.#failures += 1
    this.#goodPages = 0
    this.#atOnce = Math.max(Math.floor(this.#atOnce / 2), 1)
    const now = Date.now()
    const delay = delayAfterFailure(failure, this.#failures, now)
    if (delay === false || this.#failures > MAX_FAILURES) {
      this.#enter({ kind: 'stuck', failure })
      return
    }
    this.#enter({ kind: 'waiting', until: now + delay, failure })
    this.#timer = setTimeout(() => this.#goOn(), delay)
  }

  #endRound(): void {
    if (this.#isCheckWanted && this.#canCheck()) this.#beginCheck()
    else this.#end({ kind: 'done' })
  }

  #canCheck(): boolean {
    const pages = this.#plan.taken
    const isShort = pages > 1 && pages <= MAX_PAGES_READ_TWICE
    return isShort && !this.#isChecking && !this.#tally.hasMoved
  }

  /** Rows may move between pages during a scan. A second round that finds the same pages shows that none is missing. */
  #beginCheck(): void {
    this.#isChecking = true
    this.#tally.beginCheck()
    this.#plan = new PagePlan()
    this.#goOn()
  }

  #end(phase: ScanPhase): void {
    this.#abort.abort()
    this.#endedAt = Date.now()
    this.#early.clear()
    this.#enter(phase)
  }

  #enter(phase: ScanPhase): void {
    clearTimeout(this.#timer)
    this.#phase = phase
    this.#notify()
  }

  #notify(): void {
    this.#progress.set(this.#currentProgress())
  }

  #currentProgress(): ScanProgress {
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

/** How far to read ahead of the last page that was taken in order. Pages that wait for their turn are held in memory. */
const WINDOW = 16

/** After this many pages in a row without a new row the list is at its end, whatever its total says. */
const MAX_STALE_PAGES = 10

/** Plans which pages of a list to read next, from what the replies have said so far. */
class PagePlan {
  #next = FIRST_PAGE
  #taken = FIRST_PAGE - 1
  #stalePages = 0
  #perPage: number | undefined
  /** undefined: not known; then pages are read one after the other */
  #pageCount: number | undefined
  /** this page and all after it have no rows */
  #end = Infinity
  readonly #givenBack = new Set<number>()

  /** The last page that was taken in order; 0 before the first. */
  get taken(): number {
    return this.#taken
  }

  /** The number of pages, if it is known. */
  get pageCount(): number | undefined {
    // An empty list has one page without rows.
    const most = Math.max(this.#end - 1, FIRST_PAGE)
    return this.#pageCount === undefined && most === Infinity
      ? undefined
      : Math.min(this.#pageCount ?? most, most)
  }

  /** @returns the next page to ask for; undefined if there is none at the moment */
  next(): number | undefined {
    const [first] = [...this.#givenBack].toSorted((a, b) => a - b)
    if (first !== undefined) {
      this.#givenBack.delete(first)
      return first
    }
    const isKnown = this.#next <= (this.pageCount ?? this.#taken + 1)
    const isNear = this.#next <= this.#taken + WINDOW
    const isFirst = this.#next === FIRST_PAGE
    if (!isFirst && (this.#perPage === undefined || !isKnown || !isNear)) return undefined
    this.#next += 1
    return this.#next - 1
  }

  /** Notes that a page has failed, so that it is asked for again. */
  giveBack(page: number): void {
    this.#givenBack.add(page)
  }

  /** Learns from a reply how many pages there are. */
  learn(page: number, { rows, total, pageSize }: Omit<ReceivedList, 'pageNumber'>): void {
    if (rows.length === 0) this.#end = Math.min(this.#end, Math.max(page, FIRST_PAGE))
    if (page === FIRST_PAGE) this.#perPage ??= rowsPerPage({ rows, total, pageSize })
    this.#pageCount =
      total === null ? undefined : Math.max(Math.ceil(total / (this.#perPage ?? MAX_PAGE_SIZE)), 1)
  }

  /** Begins again after the last page that was taken: nothing else comes. */
  goBack(): void {
    this.#next = this.#taken + 1
    this.#givenBack.clear()
  }

  /** Notes that a page was taken in its order. */
  take(page: number, newRows: number): void {
    this.#taken = page
    this.#stalePages = newRows === 0 ? this.#stalePages + 1 : 0
    if (this.#stalePages >= MAX_STALE_PAGES) this.#end = Math.min(this.#end, page + 1)
  }

  /** Whether every page was taken. */
  isDone(): boolean {
    return this.#givenBack.size === 0 && this.#taken >= (this.pageCount ?? Infinity)
  }
}

/** The rows on a full page. The service may give fewer than it was asked for, with or without saying so. */
function rowsPerPage({ rows, total, pageSize }: Omit<ReceivedList, 'pageNumber'>): number {
  const said = pageSize !== null && pageSize > 0 ? Math.min(pageSize, MAX_PAGE_SIZE) : MAX_PAGE_SIZE
  const isCut = rows.length > 0 && rows.length < said && (total ?? 0) > rows.length
  return isCut ? rows.length : said
}
