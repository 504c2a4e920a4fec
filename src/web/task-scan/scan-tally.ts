import type { VideoTaskRow } from '#contract/video-tasks.ts'
import { identityOf } from '#web/video-task/row-identity.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'

/** Why a reading may lack a row that was there throughout. */
export type ScanDoubt =
  /** it has not come to the list's end */
  | 'unfinished'
  /** the service gave no usable total */
  | 'no-total'
  /** the total was another one at the end than at the start */
  | 'total-moved'
  /** there are fewer rows than the total says */
  | 'count-differs'
  /** there are more rows than the total says */
  | 'total-disproved'
  /** read a second time, a page held other rows */
  | 'rows-moved'
  /** too long to be read twice, so that rows which moved meanwhile were not noticed */
  | 'read-once'
  /** rows without uuid and id: one that came twice counts twice */
  | 'without-id'

/** What a reading amounts to: stands beside every figure and in every file made from it. */
export interface ScanStatement {
  /** of this round, where the list is read twice */
  pagesRead: number
  /** null: not known */
  pageCount: number | null
  /** distinct ones */
  rows: number
  /** rows that had come before */
  duplicates: number
  /** records that could not be read; they count as rows */
  unreadable: number
  /** as the first reply had it, and the last; null: not said */
  totalAtStart: number | null
  totalAtEnd: number | null
  /** a total that the rows prove wrong; null: there was none */
  disprovedTotal: number | null
  /** milliseconds since the epoch; the end is null until then */
  startedAt: number
  endedAt: number | null
  /** none: every row that was there throughout is among them */
  doubts: readonly ScanDoubt[]
}

/** How many tasks the list has, as the service said last; null: it did not, or the rows prove it wrong. */
export function totalOf({
  rows,
  totalAtStart,
  totalAtEnd,
}: Pick<ScanStatement, 'rows' | 'totalAtStart' | 'totalAtEnd'>): number | null {
  const total = totalAtEnd ?? totalAtStart
  return total === null || total < rows ? null : total
}

/** Up to so many pages a list is read a second time, to see whether it has moved meanwhile. */
export const MAX_PAGES_READ_TWICE = 10

/** Counts what a scan has read, tells rows apart and what may be missing. */
export class ScanTally {
  readonly #seen = new Set<string>()
  /** of pages that may be read twice: what stood on them */
  readonly #pages = new Map<number, string>()
  #pagesRead = 0
  #rows = 0
  #duplicates = 0
  #unreadable = 0
  #withoutId = 0
  #lastReadAt = 0
  #totalAtStart: number | null = null
  #totalAtEnd: number | null = null
  #disprovedTotal: number | null = null
  #hasMoved = false
  #isCheck = false
  readonly #startedAt: number

  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  /** Takes in a page. @returns those of its rows that had not come before */
  take({ params, page, readAt }: VideoTaskListReply): VideoTaskRow[] {
    if (this.#lastReadAt === 0) this.#totalAtStart = page.total
    this.#pagesRead += 1
    // Replies may overtake one another: the last to have come speaks.
    if (readAt >= this.#lastReadAt) this.#totalAtEnd = page.total
    this.#lastReadAt = Math.max(readAt, this.#lastReadAt)
    this.#disprovedTotal = page.disprovedTotal?.got ?? this.#disprovedTotal
    const names = page.rows.map(identityOf)
    if (params.page <= MAX_PAGES_READ_TWICE) this.#compare(params.page, names)
    return page.rows.filter((row, index) => this.#isNew(row, names[index]))
  }

  /** From now on pages come a second time, and are counted anew. */
  beginCheck(): void {
    this.#isCheck = true
    this.#pagesRead = 0
  }

  /** Whether the list has moved for all that is known. */
  get hasMoved(): boolean {
    return this.#hasMoved || this.#totalAtStart !== this.#totalAtEnd
  }

  /** What has been read so far. @param endedAt null: it goes on, or was ended before the list's end */
  statement(
    pageCount: number | undefined,
    endedAt: number | null,
    isWhole: boolean,
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
      doubts: this.#doubts(isWhole),
    }
  }

  #doubts(isWhole: boolean): ScanDoubt[] {
    if (!isWhole) return ['unfinished']
    // One reply is of one moment.
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
      // Nothing tells whether it is the one that came before.
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
