import type { InvalidInput } from '#contract/invalid-input.ts'
import { readDay, writeDay } from '#web/format/calendar.ts'
import type * as searchTerms from '#web/task-list/search/search-terms.ts'
import type { TaskSort } from '#web/task-list/search/task-index.ts'

/** What a list is searched for, and in which order the results are. */
export interface TaskSearch {
  /** '': every task */
  text: string
  /** undefined: the order of the list */
  sort: TaskSort | undefined
}

/** What a list is searched for, and what changes that. */
export interface SearchProps {
  /** undefined: it shows the pages of the service */
  search: TaskSearch | undefined
  /** is given a function from the pending search, which may not be on screen yet, to the next; it is called at once */
  onSearchChange: (change: (pending: TaskSearch) => TaskSearch) => void
}

/** The list as it is. */
export const NO_SEARCH: TaskSearch = { text: '', sort: undefined }

/** The most results that are taken at once: a record has about five kilobytes. */
export const MOST_TAKEN = 10_000

/** The most that a search takes of an address, in characters as they stand there. With the longest ID, an address has less than 4 KiB. */
const MOST_IN_ADDRESS = 2_000

/** Whether an address has room for a search: hosts refuse long ones. */
export function fitsInAddress(text: string): boolean {
  return String(new URLSearchParams([[text, '']])).length <= MOST_IN_ADDRESS
}

/** Search texts as one: each is read on its own, and means what it meant. */
export function joinSearch(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('; ')
}

/** The code that reads search texts. */
export type SearchReader = typeof searchTerms
let reader: SearchReader | undefined

/** Loads it, as most lists are not searched. Without it, the screen says that it could not be loaded. */
export async function loadSearchReader(): Promise<SearchReader | undefined> {
  reader ??= await import('#web/task-list/search/search-terms.ts').catch(() => undefined)
  return reader
}

/** Uses that code, at once if it is there: a control must not fall back to what it showed before. */
export function withSearchReader(run: (reader?: SearchReader) => void): void {
  if (reader === undefined) void loadSearchReader().then(run)
  else run(reader)
}

/**
 * A status in a search text becomes the filter, so that the two cannot disagree.
 *
 * @returns the filter and the rest of the text; undefined: it does not ask for one status alone
 */
export async function statusIn(text: string) {
  return text === '' ? undefined : (await loadSearchReader())?.takeStatus(text)
}

/** The search text of an address: `q`, and the days `from` and `to`. Parameters that are not valid are left out and returned. */
export function readSearchText(raw: Readonly<Record<string, unknown>>): {
  text: string
  invalid: readonly InvalidInput[]
} {
  // A router reads digits as a number.
  const q = typeof raw['q'] === 'number' ? String(raw['q']) : (raw['q'] ?? '')
  const isText = typeof q === 'string'
  const isShort = isText && fitsInAddress(q)
  const days = (['from', 'to'] as const).map((name) => ({
    name,
    value: raw[name],
    day: readDay(raw[name]),
  }))
  const unread = days.filter(({ value, day }) => value !== undefined && day === undefined)
  const range = days.map(({ day }) => (day === undefined ? '' : writeDay(day))).join('..')
  return {
    text: joinSearch([range === '..' ? '' : range, isShort ? q.trim() : '']),
    invalid: [
      ...(isText ? [] : [{ name: 'q', value: q, rule: { type: 'text' } as const }]),
      ...(isText && !isShort
        ? [{ name: 'q', value: q, rule: { type: 'short-text' } as const }]
        : []),
      ...unread.map(({ name, value }) => ({ name, value, rule: { type: 'date' } as const })),
    ],
  }
}
