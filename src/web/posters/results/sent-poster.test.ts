import { expect, test } from 'vitest'

import type { CheckAnswer } from '#web/poster-records/outcome.ts'
import { notSent, sending, unknown } from '#web/poster-records/record.fixture.ts'
import type { Outcome, PosterState } from '#web/poster-records/record.ts'
import { type ShownState, stateOf } from '#web/posters/poster-words.tsx'
import { whyUnknown } from '#web/posters/results/sent-poster.tsx'

test.each<[ShownState, PosterState, boolean, CheckAnswer | undefined]>([
  ['on-its-way', sending, true, undefined],
  ['unknown', sending, false, undefined],
  ['on-its-way', sending, false, { kind: 'in-flight' }],
  ['on-its-way', unknown, false, { kind: 'in-flight' }],
  ['unknown', unknown, false, { kind: 'settled' }],
  ['unknown', sending, false, { kind: 'too-old' }],
  ['unknown', sending, false, { kind: 'not-arrived' }],
  ['not-sent', notSent, false, { kind: 'in-flight' }],
  ['queued', { kind: 'queued' }, true, undefined],
  ['skipped', { kind: 'skipped' }, false, undefined],
])('%s: state %j, ours %j, answer %j', (expected, state, isOurs, answer) => {
  expect(stateOf({ state }, isOurs, undefined, answer)).toBe(expected)
})

test('says why the outcome is unknown', () => {
  const words = (answer: CheckAnswer | undefined) =>
    whyUnknown({ state: unknown }, answer).join(' ')
  expect(words(undefined)).toContain('did not answer in time')
  expect(words({ kind: 'host-lost-it' })).toContain('This page’s host does not know the outcome')
  expect(words({ kind: 'too-old' })).toContain('has no records from that long ago')
  expect(words({ kind: 'cannot-ask', failure: { kind: 'unreachable' } })).toMatch(
    /Marquee could not ask this page’s host\.$/,
  )
  const refused = { kind: 'refused', code: 400, message: '' } as const
  expect(words({ kind: 'cannot-ask', failure: refused })).toMatch(
    /Marquee could not ask this page’s host\. The service refused/,
  )
})

test('says that a poster which the host could not record is very likely not charged', () => {
  const failure = {
    kind: 'server',
    status: 503,
    message: '',
    notSent: false,
    retryAt: null,
  } as const
  const state: Outcome = { kind: 'unknown', failure: { ...failure, hostErrorCode: 'not-recorded' } }
  for (const answer of [undefined, { kind: 'cannot-ask', failure } as const]) {
    const [why, certainty] = whyUnknown({ state }, answer)
    expect(why).toContain('cannot record submissions')
    expect(certainty).toMatch(/^It is very likely that nothing was charged/)
  }
  // A copy of the request did arrive.
  expect(whyUnknown({ state }, { kind: 'host-lost-it' }).join(' ')).toContain('charged')
  expect(whyUnknown({ state }, { kind: 'host-lost-it' }).join(' ')).not.toContain('likely')
})

test('says only that the host waits while the service has not answered', () => {
  for (const state of [sending, unknown]) {
    expect(whyUnknown({ state }, { kind: 'in-flight' })).toEqual([
      'This page’s host has the request and is waiting for the service to answer.',
    ])
  }
})

test('mentions another tab that may wait for the answer', () => {
  expect(whyUnknown({ state: sending }, undefined)[0]).toContain('Another tab is waiting for it')
})

test('does not say that the answer was lost while the request may be pending', () => {
  const answer = { kind: 'not-arrived' } as const
  expect(whyUnknown({ state: sending }, answer).join(' ')).toMatch(
    /^The request has not reached this page’s host/,
  )
  expect(whyUnknown({ state: unknown }, answer)[0]).toContain('did not answer in time')
})
