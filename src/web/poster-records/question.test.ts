import { describe, expect, test } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { type AskReason, questionBefore } from '#web/poster-records/question.ts'
import {
  before,
  created,
  notSent,
  NOW,
  refused,
  request,
  sending,
  unknown,
} from '#web/poster-records/record.fixture.ts'
import type { ConfirmedPoster, PosterRecord } from '#web/poster-records/record.ts'

const [, otherScene] = POSTER_SCENES
const MINUTE = 60_000

const noted = ({ id, state }: PosterRecord): ConfirmedPoster => ({
  id,
  isCreated: state.kind === 'created',
})
const poster = { id: 'new', owner: 'mine', request, startedAt: NOW }

describe('before the same poster is sent again', () => {
  const elsewhere = { owner: 'other' }
  test.each<[string, PosterRecord, AskReason['kind'] | undefined]>([
    ['on its way', before(5_000, sending), 'in-flight-elsewhere'],
    ['on its way with another key', before(5_000, sending, elsewhere), 'in-flight-elsewhere'],
    ['without an answer for a minute', before(MINUTE, sending), 'unknown'],
    ['without an answer for a year', before(365 * 1440 * MINUTE, sending), 'unknown'],
    ['with another key, without an answer', before(9 * MINUTE, sending, elsewhere), 'recent'],
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
      before(1, sending, { request: { ...request, prompt: otherScene } }),
      undefined,
    ],
    [
      'of another picture',
      before(1, sending, { request: { ...request, image_url: 'b' } }),
      undefined,
    ],
    ['ahead, as the clock was set back: created', before(-60 * MINUTE, created), 'recent'],
    ['ahead, on its way', before(-60 * MINUTE, sending), 'in-flight-elsewhere'],
  ])('%s', (_, recorded, expected) => {
    expect(questionBefore(poster, [recorded], [])?.reason.kind).toBe(expected)
    expect(questionBefore(poster, [recorded], [noted(recorded)])).toBeUndefined()
  })

  test('the question says when and with which key', () => {
    const other = before(2 * MINUTE, created, { owner: 'other' })
    expect(questionBefore(poster, [other], [])).toEqual({
      reason: { kind: 'recent', at: NOW - 2 * MINUTE, sameAccount: false },
      about: [noted(other)],
    })
  })

  test('a yes covers what the question was about, and nothing later', () => {
    const known = before(5 * MINUTE, created)
    const newer = before(1_000, sending)
    const question = questionBefore(poster, [known], [])
    expect(question?.about).toEqual([noted(known)])
    expect(questionBefore(poster, [known, newer], question?.about ?? [])?.reason.kind).toBe(
      'in-flight-elsewhere',
    )
  })

  test.each([sending, unknown])(
    'a yes while it was %j does not cover that it was created',
    (then) => {
      const asked = before(60 * MINUTE, then)
      const yes = questionBefore(poster, [asked], [])?.about ?? [noted(asked)]
      expect(questionBefore(poster, [{ ...asked, state: unknown }], yes)).toBeUndefined()
      expect(questionBefore(poster, [{ ...asked, state: refused }], yes)).toBeUndefined()
      const now = { ...asked, state: created }
      const again = questionBefore(poster, [now], yes)
      expect(again).toMatchObject({ reason: { kind: 'recent' }, about: [noted(now)] })
      expect(questionBefore(poster, [now], [...yes, ...(again?.about ?? [])])).toBeUndefined()
    },
  )

  test('an unattended poster asks about created posters of any age', () => {
    const day = 1440 * MINUTE
    const ask = (recorded: PosterRecord, confirmed: readonly ConfirmedPoster[] = []) =>
      questionBefore(poster, [recorded], confirmed, true)?.reason.kind
    const old = before(day, created)
    expect(ask(old)).toBe('recent')
    expect(ask(old, [noted(old)])).toBeUndefined()
    expect(ask(before(day, created, elsewhere))).toBeUndefined()
    expect(ask(before(day, refused))).toBeUndefined()
    expect(ask(before(day, notSent))).toBeUndefined()
  })

  test('a poster does not ask about itself', () => {
    expect(questionBefore(poster, [{ ...poster, state: sending }], [])).toBeUndefined()
  })

  test('asks about a poster on its way first, then unknown, then created ones', () => {
    const all = [before(3_000, created), before(2_000, unknown), before(1_000, sending)]
    const kinds: string[] = []
    const confirmed: ConfirmedPoster[] = []
    for (const recorded of all.toReversed()) {
      kinds.push(questionBefore(poster, all, confirmed)?.reason.kind ?? '')
      confirmed.push(noted(recorded))
    }
    expect(kinds).toEqual(['in-flight-elsewhere', 'unknown', 'recent'])
    expect(questionBefore(poster, all, [])?.about).toHaveLength(3)
  })
})
