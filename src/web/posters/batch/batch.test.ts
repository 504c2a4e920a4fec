import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import type { ApiFailure } from '#web/api/api-error.ts'
import type { Outcome, Submission } from '#web/submissions/submission.ts'
import {
  type Batch,
  type BatchItem,
  type HoldReason,
  interrupted,
  MAX_REFUSALS,
  nextItem,
  resumed,
  startBatch,
  withAsked,
  withLeftOut,
  withOutcome,
  withStarted,
} from '#web/posters/batch/batch.ts'

const [scene] = POSTER_SCENES

const created: Outcome = {
  kind: 'created',
  at: 1,
  created: { uuid: 'd3f1', remainingPoints: 1, taskType: null, message: null },
}
const unknown: Outcome = { kind: 'unknown', failure: { kind: 'timeout' } }
const notSent: Outcome = { kind: 'not-sent', failure: null }
const unknownName: ApiFailure = { kind: 'refused', code: 403, message: '', finding: 'host-name' }
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

function batchOf(count: number): Batch {
  const posters = Array.from({ length: count }, (_, index) => ({
    request: { image_url: `https://images.example/${index}.png`, prompt: scene },
    confirmed: [],
  }))
  return startBatch(posters, 'p', newId)
}

/** Sends the next ones, each with the outcome given. */
function sending(batch: Batch, ...outcomes: Outcome[]): Batch {
  let now = batch
  for (const outcome of outcomes) {
    const item = nextItem(now)
    if (item === undefined) throw new Error('there is none to send')
    now = withOutcome(withStarted(now, item.id, 1), item.id, outcome, newId)
  }
  return now
}

const statesOf = ({ items }: Batch) => items.map(({ state }) => state)

describe('a batch stops automatically', () => {
  test.each<[HoldReason, Outcome[], BatchItem['state']]>([
    [{ kind: 'unknown' }, [created, unknown], 'unknown'],
    [{ kind: 'not-sent' }, [created, notSent], 'waiting'],
    [
      { kind: 'not-sent', failure: unknownName },
      [created, { kind: 'not-sent', failure: unknownName }],
      'waiting',
    ],
    [{ kind: 'key' }, [created, unauthorized], 'waiting'],
    [{ kind: 'key' }, [created, forbidden], 'waiting'],
    [{ kind: 'too-fast', retryAt: 7 }, [created, rateLimited], 'waiting'],
    [{ kind: 'too-fast', retryAt: null }, [created, tooEarly], 'waiting'],
    [{ kind: 'refusals' }, [refused, refused, refused], 'refused'],
  ])('%j', (why, outcomes, state) => {
    const batch = sending(batchOf(5), ...outcomes)
    expect(batch.phase).toEqual({ kind: 'held', why })
    expect(batch.items[outcomes.length - 1]?.state).toBe(state)
    expect(nextItem(batch)).toBeUndefined()
  })

  test('but not if there is another outcome between the refusals', () => {
    const batch = sending(batchOf(9), refused, refused, created, refused, refused)
    expect(batch.phase.kind).toBe('running')
    expect(sending(batch, refused).phase.kind).toBe('held')
  })

  test('and counts refusals from zero after the person continues', () => {
    const held = sending(batchOf(9), refused, refused, refused)
    const on = sending(resumed(held, [], 'p', newId), refused, refused)
    expect(on.phase.kind).toBe('running')
  })
})

test('is over when no poster waits', () => {
  expect(sending(batchOf(2), created, unknown).phase).toEqual({ kind: 'over' })
  expect(sending(batchOf(3), refused, refused, refused).phase).toEqual({ kind: 'over' })
})

test('a rate-limited poster waits under a new ID, as the host may know the first one', () => {
  const before = batchOf(2)
  const after = sending(before, rateLimited)
  expect(after.items[0]).toMatchObject({ state: 'waiting', request: before.items[0]?.request })
  expect(after.items[0]?.id).not.toBe(before.items[0]?.id)
})

describe('a person', () => {
  test('pauses the batch after the pending poster', () => {
    const batch = batchOf(3)
    const [first] = batch.items
    const flying = withStarted(batch, first?.id ?? '', 1)
    const paused = withAsked(flying, 'hold')
    expect(paused.phase).toEqual({ kind: 'running', next: 'hold' })
    expect(nextItem(paused)).toBeUndefined()
    const held = withOutcome(paused, first?.id ?? '', created, newId)
    expect(held.phase).toEqual({ kind: 'held', why: { kind: 'asked' } })
    expect(statesOf(resumed(held, [], 'p', newId))).toEqual(['created', 'waiting', 'waiting'])
  })

  test('stops the batch permanently, also while it is paused', () => {
    const batch = batchOf(3)
    const [first] = batch.items
    const stopping = withAsked(withStarted(batch, first?.id ?? '', 1), 'end')
    expect(withOutcome(stopping, first?.id ?? '', unknown, newId).phase).toEqual({ kind: 'over' })
    const held = sending(batchOf(3), unauthorized)
    const over = withAsked(held, 'end')
    expect(over.phase).toEqual({ kind: 'over' })
    expect(resumed(over, [], 'p', newId)).toBe(over)
  })
})

test('leaves out a poster that the store has a question about, and continues', () => {
  const batch = batchOf(2)
  const [first, second] = batch.items
  const next = withLeftOut(withStarted(batch, first?.id ?? '', 1), first?.id ?? '')
  expect(nextItem(next)?.id).toBe(second?.id)
  expect(withLeftOut(next, second?.id ?? '').phase).toEqual({ kind: 'over' })
})

describe('after a reload', () => {
  const flying = (count: number) => {
    const batch = batchOf(count)
    const [first] = batch.items
    if (first === undefined) throw new Error('there is none')
    return { batch: interrupted(withStarted(batch, first.id, 1)), first }
  }
  const recordOf = ({ id, request }: BatchItem, outcome: Outcome | null) => ({
    id,
    owner: 'mine',
    request,
    startedAt: 1,
    outcome,
  })

  test('the batch is paused until the person continues', () => {
    const { batch } = flying(2)
    expect(batch.phase).toEqual({ kind: 'held', why: { kind: 'interrupted' } })
    expect(nextItem(batch)).toBeUndefined()
  })

  test.each<[BatchItem['state'], Outcome | null]>([
    ['created', created],
    ['refused', refused],
    ['unknown', unknown],
    ['unknown', null],
    ['waiting', notSent],
    ['waiting', unauthorized],
  ])('the poster that was on its way is %s, as the store says', (state, outcome) => {
    const { batch, first } = flying(2)
    const on = resumed(batch, [recordOf(first, outcome)], 'p', newId)
    expect(on.items[0]?.state).toBe(state)
    expect(on.items[0]?.id === first.id).toBe(state !== 'waiting')
  })

  test('a poster that the store does not know is not sent again', () => {
    const { batch } = flying(2)
    expect(statesOf(resumed(batch, [], 'other', newId))).toEqual(['unknown', 'waiting'])
  })

  test('the batch is over if no poster waits', () => {
    expect(flying(1).batch.phase).toEqual({ kind: 'over' })
  })
})

/** An event of a batch. An outcome is what the service did; if its reply is lost, the batch does not learn it at once. */
type Event =
  | { kind: 'sent'; outcome: Outcome }
  | { kind: 'asked' }
  | { kind: 'pause' | 'stop' | 'resume' | 'reload' | 'other-account' }
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
  { weight: 1, arbitrary: fc.constant({ kind: 'asked' as const }) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('resume', 'pause', 'stop', 'reload', 'other-account')
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
        let batch = batchOf(count)
        let isResumed = true
        let refusalsInARow = 0
        /** what was sent, in full; the store learns it later */
        const sent = new Map<string, { image: string; outcome: Outcome | null }>()
        const stored = () =>
          [...sent].map(([id, { outcome }]): Submission => ({
            id,
            owner: 'mine',
            request: { image_url: '', prompt: scene },
            startedAt: 1,
            outcome,
          }))

        function begin() {
          const item = nextItem(batch)
          if (item === undefined) return undefined
          expect(isResumed).toBe(true)
          expect(sent.has(item.id)).toBe(false)
          const before = [...sent.values()].filter(({ image }) => image === item.request.image_url)
          expect(before.filter(({ outcome }) => !maySendAfter(outcome))).toEqual([])
          batch = withStarted(batch, item.id, 1)
          return item
        }

        function learn(outcome: Outcome) {
          for (const [id, one] of sent) {
            const isLost = one.outcome === null || one.outcome === unknown
            if (isLost) sent.set(id, { ...one, outcome })
          }
        }

        for (const event of story) {
          switch (event.kind) {
            case 'sent': {
              const item = begin()
              if (item === undefined) break
              const { outcome } = event
              sent.set(item.id, { image: item.request.image_url, outcome })
              batch = withOutcome(batch, item.id, outcome, newId)
              refusalsInARow = outcome === refused ? refusalsInARow + 1 : 0
              const goesOn = outcome === created || outcome === refused
              if (!goesOn || refusalsInARow >= MAX_REFUSALS) isResumed = false
              break
            }
            case 'asked': {
              const item = begin()
              if (item === undefined) break
              batch = withLeftOut(batch, item.id)
              break
            }
            case 'pause':
            case 'stop': {
              const item = begin()
              batch = withAsked(batch, event.kind === 'pause' ? 'hold' : 'end')
              if (item === undefined) break
              sent.set(item.id, { image: item.request.image_url, outcome: created })
              batch = withOutcome(batch, item.id, created, newId)
              refusalsInARow = 0
              isResumed = false
              break
            }
            case 'reload': {
              // The page is closed while a poster is on its way, so its outcome is not known yet.
              const item = begin()
              if (item !== undefined) {
                sent.set(item.id, { image: item.request.image_url, outcome: null })
              }
              batch = interrupted(structuredClone(batch))
              isResumed = false
              break
            }
            case 'resume':
            case 'other-account': {
              const isOther = event.kind === 'other-account'
              const was = batch.phase.kind
              batch = resumed(batch, isOther ? [] : stored(), isOther ? 'q' : 'p', newId)
              if (was === 'held') {
                isResumed = true
                refusalsInARow = 0
              }
              break
            }
            case 'learnt':
              learn(event.outcome)
              break
          }
        }
        expect(batch.items).toHaveLength(count)
      },
    ),
    { numRuns: 2_000 },
  )
})
