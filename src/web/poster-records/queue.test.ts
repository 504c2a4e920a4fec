import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import type { ApiFailure } from '#web/api/api-error.ts'
import {
  afterPoster,
  afterTurn,
  type Batch,
  countDone,
  type HoldReason,
  interrupted,
  MAX_REFUSALS,
  newBatch,
  nextQueued,
  type PointsLimit,
  queueOf,
  recordsOf,
  requeued,
  resumed,
  withAsked,
  withoutBatch,
} from '#web/poster-records/queue.ts'
import { created, notSent, unknown } from '#web/poster-records/record.fixture.ts'
import {
  type Outcome,
  outcomeOf,
  type PosterRecord,
  type PosterState,
  withState,
} from '#web/poster-records/record.ts'

const [scene] = POSTER_SCENES

const unknownName: ApiFailure = {
  kind: 'refused',
  code: 403,
  message: '',
  hostErrorCode: 'host-name',
}
const refusal = (failure: ApiFailure): Outcome => ({ kind: 'refused', failure })
const refused = refusal({ kind: 'refused', code: 422, message: '' })
const unauthorized = refusal({ kind: 'unauthorized', message: '' })
const forbidden = refusal({ kind: 'forbidden', message: '' })
const rateLimited = refusal({ kind: 'rate-limited', message: '', retryAt: 7 })
const tooEarly = refusal({ kind: 'refused', code: 425, message: '', retryAt: null })

let minted = 0
const newId = () => {
  minted += 1
  return `id-${minted}`
}

/** A batch and all records of its tab, as the sender has them. */
interface Tab {
  batch: Batch
  own: readonly PosterRecord[]
  /** the person's limit of points */
  limit?: PointsLimit
}

function tabWith(count: number, limit?: PointsLimit): Tab {
  const posters = Array.from({ length: count }, (_, index) => ({
    request: { image_url: `https://images.example/${index}.png`, prompt: scene },
    confirmed: [],
  }))
  const batch = newBatch(newId())
  return { batch, own: queueOf(posters, batch.id, 'p', newId), limit }
}

const recordsIn = ({ batch, own }: Tab) => recordsOf(batch, own)
const statesOf = (tab: Tab) => recordsIn(tab).map(({ state }) => state.kind)
const next = (tab: Tab) => nextQueued(tab.batch, recordsIn(tab))

/** Passes the next poster on. */
function begun(tab: Tab): { tab: Tab; record: PosterRecord } {
  const record = next(tab)
  if (record === undefined) throw new Error('there is none to send')
  const state: PosterState = { kind: 'sending' }
  const own = tab.own.map((one) => (one.id === record.id ? { ...one, state } : one))
  return { tab: { ...tab, own }, record }
}

/** Ends the turn of a poster. @param outcome null: it was not sent */
function ended({ batch, own, limit }: Tab, id: string, outcome: Outcome | null): Tab {
  const after = requeued(batch, afterTurn(own, id, outcome, 1), newId)
  return { own: after, batch: afterPoster(batch, recordsOf(batch, after), outcome, limit), limit }
}

/** Sends the next ones, each with the outcome given. */
function sending(tab: Tab, ...outcomes: Outcome[]): Tab {
  return outcomes.reduce((now, outcome) => {
    const flying = begun(now)
    return ended(flying.tab, flying.record.id, outcome)
  }, tab)
}

/** What the tab learns of its open posters. */
const learning = ({ batch, own }: Tab, outcome: Outcome): Tab => ({
  batch,
  own: own.map((record) => (isOpenState(record.state) ? withState(record, outcome) : record)),
})
const isOpenState = ({ kind }: PosterState) => kind === 'sending' || kind === 'unknown'

function resuming({ batch, own }: Tab, limit?: PointsLimit): Tab {
  const after = requeued(batch, own, newId)
  return { own: after, batch: resumed(batch, recordsOf(batch, after)), limit }
}

describe('a batch stops automatically', () => {
  test.each<[HoldReason, Outcome[], PosterState['kind']]>([
    [{ kind: 'unknown' }, [created, unknown], 'unknown'],
    [{ kind: 'not-sent' }, [created, notSent], 'queued'],
    [
      { kind: 'not-sent', failure: unknownName },
      [created, { kind: 'not-sent', failure: unknownName }],
      'queued',
    ],
    [{ kind: 'key' }, [created, unauthorized], 'queued'],
    [{ kind: 'key' }, [created, forbidden], 'queued'],
    [{ kind: 'too-fast', retryAt: 7 }, [created, rateLimited], 'queued'],
    [{ kind: 'too-fast', retryAt: null }, [created, tooEarly], 'queued'],
    [
      { kind: 'refusals', failure: { kind: 'refused', code: 422, message: '' } },
      [refused, refused, refused],
      'refused',
    ],
  ])('%j', (why, outcomes, state) => {
    const tab = sending(tabWith(5), ...outcomes)
    expect(tab.batch.phase).toEqual({ kind: 'held', why })
    expect(statesOf(tab)[outcomes.length - 1]).toBe(state)
    expect(next(tab)).toBeUndefined()
  })

  test('but not if there is another outcome between the refusals', () => {
    const tab = sending(tabWith(9), refused, refused, created, refused, refused)
    expect(tab.batch.phase.kind).toBe('running')
    expect(sending(tab, refused).batch.phase.kind).toBe('held')
  })

  test('but not for a picture that the host has deleted: only that poster is not sent', () => {
    const failure: ApiFailure = { ...unknownName, hostErrorCode: 'picture-gone' }
    const tab = sending(tabWith(3), created, { kind: 'not-sent', failure })
    expect(tab.batch.phase.kind).toBe('running')
    expect(statesOf(resuming(sending(tab, created)))).toEqual(['created', 'not-sent', 'created'])
  })

  test('and counts refusals from zero after the person continues', () => {
    const held = sending(tabWith(9), refused, refused, refused)
    const on = sending(resuming(held), refused, refused)
    expect(on.batch.phase.kind).toBe('running')
  })
})

describe('with a limit of points, a batch', () => {
  const leaving = (remainingPoints: number | bigint | null): Outcome => ({
    kind: 'created',
    at: 1,
    created: { uuid: 'd3f1', remainingPoints, taskType: null, message: null },
  })

  test.each<[number | bigint | null, number | null]>([
    [99, 99],
    [-1n, -1],
    // The service did not say it, so no poster may follow.
    [null, null],
  ])('pauses after the poster that leaves %s', (points, left) => {
    const tab = sending(tabWith(4, 100), leaving(100), leaving(points))
    expect(tab.batch.phase).toEqual({ kind: 'held', why: { kind: 'points', left, limit: 100 } })
    expect(statesOf(tab)).toEqual(['created', 'created', 'queued', 'queued'])
  })

  test('goes on with the limit that the person gives it then, or with none', () => {
    const held = sending(tabWith(5, 100), leaving(99))
    const lower = sending(resuming(held, 50), leaving(89), leaving(49))
    expect(lower.batch.phase).toMatchObject({ why: { kind: 'points', left: 49, limit: 50 } })
    expect(sending(resuming(lower), leaving(0)).batch.phase.kind).toBe('running')
  })

  test('follows a limit that is changed on its way, and pauses while that is no number', () => {
    const tab = sending(tabWith(5), leaving(90))
    expect(sending({ ...tab, limit: 85 }, leaving(80)).batch.phase).toMatchObject({
      why: { kind: 'points', left: 80, limit: 85 },
    })
    expect(sending({ ...tab, limit: null }, leaving(80)).batch.phase).toMatchObject({
      why: { kind: 'asked' },
    })
  })

  test('looks at no points without it', () => {
    expect(sending(tabWith(3), leaving(0), leaving(null)).batch.phase.kind).toBe('running')
  })
})

test('is over when no poster waits', () => {
  expect(sending(tabWith(2), created, unknown).batch.phase).toEqual({ kind: 'over' })
  expect(sending(tabWith(3), refused, refused, refused).batch.phase).toEqual({ kind: 'over' })
})

test('a rate-limited poster waits under a new ID, as the host may know the first one', () => {
  const before = tabWith(2)
  const after = sending(before, rateLimited)
  const [first] = recordsIn(before)
  expect(recordsIn(after)[0]).toMatchObject({ state: { kind: 'queued' }, request: first?.request })
  expect(recordsIn(after)[0]?.id).not.toBe(first?.id)
  // What was sent first stays, and is no longer part of the batch.
  expect(after.own).toHaveLength(3)
  expect(after.own[0]).toMatchObject({ id: first?.id, state: rateLimited })
})

test('counts the posters that had their turn', () => {
  expect(countDone(recordsIn(sending(tabWith(4), created, refused, unauthorized)))).toBe(2)
})

test('a former batch leaves what was sent', () => {
  const { tab, record } = begun(sending(tabWith(4), created))
  const { batch, own } = ended(tab, record.id, null)
  const left = withoutBatch(own, batch)
  expect(left).toMatchObject([{ state: created, batchId: undefined }])
  expect(withoutBatch(left, null)).toEqual(left)
})

describe('a person', () => {
  test('pauses the batch after the pending poster', () => {
    const { tab, record } = begun(tabWith(3))
    const paused = { ...tab, batch: withAsked(tab.batch, 'hold') }
    expect(paused.batch.phase).toEqual({ kind: 'running', next: 'hold' })
    expect(next(paused)).toBeUndefined()
    const held = ended(paused, record.id, created)
    expect(held.batch.phase).toEqual({ kind: 'held', why: { kind: 'asked' } })
    expect(statesOf(resuming(held))).toEqual(['created', 'queued', 'queued'])
  })

  test('stops the batch permanently, also while it is paused', () => {
    const { tab, record } = begun(tabWith(3))
    const stopping = { ...tab, batch: withAsked(tab.batch, 'end') }
    expect(ended(stopping, record.id, unknown).batch.phase).toEqual({ kind: 'over' })
    const held = sending(tabWith(3), unauthorized)
    const over = withAsked(held.batch, 'end')
    expect(over.phase).toEqual({ kind: 'over' })
    expect(resumed(over, held.own)).toBe(over)
  })
})

test('skips a poster that the store has a question about, and continues', () => {
  const tab = tabWith(2)
  const [first, second] = recordsIn(tab)
  const after = ended(tab, first?.id ?? '', null)
  expect(statesOf(after)).toEqual(['skipped', 'queued'])
  expect(next(after)?.id).toBe(second?.id)
  expect(ended(after, second?.id ?? '', null).batch.phase).toEqual({ kind: 'over' })
})

describe('after a reload', () => {
  const flying = (count: number): Tab => {
    const { tab } = begun(tabWith(count))
    return { ...tab, batch: interrupted(tab.batch, recordsIn(tab)) }
  }

  test('the batch is paused until the person continues', () => {
    const tab = flying(2)
    expect(tab.batch.phase).toEqual({ kind: 'held', why: { kind: 'interrupted' } })
    expect(next(tab)).toBeUndefined()
  })

  test.each<[PosterState['kind'], Outcome | null]>([
    ['created', created],
    ['refused', refused],
    ['unknown', unknown],
    ['sending', null],
    ['queued', notSent],
    ['queued', unauthorized],
  ])('the poster that was on its way is %s, as the store says', (state, outcome) => {
    const tab = flying(2)
    const on = resuming(outcome === null ? tab : learning(tab, outcome))
    expect(statesOf(on)[0]).toBe(state)
    expect(recordsIn(on)[0]?.id === recordsIn(tab)[0]?.id).toBe(state !== 'queued')
    expect(next(on)?.id).toBe(recordsIn(on)[state === 'queued' ? 0 : 1]?.id)
  })

  test('the batch is over if no poster waits', () => {
    expect(flying(1).batch.phase).toEqual({ kind: 'over' })
  })
})

/** An event of a batch. An outcome is what the service did; if its reply is lost, the tab does not learn it at once. */
type Event =
  | { kind: 'sent'; outcome: Outcome }
  | { kind: 'pause' | 'stop' | 'resume' | 'reload' | 'asked' }
  | { kind: 'learnt'; outcome: Outcome }

const outcomes = fc.constantFrom(
  created,
  refused,
  unknown,
  notSent,
  unauthorized,
  rateLimited,
  tooEarly,
)
const events: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: outcomes.map((outcome) => ({ kind: 'sent' as const, outcome })) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('resume', 'pause', 'stop', 'reload', 'asked')
      .map((kind) => ({ kind }) as const),
  },
  { weight: 2, arbitrary: outcomes.map((outcome) => ({ kind: 'learnt' as const, outcome })) },
)

/** Whether a poster may be sent after this: only where it was certainly not created, and not refused itself. */
const maySendAfter = (outcome: Outcome | null) =>
  outcome === notSent || [unauthorized, rateLimited, tooEarly].includes(outcome ?? unknown)

test('for any events, no poster is sent twice, and a stopped batch sends nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(events, { maxLength: 60 }),
      (count, story) => {
        let tab = tabWith(count)
        let isResumed = true
        let refusalsInARow = 0
        /** ids of what was sent */
        const sent = new Set<string>()

        function begin() {
          const record = next(tab)
          if (record === undefined) return undefined
          expect(isResumed).toBe(true)
          expect(sent.has(record.id)).toBe(false)
          const isSame = ({ id, request }: PosterRecord) =>
            sent.has(id) && request.image_url === record.request.image_url
          const before = tab.own.filter(isSame).map(outcomeOf)
          expect(before.filter((outcome) => !maySendAfter(outcome))).toEqual([])
          sent.add(record.id)
          tab = begun(tab).tab
          return record
        }

        for (const event of story) {
          switch (event.kind) {
            case 'sent': {
              const record = begin()
              if (record === undefined) break
              const { outcome } = event
              tab = ended(tab, record.id, outcome)
              refusalsInARow = outcome === refused ? refusalsInARow + 1 : 0
              const goesOn = outcome === created || outcome === refused
              if (!goesOn || refusalsInARow >= MAX_REFUSALS) isResumed = false
              break
            }
            case 'asked': {
              const record = next(tab)
              if (record !== undefined) tab = ended(tab, record.id, null)
              break
            }
            case 'pause':
            case 'stop': {
              const record = begin()
              const batch = withAsked(tab.batch, event.kind === 'pause' ? 'hold' : 'end')
              tab = { ...tab, batch }
              if (record === undefined) break
              tab = ended(tab, record.id, created)
              refusalsInARow = 0
              isResumed = false
              break
            }
            case 'reload':
              // The page is closed while a poster is on its way, so its outcome is not known yet.
              begin()
              tab = { ...tab, batch: interrupted(tab.batch, recordsIn(tab)) }
              isResumed = false
              break
            case 'resume': {
              const was = tab.batch.phase.kind
              tab = resuming(tab)
              if (was === 'held') {
                isResumed = true
                refusalsInARow = 0
              }
              break
            }
            case 'learnt':
              tab = learning(tab, event.outcome)
              break
          }
        }
        expect(recordsIn(tab)).toHaveLength(count)
      },
    ),
    { numRuns: 2_000 },
  )
})
