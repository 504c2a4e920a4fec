import { FIRST_PAGE, MAX_PAGE_SIZE, type VideoTaskPage } from '#contract/video-tasks.ts'

/** So many pages may be ahead of the last one that was taken in order: what waits its turn is held in memory. */
const WINDOW = 16

/** After so many pages in a row without anything new the service has no more, whatever its total says. */
const MAX_STALE_PAGES = 10

/** Which pages of a list are to be read next, as its total says so far. */
export class PagePlan {
  #next = FIRST_PAGE
  #taken = FIRST_PAGE - 1
  #stalePages = 0
  #perPage: number | undefined
  /** undefined: not known, so that one page decides about the next */
  #pageCount: number | undefined
  /** no page at or behind this one has any rows */
  #end = Infinity
  readonly #givenBack = new Set<number>()

  /** Rows on a full page, as the first reply has it; undefined before that. */
  get perPage(): number | undefined {
    return this.#perPage
  }

  /** How many pages there are, as far as that is known. */
  get pageCount(): number | undefined {
    // An empty list has one page, which is empty.
    const most = Math.max(this.#end - 1, FIRST_PAGE)
    return this.#pageCount === undefined && most === Infinity
      ? undefined
      : Math.min(this.#pageCount ?? most, most)
  }

  /** @returns the next page to ask for; undefined: none now */
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

  /** A page that did not come is to be asked for again. */
  giveBack(page: number): void {
    this.#givenBack.add(page)
  }

  /** A page has come. What it says of the list holds for those that are not yet asked for. */
  learn(page: number, { rows, total, pageSize }: Omit<VideoTaskPage, 'page'>): void {
    if (rows.length === 0) this.#end = Math.min(this.#end, Math.max(page, FIRST_PAGE))
    if (page === FIRST_PAGE) this.#perPage ??= rowsPerPage({ rows, total, pageSize })
    this.#pageCount =
      total === null ? undefined : Math.max(Math.ceil(total / (this.#perPage ?? MAX_PAGE_SIZE)), 1)
  }

  /** A page was taken in its order. */
  take(page: number, newRows: number): void {
    this.#taken = page
    this.#stalePages = newRows === 0 ? this.#stalePages + 1 : 0
    if (this.#stalePages >= MAX_STALE_PAGES) this.#end = Math.min(this.#end, page + 1)
  }

  /** Whether every page that there is was taken. */
  isDone(): boolean {
    return this.#givenBack.size === 0 && this.#taken >= (this.pageCount ?? Infinity)
  }
}

/** A service may give less than what was asked for, and say so or not. */
function rowsPerPage({ rows, total, pageSize }: Omit<VideoTaskPage, 'page'>): number {
  const said = pageSize !== null && pageSize > 0 ? Math.min(pageSize, MAX_PAGE_SIZE) : MAX_PAGE_SIZE
  const isCut = rows.length > 0 && rows.length < said && (total ?? 0) > rows.length
  return isCut ? rows.length : said
}
