import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { createAccount } from '#local-api/accounts.ts'
import { advance } from '#local-api/app.fixture.ts'
import { initialState, stateAt } from '#local-api/lifecycle.ts'
import {
  CLIP_WITHOUT_PICTURE,
  clipPath,
  CLIPS,
  FAILURE_REASONS,
  outcomeOf,
  SCENE_CLIPS,
} from '#local-api/outcomes.ts'
import { openStore, type Store, type TaskRow } from '#local-api/store.ts'
import { createPosterTask } from '#local-api/tasks.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const POSTER = { image_url: 'https://images.example/me.jpg', prompt: 'firework' } as const

let folder: string
let store: Store

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lifecycle-'))
  store = openStore(folder)
})
afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

type Stored = Pick<TaskRow, 'uuid' | 'status' | 'updatedAt' | 'completedAt' | 'dueAt'> &
  Pick<TaskRow, 'clip' | 'errorMsg'>

function stored(from: Store, uuid: string): Stored | undefined {
  return from.database
    .query<Stored>(
      `SELECT uuid, status, updated_at AS updatedAt, completed_at AS completedAt,
         due_at AS dueAt, clip, error_msg AS errorMsg FROM tasks WHERE uuid = ?`,
    )
    .all(uuid)[0]
}

function createPosters(count: number): string[] {
  const { id } = createAccount(store, { points: count * 10 })
  return Array.from({ length: count }, () => {
    const creation = createPosterTask(store, id, POSTER, NOW)
    if (creation.kind !== 'created') throw new Error('the account has points for all')
    return creation.uuid
  })
}

it('keeps a task pending, then processing, then finished, each from its due time on', () => {
  for (let n = 0; n < 30; n += 1) {
    const [uuid = ''] = createPosters(1)
    const { waiting, working, clip, errorMsg } = outcomeOf({
      uuid,
      imageUrl: null,
      prompt: POSTER.prompt,
    })
    const [started, ended] = [NOW + waiting, NOW + waiting + working]
    advance(store, started - 1)
    expect(stored(store, uuid)).toMatchObject({ status: 'pending', dueAt: started, updatedAt: NOW })
    advance(store, started)
    expect(stored(store, uuid)).toMatchObject({
      status: 'processing',
      dueAt: ended,
      updatedAt: started,
      completedAt: null,
      clip: null,
      errorMsg: null,
    })
    advance(store, ended - 1)
    expect(stored(store, uuid)?.status).toBe('processing')
    advance(store, ended)
    expect(stored(store, uuid)).toMatchObject({
      status: errorMsg === null ? 'completed' : 'failed',
      dueAt: null,
      updatedAt: ended,
      completedAt: errorMsg === null ? ended : null,
      clip,
      errorMsg,
    })
    advance(store, ended + 1e9)
    expect(stored(store, uuid)?.updatedAt).toBe(ended)
  }
})

it('catches up with all changes of a downtime', () => {
  const uuids = createPosters(500)
  // 500 tasks are more than one batch.
  expect(advance(store, NOW + 1e9)).toBe(500)
  for (const uuid of uuids) {
    const { waiting, working } = outcomeOf({ uuid, imageUrl: null, prompt: POSTER.prompt })
    expect(stored(store, uuid)?.updatedAt).toBe(NOW + waiting + working)
  }
  expect(advance(store, NOW + 1e9)).toBe(0)
})

it('changes a task once when two connections advance the same folder', () => {
  const other = openStore(folder)
  const uuids = createPosters(50)
  const changes: number[] = []
  for (let now = NOW; now < NOW + 40_000; now += 500) {
    changes.push(advance(store, now), advance(other, now))
  }
  // Two changes each, none of them twice.
  expect(changes.reduce((sum, n) => sum + n, 0)).toBe(100)
  for (const uuid of uuids) expect(stored(other, uuid)).toEqual(stored(store, uuid))
  other.close()
})

it('reaches the same end even if the clock jumps', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.array(fc.nat(15_000)), (uuid, jumps) => {
      const task = { uuid, imageUrl: null, prompt: null, createdAt: NOW }
      let state = initialState(task)
      let now = NOW
      for (const jump of [...jumps, 60_000]) {
        now += jump
        state = stateAt(task, state, now) ?? state
      }
      expect(state).toEqual(stateAt(task, initialState(task), NOW + 60_000))
      expect(state.dueAt).toBeNull()
    }),
  )
})

it('waits 2 to 6 s, works 8 to 30 s, and fails about one task in ten, for every reason', () => {
  const outcomes = Array.from({ length: 5000 }, (_, n) =>
    outcomeOf({ uuid: `task-${n}`, imageUrl: null, prompt: null }),
  )
  for (const { waiting, working } of outcomes) {
    expect(waiting).toBeGreaterThanOrEqual(2000)
    expect(waiting).toBeLessThanOrEqual(6000)
    expect(working).toBeGreaterThanOrEqual(8000)
    expect(working).toBeLessThanOrEqual(30_000)
  }
  const failed = outcomes.filter(({ errorMsg }) => errorMsg !== null)
  expect(failed.length / outcomes.length).toBeGreaterThan(0.08)
  expect(failed.length / outcomes.length).toBeLessThan(0.12)
  expect(new Set(failed.map(({ errorMsg }) => errorMsg))).toEqual(new Set(FAILURE_REASONS))
  expect(new Set(outcomes.map(({ clip }) => clip))).toEqual(new Set([...CLIPS, null]))
})

it.each(POSTER_SCENES)(
  'gives a poster of %s the clip that is the sample of this scene',
  (prompt) => {
    const posters = Array.from({ length: 50 }, (_, n) =>
      outcomeOf({ uuid: `poster-${n}`, imageUrl: POSTER.image_url, prompt }),
    )
    const clips = posters.flatMap(({ clip }) => (clip === null ? [] : clipPath(clip)))
    expect(new Set(clips)).toEqual(new Set([SCENE_CLIPS[prompt]]))
  },
)

it('has a file for each clip, and a use for each file', () => {
  const clips = [...CLIPS, ...POSTER_SCENES, CLIP_WITHOUT_PICTURE]
  const files = readdirSync(join(import.meta.dirname, '../../public/media'))
  expect(files.map((name) => `/media/${name}`).toSorted()).toEqual(clips.map(clipPath).toSorted())
})
