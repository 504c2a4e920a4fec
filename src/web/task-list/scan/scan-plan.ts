import { FIRST_PAGE, MAX_PAGE_SIZE, type ReceivedList } from '#contract/video-tasks.ts'

/** How far to read ahead of the last page that was taken in order. Pages that wait for their turn are held in memory. */
const WINDOW = 16

/** After this many pages in a row without a new row the list is at its end, whatever its total says. */
const MAX_STALE_PAGES = 10

/** Plans which pages of a list to read next, from what the replies have said so far. */
export class PagePlan {
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
