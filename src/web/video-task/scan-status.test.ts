import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { ScanStatement } from '#web/task-list/scan/scan-tally.ts'
import { describeScan, scanVerdict } from '#web/video-task/scan-status.tsx'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const at = (hour: number, minute: number) => new Date(2026, 2, 1, hour, minute).getTime()
const statement: ScanStatement = {
  pagesRead: 4,
  pageCount: null,
  rows: 306,
  duplicates: 0,
  unreadable: 0,
  totalAtStart: 48,
  totalAtEnd: 48,
  disprovedTotal: 48,
  startedAt: at(14, 5),
  endedAt: at(14, 6),
  doubts: ['total-disproved'],
}

test('a total that the rows prove wrong is told once, and not as what was read', () => {
  expect(describeScan(statement)).toMatch(
    /^306 tasks read by [^.]+14:06\. The service reported 48 tasks but sent more\. Its total is not used\.$/,
  )
})

test('a total that holds stands beside the rows', () => {
  const whole = { ...statement, totalAtEnd: 310, disprovedTotal: null }
  expect(describeScan({ ...whole, doubts: ['count-differs'] })).toMatch(/^306 of 310 tasks read/)
})

test.each([
  [{ doubts: [] }, /^All 306 tasks, read at [^.]+14:06\.$/],
  [{ doubts: ['read-once'] }, /^All 306 tasks, read at/],
  // Rows that were kept have a time of their own.
  [{ doubts: [], keptSince: at(13, 58) }, /^All 306 tasks, read at [^.]+13:58\s?–\s?14:06\.$/],
  [{ doubts: [], keptSince: at(14, 6) }, /^All 306 tasks, read at [^.–]+14:06\.$/],
  [{ doubts: [], rows: 0 }, /^The list is empty, read at/],
  [{ doubts: ['read-once', 'rows-moved'] }, /^306 tasks; some may be missing\.$/],
  [{ doubts: ['unfinished'], unreadable: 2 }, /missing\. 2 of them could not be read\.$/],
] satisfies [Partial<ScanStatement>, RegExp][])('the verdict on %j', (changes, words) => {
  expect(scanVerdict({ ...statement, ...changes })).toMatch(words)
})
