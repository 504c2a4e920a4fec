import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { ApiFailure } from '#web/api/api-error.ts'
import {
  before,
  created,
  notSent,
  refused,
  sending,
  unknown,
} from '#web/poster-records/record.fixture.ts'
import {
  excessOf,
  isNews,
  isOpen,
  lastBalance,
  MAX_KEPT,
  type Outcome,
  type PosterState,
  readRecord,
} from '#web/poster-records/record.ts'

const queued: PosterState = { kind: 'queued' }
const skipped: PosterState = { kind: 'skipped' }

test('an outcome is news for an open poster, and nothing overrides a created task', () => {
  const all = [queued, skipped, sending, unknown, refused, notSent, created]
  const news = all.map((known) => all.map((then) => isNews({ state: known }, then)))
  const [no, yes] = [false, true]
  expect(news).toEqual([
    [no, no, yes, yes, yes, yes, yes],
    [no, no, no, no, no, no, no],
    [no, no, no, yes, yes, yes, yes],
    [no, no, no, no, yes, yes, yes],
    [no, no, no, no, no, no, yes],
    [no, no, no, no, no, no, yes],
    [no, no, no, no, no, no, no],
  ])
})

test('an unknown outcome is news for another one if its failure is of another kind', () => {
  const unreadable: Outcome = {
    kind: 'unknown',
    failure: { kind: 'unreadable', issue: 'not-json', requestId: 'r1' },
  }
  const fromHost: Outcome = {
    kind: 'unknown',
    failure: { kind: 'unreadable', issue: 'not-json', requestId: undefined },
  }
  expect(isNews({ state: unknown }, fromHost)).toBe(true)
  expect(isNews({ state: unreadable }, fromHost)).toBe(false)
})

describe('reading a record', () => {
  test('gives it back', () => {
    for (const state of [created, unknown, refused, notSent, sending, queued, skipped]) {
      const record = before(1, state)
      expect(readRecord(structuredClone(record))).toEqual(record)
    }
    const ofBatch = { batchId: 'b', confirmed: [{ id: 'x', isCreated: true }], isHidden: true }
    expect(readRecord(before(1, queued, ofBatch))).toEqual(before(1, queued, ofBatch))
  })

  test('treats a state that cannot be read as unknown', () => {
    expect(readRecord({ ...before(1, sending), state: { kind: 'lost' } })?.state).toEqual({
      kind: 'unknown',
      failure: { kind: 'unreadable', issue: 'defect' },
    })
    const lost = { kind: 'refused', failure: { kind: 'new-kind' } }
    expect(readRecord({ ...before(1, sending), state: lost })?.state.kind).toBe('refused')
  })

  test.each([null, 1, {}, { ...before(1, sending), request: { image_url: 1 } }])(
    'not %j',
    (kept) => {
      expect(readRecord(kept)).toBeUndefined()
    },
  )

  test('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (state) => {
        expect(readRecord({ ...before(1, sending), state })?.id).toBe('1')
        readRecord(state)
      }),
    )
  })
})

test('the excess are the oldest records, without open ones', () => {
  const states = fc.constantFrom<PosterState>(created, refused, notSent, unknown, sending)
  const log = fc.array(states, { minLength: MAX_KEPT - 5, maxLength: MAX_KEPT + 100 })
  fc.assert(
    fc.property(log, (kept) => {
      const recorded = kept.map((state, index) => before(index, state))
      const excess = excessOf(recorded)
      expect(excess.some(isOpen)).toBe(false)
      expect(excess).toEqual(recorded.slice(MAX_KEPT).filter((one) => !isOpen(one)))
    }),
    { numRuns: 30 },
  )
})

test.each<ApiFailure>([
  { kind: 'refused', code: 425, message: 'too early', retryAt: 1_000_000 },
  { kind: 'refused', code: 402, message: 'no points' },
  { kind: 'rate-limited', message: '', retryAt: 1_000_000 },
  { kind: 'server', status: 503, message: '', notSent: false, retryAt: null },
])('reads back every field of a stored failure: %j', (failure) => {
  const record = before(1, { kind: 'refused', failure })
  expect(readRecord(structuredClone(record))).toEqual(record)
})

test('returns the balance of the last created poster, whatever came after it', () => {
  const paid = (remainingPoints: number | bigint | null, at: number) =>
    before(1, {
      kind: 'created',
      at,
      created: { uuid: 'd3f1', remainingPoints, taskType: null, message: null },
    })
  const others = [before(1, refused), before(1, sending)]
  expect(lastBalance([])).toBeNull()
  expect(lastBalance(others)).toBeNull()
  expect(lastBalance([paid(90, 1), paid(0, 2), paid(null, 3), ...others])).toEqual({
    points: 0,
    at: 2,
  })
  expect(lastBalance([paid(2n ** 60n, 1)])).toEqual({ points: 2n ** 60n, at: 1 })
  // Two tabs: what was sent first was answered last.
  expect(lastBalance([paid(80, 9), paid(90, 5)])).toEqual({ points: 80, at: 9 })
})
