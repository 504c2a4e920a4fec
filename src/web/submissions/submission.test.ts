import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import type { ApiFailure } from '#web/api/api-error.ts'
import {
  type AskReason,
  excessOf,
  isNews,
  isOpen,
  MAX_KEPT,
  type Noted,
  type Outcome,
  questionBefore,
  readRecord,
  readStoredOutcome,
  type Submission,
} from '#web/submissions/submission.ts'

const [scene, otherScene] = POSTER_SCENES
const request = { image_url: 'https://example.com/a.png', prompt: scene }
const NOW = 1_700_000_000_000
const MINUTE = 60_000

const created: Outcome = {
  kind: 'created',
  at: NOW,
  created: { uuid: 'd3f1', remainingPoints: 90, taskType: null, message: null },
}
const unknown: Outcome = { kind: 'unknown', failure: { kind: 'timeout' } }
const refused: Outcome = {
  kind: 'refused',
  failure: { kind: 'refused', code: 402, message: '' },
}
const notSent: Outcome = { kind: 'not-sent', failure: null }

function before(age: number, outcome: Outcome | null, rest: Partial<Submission> = {}): Submission {
  return { id: `${age}`, owner: 'mine', request, startedAt: NOW - age, outcome, ...rest }
}

const noted = ({ id, outcome }: Submission): Noted => ({
  id,
  isCreated: outcome?.kind === 'created',
})
const submission = { id: 'new', owner: 'mine', request, startedAt: NOW }

describe('before the same poster is sent again', () => {
  const elsewhere = { owner: 'other' }
  test.each<[string, Submission, AskReason['kind'] | undefined]>([
    ['on its way', before(5_000, null), 'in-flight-elsewhere'],
    ['on its way with another key', before(5_000, null, elsewhere), 'in-flight-elsewhere'],
    ['without an answer for a minute', before(MINUTE, null), 'unknown'],
    ['without an answer for a year', before(365 * 1440 * MINUTE, null), 'unknown'],
    ['with another key, without an answer', before(9 * MINUTE, null, elsewhere), 'recent'],
    ['unknown a moment ago', before(1_000, unknown), 'unknown'],
    ['unknown long ago', before(1440 * MINUTE, unknown), 'unknown'],
    ['unknown long ago with another key', before(1440 * MINUTE, unknown, elsewhere), undefined],
    ['created 9 minutes ago', before(9 * MINUTE, created), 'recent'],
    ['created 9 minutes ago with another key', before(9 * MINUTE, created, elsewhere), 'recent'],
    ['created 10 minutes ago', before(10 * MINUTE, created), undefined],
    ['refused', before(1_000, refused), undefined],
    ['not sent', before(1_000, notSent), undefined],
    [
      'in another scene',
      before(1, null, { request: { ...request, prompt: otherScene } }),
      undefined,
    ],
    ['of another picture', before(1, null, { request: { ...request, image_url: 'b' } }), undefined],
    ['ahead, as the clock was set back: created', before(-60 * MINUTE, created), 'recent'],
    ['ahead, on its way', before(-60 * MINUTE, null), 'in-flight-elsewhere'],
  ])('%s', (_, recorded, expected) => {
    expect(questionBefore(submission, [recorded], [])?.reason.kind).toBe(expected)
    expect(questionBefore(submission, [recorded], [noted(recorded)])).toBeUndefined()
  })

  test('the question says when and with which key', () => {
    const other = before(2 * MINUTE, created, { owner: 'other' })
    expect(questionBefore(submission, [other], [])).toEqual({
      reason: { kind: 'recent', at: NOW - 2 * MINUTE, sameAccount: false },
      about: [noted(other)],
    })
  })

  test('a yes covers what the question was about, and nothing later', () => {
    const known = before(5 * MINUTE, created)
    const newer = before(1_000, null)
    const question = questionBefore(submission, [known], [])
    expect(question?.about).toEqual([noted(known)])
    expect(questionBefore(submission, [known, newer], question?.about ?? [])?.reason.kind).toBe(
      'in-flight-elsewhere',
    )
  })

  test.each([null, unknown])('a yes while it was %j does not cover that it was created', (then) => {
    const asked = before(60 * MINUTE, then)
    const yes = questionBefore(submission, [asked], [])?.about ?? [noted(asked)]
    expect(questionBefore(submission, [{ ...asked, outcome: unknown }], yes)).toBeUndefined()
    expect(questionBefore(submission, [{ ...asked, outcome: refused }], yes)).toBeUndefined()
    const now = { ...asked, outcome: created }
    const again = questionBefore(submission, [now], yes)
    expect(again).toMatchObject({ reason: { kind: 'recent' }, about: [noted(now)] })
    expect(questionBefore(submission, [now], [...yes, ...(again?.about ?? [])])).toBeUndefined()
  })

  test('an unattended submission asks about created posters of any age', () => {
    const day = 1440 * MINUTE
    const ask = (recorded: Submission, confirmed: readonly Noted[] = []) =>
      questionBefore(submission, [recorded], confirmed, true)?.reason.kind
    const old = before(day, created)
    expect(ask(old)).toBe('recent')
    expect(ask(old, [noted(old)])).toBeUndefined()
    expect(ask(before(day, created, elsewhere))).toBeUndefined()
    expect(ask(before(day, refused))).toBeUndefined()
    expect(ask(before(day, notSent))).toBeUndefined()
  })

  test('a submission does not ask about itself', () => {
    expect(questionBefore(submission, [{ ...submission, outcome: null }], [])).toBeUndefined()
  })

  test('asks about a submission on its way first, then unknown, then created ones', () => {
    const all = [before(3_000, created), before(2_000, unknown), before(1_000, null)]
    const kinds: string[] = []
    const confirmed: Noted[] = []
    for (const recorded of all.toReversed()) {
      kinds.push(questionBefore(submission, all, confirmed)?.reason.kind ?? '')
      confirmed.push(noted(recorded))
    }
    expect(kinds).toEqual(['in-flight-elsewhere', 'unknown', 'recent'])
    expect(questionBefore(submission, all, [])?.about).toHaveLength(3)
  })
})

test('an outcome is news for an open submission, and nothing overrides a created task', () => {
  const all = [null, unknown, refused, notSent, created]
  const news = all.map((known) => all.map((then) => isNews({ outcome: known }, then)))
  expect(news).toEqual([
    [false, true, true, true, true],
    [false, true, true, true, true],
    [false, false, false, false, true],
    [false, false, false, false, true],
    [false, false, false, false, false],
  ])
})

describe('reading a record', () => {
  test('gives it back', () => {
    for (const outcome of [created, unknown, refused, notSent, null]) {
      const record = before(1, outcome)
      expect(readRecord(structuredClone(record))).toEqual(record)
    }
  })

  test('treats an outcome that cannot be read as unknown', () => {
    expect(readRecord({ ...before(1, null), outcome: { kind: 'queued' } })?.outcome).toEqual({
      kind: 'unknown',
      failure: { kind: 'unreadable', issue: 'defect' },
    })
    const lost = { kind: 'refused', failure: { kind: 'new-kind' } }
    expect(readRecord({ ...before(1, null), outcome: lost })?.outcome?.kind).toBe('refused')
  })

  test.each([null, 1, {}, { ...before(1, null), request: { image_url: 1 } }])('not %j', (kept) => {
    expect(readRecord(kept)).toBeUndefined()
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (outcome) => {
        expect(readRecord({ ...before(1, null), outcome })?.id).toBe('1')
        readRecord(outcome)
      }),
    )
  })
})

test('the excess are the oldest submissions, without open ones', () => {
  const outcomes = fc.constantFrom<Outcome | null>(created, refused, notSent, unknown, null)
  const log = fc.array(outcomes, { minLength: MAX_KEPT - 5, maxLength: MAX_KEPT + 100 })
  fc.assert(
    fc.property(log, (kept) => {
      const recorded = kept.map((outcome, index) => before(index, outcome))
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
  const outcome = { kind: 'refused', failure } as const
  expect(readStoredOutcome(structuredClone(outcome))).toEqual(outcome)
})
