import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import type { Outcome, PosterRecord, PosterState } from '#web/poster-records/record.ts'

/** Shared by the tests of records: one of each state, and a poster of an earlier time. */

const [scene] = POSTER_SCENES
export const request = { image_url: 'https://example.com/a.png', prompt: scene }
export const NOW = 1_700_000_000_000

export const created: Outcome = {
  kind: 'created',
  at: NOW,
  created: { uuid: 'd3f1', remainingPoints: 90, taskType: null, message: null },
}
export const unknown: Outcome = { kind: 'unknown', failure: { kind: 'timeout' } }
export const refused: Outcome = {
  kind: 'refused',
  failure: { kind: 'refused', code: 402, message: '' },
}
export const sending: PosterState = { kind: 'sending' }
export const notSent: Outcome = { kind: 'not-sent', failure: null }

/** A record of this account. @param age in milliseconds */
export function before(
  age: number,
  state: PosterState,
  rest: Partial<PosterRecord> = {},
): PosterRecord {
  return { id: `${age}`, owner: 'mine', request, startedAt: NOW - age, state, ...rest }
}
