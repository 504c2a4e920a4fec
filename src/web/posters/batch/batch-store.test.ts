import { afterEach, expect, test, vi } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { startBatch, withStarted } from '#web/posters/batch/batch.ts'
import {
  type BatchWorkspace,
  EMPTY_WORKSPACE,
  loadWorkspace,
  saveWorkspace,
} from '#web/posters/batch/batch-store.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function storage({ limit = Infinity } = {}) {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (text.length > limit) throw new Error('full')
      kept.set(name, text)
    },
    removeItem: (name: string) => kept.delete(name),
  })
  return kept
}

const [scene] = POSTER_SCENES
const request = { image_url: 'https://images.example/a.png', prompt: scene }
const posters = [request, { ...request, image_url: 'https://images.example/b.png' }].map((one) => ({
  request: one,
  confirmed: [{ id: 'before', isCreated: true }],
}))
let minted = 0
const batch = startBatch(posters, 'p', () => `id-${(minted += 1)}`)
const workspace: BatchWorkspace = {
  isOpen: true,
  text: 'typed\nso far',
  scenes: [scene],
  withCreated: true,
  batch: { ...batch, phase: { kind: 'held', why: { kind: 'too-fast', retryAt: 7 } } },
}

test('loads the workspace as it was saved', () => {
  storage()
  expect(saveWorkspace('p', workspace)).toBe(true)
  expect(loadWorkspace('p')).toEqual(workspace)
  expect(loadWorkspace('other')).toEqual(EMPTY_WORKSPACE)
})

test('pauses a batch that was running', () => {
  storage()
  const running = withStarted(batch, 'id-1', 5)
  saveWorkspace('p', { ...workspace, batch: running })
  expect(loadWorkspace('p').batch).toEqual({
    ...running,
    phase: { kind: 'held', why: { kind: 'interrupted' } },
  })
})

test('stores nothing for an empty workspace', () => {
  const kept = storage()
  saveWorkspace('p', workspace)
  saveWorkspace('p', { ...EMPTY_WORKSPACE, isOpen: true })
  expect(kept.size).toBe(0)
})

test('removes the old batch if there is no room, as it would send posters again', () => {
  const kept = storage({ limit: 1_000 })
  saveWorkspace('p', workspace)
  expect(saveWorkspace('p', { ...workspace, text: 'x'.repeat(1_000) })).toBe(false)
  expect(kept.size).toBe(0)
})

test.each(['not json', '{}', '[]', '{"isOpen":true,"text":"a","withCreated":false,"batch":{}}'])(
  'loads an empty workspace from an invalid entry: %s',
  (text) => {
    storage().set('marquee.poster-batch.p', text)
    expect(loadWorkspace('p')).toEqual(EMPTY_WORKSPACE)
  },
)

test('does not throw if the browser refuses storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(saveWorkspace('p', workspace)).toBe(false)
  expect(loadWorkspace('p')).toEqual(EMPTY_WORKSPACE)
})
