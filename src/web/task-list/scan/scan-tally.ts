import type { VideoTaskRow } from '#contract/video-tasks.ts'
import { identityOf } from '#web/task-list/task-identity.ts'
import type { RowsReply } from '#web/task-list/list-page.ts'

/** Why a scan may lack a row that was in the list all the time. */
type ScanDoubt =
  /** it has not reached the end of the list */
  | 'unfinished'
  /** the service gave no usable total */
  | 'no-total'
  /** the total has changed during the scan */
  | 'total-moved'
  /** there are fewer rows than the total says */
  | 'count-differs'
  /** there are more rows than the total says */
  | 'total-disproved'
  /** the second round found other rows on a page */
  | 'rows-moved'
  /** there was no second round, so moved rows went unnoticed */
  | 'read-once'
  /** some rows have neither uuid nor id, so a row that came twice counts twice */
  | 'without-id'

/** The result of a scan. It accompanies every figure and every file that is made from the scan. */
export interface ScanStatement {
  /** in the current round */
  pagesRead: number
  /** null: not known */
  pageCount: number | null
  /** the number of distinct rows */
  rows: number
  /** the number of rows that came again */
  duplicates: number
  /** the number of records that could not be read; they count as rows */
  unreadable: number
  /** the total of the first and of the last reply; null: none was given */
  totalAtStart: number | null
  totalAtEnd: number | null
  /** a total that the rows prove wrong; null: there is none */
  disprovedTotal: number | null
  /** milliseconds since the epoch; the end is null during the scan */
  startedAt: number
  endedAt: number | null
  /** when the oldest of the rows came that were kept from an older scan; undefined: none were kept */
  keptSince?: number | undefined
  /** empty: no row that was in the list all the time is missing */
  doubts: readonly ScanDoubt[]
}

/** Whether every task was read, as far as the replies show: all totals agree with the rows. Only a file claims more. */
export function isWhole({ doubts }: Pick<ScanStatement, 'doubts'>): boolean {
  return doubts.every((doubt) => doubt === 'read-once')
}

/** The last total that the service gave; null if there is none, or the rows prove it wrong. */
export function totalOf({
  rows,
  totalAtStart,
  totalAtEnd,
}: Pick<ScanStatement, 'rows' | 'totalAtStart' | 'totalAtEnd'>): number | null {
  const total = totalAtEnd ?? totalAtStart
  return total === null || total < rows ? null : total
}

/** The most pages of a list that is read a second time, to see whether rows have moved. */
export const MAX_PAGES_READ_TWICE = 10

/** Counts the rows of a scan, finds duplicates, and says what may be missing. */
export class ScanTally {
  readonly #seen = new Set<string>()
  /** page → the identities of its rows, for pages that may be read twice */
  readonly #pages = new Map<number, string>()
  #pagesRead = 0
  #rows = 0
  #duplicates = 0
  #unreadable = 0
  #withoutId = 0
  #lastReadAt = 0
  #keptSince: number | undefined
  #totalAtStart: number | null = null
  #totalAtEnd: number | null = null
  #disprovedTotal: number | null = null
  #hasMoved = false
  #isCheck = false
  readonly #startedAt: number

  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  /** Adds a page. @returns its new rows */
  take({ request, rows, total, disprovedTotal, readAt, origins }: RowsReply): VideoTaskRow[] {
    for (const origin of origins ?? [])
      this.#keptSince = Math.min(this.#keptSince ?? Infinity, origin?.readAt ?? Infinity)
    if (this.#lastReadAt === 0) this.#totalAtStart = total
    this.#pagesRead += 1
    // Pages are taken in order, but the total of the newest reply counts.
    if (readAt >= this.#lastReadAt) this.#totalAtEnd = total
    this.#lastReadAt = Math.max(readAt, this.#lastReadAt)
    this.#disprovedTotal = disprovedTotal?.got ?? this.#disprovedTotal
    const names = rows.map(identityOf)
    if (request.pageNumber <= MAX_PAGES_READ_TWICE) this.#compare(request.pageNumber, names)
    return rows.filter((row, index) => this.#isNew(row, names[index]))
  }

  /** Begins the second round. Pages are counted from zero again. */
  beginCheck(): void {
    this.#isCheck = true
    this.#pagesRead = 0
  }

  /** Whether rows are known to have moved, or the total to have changed. */
  get hasMoved(): boolean {
    return this.#hasMoved || this.#totalAtStart !== this.#totalAtEnd
  }

  /** The result so far. @param endedAt null during the scan @param isAtEnd whether the scan has reached the end of the list */
  statement(
    pageCount: number | undefined,
    endedAt: number | null,
    isAtEnd: boolean,
  ): ScanStatement {
    return {
      pagesRead: this.#pagesRead,
      pageCount: pageCount ?? null,
      rows: this.#rows,
      duplicates: this.#duplicates,
      unreadable: this.#unreadable,
      totalAtStart: this.#totalAtStart,
      totalAtEnd: this.#totalAtEnd,
      disprovedTotal: this.#disproved(),
      startedAt: this.#startedAt,
      endedAt,
      keptSince: this.#keptSince,
      doubts: this.#doubts(isAtEnd),
    }
  }

  #doubts(isAtEnd: boolean): ScanDoubt[] {
    if (!isAtEnd) return ['unfinished']
    // Within one reply nothing can move.
    const isOneReply = this.#pagesRead === 1
    const found: (ScanDoubt | false)[] = [
      this.#totalAtEnd === null && this.#disprovedTotal === null && 'no-total',
      this.#totalAtStart !== this.#totalAtEnd && 'total-moved',
      this.#totalAtEnd !== null && this.#rows < this.#totalAtEnd && 'count-differs',
      this.#disproved() !== null && 'total-disproved',
      this.#hasMoved && 'rows-moved',
      !isOneReply && !this.#isCheck && 'read-once',
      !isOneReply && this.#withoutId > 0 && 'without-id',
    ]
    return found.filter((doubt) => doubt !== false)
  }

  #disproved(): number | null {
    const total = this.#totalAtEnd
    return total !== null && this.#rows > total ? total : this.#disprovedTotal
  }

  #compare(page: number, names: readonly (string | undefined)[]): void {
    const content = JSON.stringify(names)
    if (this.#isCheck && this.#pages.get(page) !== content) this.#hasMoved = true
    this.#pages.set(page, content)
  }

  #isNew(row: VideoTaskRow, name: string | undefined): boolean {
    if (name === undefined) {
      // Such a row cannot be told apart from one of the first round.
      if (this.#isCheck) return false
      this.#withoutId += 1
    } else if (this.#seen.has(name)) {
      if (!this.#isCheck) this.#duplicates += 1
      return false
    } else this.#seen.add(name)
    this.#rows += 1
    if (row.kind === 'unreadable') this.#unreadable += 1
    return true
  }
}
