import { describe, expect, test } from 'vitest'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { questionBefore } from '#web/poster-records/question.ts'
import { created, refused, unknown } from '#web/poster-records/record.fixture.ts'
import type { PosterRecord, PosterState } from '#web/poster-records/record.ts'
import { pairsOf, planPosters, wantedOf } from '#web/posters/form/plan.ts'

const [scene, other] = POSTER_SCENES
const url = (name: string) => `https://images.example/${name}.png`
const poster = (name: string, prompt: PosterScene = scene) => ({ image_url: url(name), prompt })

let count = 0
function sent(request: PosterRecord['request'], state: PosterState): PosterRecord {
  count += 1
  return { id: `sent-${count}`, owner: 'mine', request, startedAt: count, state }
}

test('combines each address with each scene, in the order of the addresses', () => {
  const wanted = pairsOf([url('a'), url('b')], [scene, other])
  expect(wanted.map(({ request }) => request)).toEqual([
    poster('a'),
    poster('a', other),
    poster('b'),
    poster('b', other),
  ])
})

test('counts pictures × scenes: each image once, and none that cannot be used', () => {
  const images = ['not one', url('a'), ` ${url('b')}`].map((typed) => ({ id: typed, typed }))
  const wanted = wantedOf({ images, imageUrl: url('a'), scenes: [scene, other] }, [])
  expect(wanted).toMatchObject({
    images: 2,
    unusable: 1,
    duplicates: 1,
    scenes: 2,
    posters: 4,
  })
  expect(wanted.pairs.map(({ request }) => request.image_url)).toEqual(
    ['a', 'a', 'b', 'b', 'a', 'a'].map(url),
  )
  expect(wantedOf({ images: [], imageUrl: ' ', scenes: [] }, [])).toMatchObject({
    images: 0,
    unusable: 0,
    posters: 0,
  })
})

test('plans each poster once, even if it was entered several times', () => {
  const plan = planPosters(pairsOf([url('a'), url('b'), url('a')], [scene, other]), [], false)
  expect(plan.posters.map(({ request }) => request)).toEqual([
    poster('a'),
    poster('a', other),
    poster('b'),
    poster('b', other),
  ])
  expect(plan.duplicates).toBe(2)
})

describe('posters that are in the log', () => {
  test('are left out if they were created, unless the person wants them again', () => {
    const before = sent(poster('a'), created)
    const pairs = [poster('a'), poster('b')]
    const wanted = pairs.map((request) => ({ request }))
    const plan = planPosters(wanted, [before], false)
    expect(plan.posters.map(({ request }) => request)).toEqual([poster('b')])
    expect(plan.known).toEqual([{ request: poster('a'), state: 'created', at: before.startedAt }])
    const again = planPosters(wanted, [before], true)
    expect(again.posters.map(({ request }) => request)).toEqual(pairs)
  })

  test('cause a question only if they were submitted after the plan', () => {
    const before = sent(poster('a'), created)
    const [planned] = planPosters([{ request: poster('a') }], [before], true).posters
    const planning = { id: 'new', owner: 'mine', request: poster('a'), startedAt: 1_000 }
    expect(questionBefore(planning, [before], planned?.confirmed ?? [])).toBeUndefined()
    const since = sent(poster('a'), created)
    expect(questionBefore(planning, [before, since], planned?.confirmed ?? [])).toBeDefined()
  })

  test.each<PosterState>([unknown, { kind: 'sending' }])(
    'are always left out if their outcome is open: %j',
    (state) => {
      const recorded = [sent(poster('a'), created), sent(poster('a'), state)]
      const plan = planPosters([{ request: poster('a') }], recorded, true)
      expect(plan.posters).toEqual([])
      expect(plan.known).toMatchObject([{ state: 'unknown' }])
    },
  )

  test('do not matter if they were refused or have another scene', () => {
    const recorded = [sent(poster('a'), refused), sent(poster('a', other), created)]
    const plan = planPosters([{ request: poster('a') }], recorded, false)
    expect(plan.posters).toEqual([{ request: poster('a'), confirmed: [] }])
    expect(plan.known).toEqual([])
  })

  test('are planned again if they have failed, also if two of them get the same image', () => {
    const failed = [sent(poster('a'), created), sent(poster('b'), created)]
    const wanted = failed.map(({ id }) => ({ request: poster('a'), retryOf: [id] }))
    const ids = failed.map(({ id }) => id)
    const plan = planPosters(wanted, failed, false)
    expect(plan.posters).toEqual([
      { request: poster('a'), confirmed: [{ id: ids[0], isCreated: true }], retryOf: ids },
    ])
    expect(plan.known).toEqual([])
    // The person has not seen that this one was created meanwhile, nor that it may have been.
    for (const state of [created, unknown]) {
      const later = planPosters(wanted, [...failed, sent(poster('a'), state)], false)
      expect(later.posters).toEqual([])
    }
  })
})
