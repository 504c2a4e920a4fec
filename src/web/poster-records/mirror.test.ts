import { afterEach, expect, test, vi } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { stubSessionStorage } from '#web/api/tab-entries.fixture.ts'
import { loadMirror, saveMirror } from '#web/poster-records/mirror.ts'
import { type Batch, newBatch, queueOf } from '#web/poster-records/queue.ts'
import type { PosterRecord, PosterState } from '#web/poster-records/record.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const [scene] = POSTER_SCENES
const request = { image_url: 'https://images.example/a.png', prompt: scene }
let minted = 0
const newId = () => `id-${(minted += 1)}`
const posters = [request, { ...request, image_url: 'https://images.example/b.png' }].map((one) => ({
  request: one,
  confirmed: [{ id: 'before', isCreated: true }],
}))
const batch: Batch = {
  ...newBatch('batch'),
  phase: { kind: 'held', why: { kind: 'too-fast', retryAt: 7 } },
}
const queue = queueOf(posters, 'batch', 'p', newId)
const record = (state: PosterState): PosterRecord => ({
  id: newId(),
  request,
  owner: 'p',
  startedAt: 5,
  state,
})
const created = (remainingPoints: number | bigint): PosterState => ({
  kind: 'created',
  at: 5,
  created: { uuid: 'd3f1', remainingPoints, taskType: null, message: null },
})
const EMPTY = { batch: null, records: [] }

test('loads a batch with its records, and open records, as they were saved', () => {
  stubSessionStorage()
  const open = [
    record({ kind: 'sending' }),
    record({ kind: 'unknown', failure: { kind: 'timeout' } }),
  ]
  expect(saveMirror('p', batch, [...queue, ...open, record(created(1))])).toBe(true)
  expect(loadMirror('p')).toEqual({ batch, records: [...queue, ...open] })
  expect(loadMirror('other')).toEqual(EMPTY)
})

test('pauses a batch that was running', () => {
  stubSessionStorage()
  saveMirror('p', newBatch('batch'), queue)
  expect(loadMirror('p').batch?.phase).toEqual({ kind: 'held', why: { kind: 'interrupted' } })
})

test('leaves a balance that JSON cannot hold to the disk', () => {
  stubSessionStorage()
  saveMirror('p', batch, [{ ...record(created(2n ** 60n)), batchId: 'batch' }])
  expect(loadMirror('p').records).toMatchObject([{ state: { created: { remainingPoints: null } } }])
})

test('stores nothing without a batch and open records', () => {
  const kept = stubSessionStorage()
  saveMirror('p', batch, queue)
  saveMirror('p', null, [record(created(1))])
  expect(kept.size).toBe(0)
})

test('removes the old batch if there is no room, as it would send posters again', () => {
  const kept = stubSessionStorage(() => 1_000)
  expect(saveMirror('p', batch, queue)).toBe(true)
  const many = Array.from({ length: 10 }, () => record({ kind: 'sending' }))
  expect(saveMirror('p', batch, [...queue, ...many])).toBe(false)
  expect(kept.size).toBe(0)
})

test.each(['not json', '{}', '[]', '{"batch":{},"records":[]}'])(
  'loads nothing from an invalid entry: %s',
  (text) => {
    const kept = stubSessionStorage()
    saveMirror('p', batch, queue)
    for (const name of kept.keys()) kept.set(name, text)
    expect(loadMirror('p')).toEqual(EMPTY)
  },
)

test('does not throw if the browser refuses storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(saveMirror('p', batch, queue)).toBe(false)
  expect(loadMirror('p')).toEqual(EMPTY)
})
