import { expect, test } from 'vitest'

import type { CheckAnswer } from '#web/submissions/outcome.ts'
import type { Outcome } from '#web/submissions/submission.ts'
import {
  stateOf,
  type SubmissionState,
  whyUnknown,
} from '#web/posters/submissions/submission-state.ts'

const unknown: Outcome = { kind: 'unknown', failure: { kind: 'timeout' } }
const notSent: Outcome = { kind: 'not-sent', failure: null }

test.each<[SubmissionState, Outcome | null, boolean, CheckAnswer | undefined]>([
  ['on-its-way', null, true, undefined],
  ['unknown', null, false, undefined],
  ['on-its-way', null, false, { kind: 'in-flight' }],
  ['on-its-way', unknown, false, { kind: 'in-flight' }],
  ['unknown', unknown, false, { kind: 'settled' }],
  ['unknown', null, false, { kind: 'too-old' }],
  ['unknown', null, false, { kind: 'not-arrived' }],
  ['not-sent', notSent, false, { kind: 'in-flight' }],
])('%s: outcome %j, ours %j, answer %j', (expected, outcome, isOurs, answer) => {
  expect(stateOf({ outcome }, isOurs, answer)).toBe(expected)
})

test('whoever could not be asked is named', () => {
  const words = (answer: CheckAnswer | undefined) =>
    whyUnknown({ outcome: unknown }, answer).join(' ')
  expect(words(undefined)).toContain('did not answer in time')
  expect(words({ kind: 'host-lost-it' })).toContain('The host does not know either')
  expect(words({ kind: 'too-old' })).toContain('does not remember that far back')
  expect(words({ kind: 'cannot-ask', failure: { kind: 'unreachable' } })).toMatch(
    /The host could not be asked\.$/,
  )
  const refused = { kind: 'refused', code: 400, message: '' } as const
  expect(words({ kind: 'cannot-ask', failure: refused })).toMatch(
    /The host could not be asked\. The service refused/,
  )
})

test('of one that the host waits for nobody says more', () => {
  for (const outcome of [null, unknown]) {
    expect(whyUnknown({ outcome }, { kind: 'in-flight' })).toEqual([
      'The host has it, and waits for the service to answer.',
    ])
  }
})

test('without an answer, a tab that waits for it is thought of', () => {
  expect(whyUnknown({ outcome: null }, undefined)[0]).toContain('another tab waits for it')
})

test('of one that may be on its way nobody says that its answer was lost', () => {
  const answer = { kind: 'not-arrived' } as const
  expect(whyUnknown({ outcome: null }, answer).join(' ')).toMatch(/^It has not reached the host/)
  expect(whyUnknown({ outcome: unknown }, answer)[0]).toContain('did not answer in time')
})
