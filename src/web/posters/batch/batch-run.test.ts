import { describe, expect, test, vi } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import type { Outcome } from '#web/submissions/submission.ts'
import type { PosterToSend, Sent } from '#web/submissions/send-submission.ts'
import { type BatchDependencies, openBatch } from '#web/posters/batch/batch-run.ts'
import { type BatchWorkspace, EMPTY_WORKSPACE } from '#web/posters/batch/batch-store.ts'

const [scene] = POSTER_SCENES
const posters = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    request: { image_url: `https://images.example/${index}.png`, prompt: scene },
    confirmed: [],
  }))

const created: Outcome = {
  kind: 'created',
  at: 1,
  created: { uuid: 'd3f1', remainingPoints: 1, taskType: null, message: null },
}

/** A batch whose service answers when the test says so. */
function setUp(change: Partial<BatchDependencies> = {}) {
  const ending = new AbortController()
  const saved: BatchWorkspace[] = []
  const flying: { poster: PosterToSend; answer: (sent: Sent) => void; fail: () => void }[] = []
  let isTaken = false
  const control = openBatch({
    load: () => EMPTY_WORKSPACE,
    save: (workspace) => saved.push(workspace) > 0,
    claim: () => {
      if (isTaken) return false
      isTaken = true
      return true
    },
    release: () => {
      isTaken = false
    },
    send: async (poster) =>
      new Promise((resolve, reject) => {
        flying.push({ poster, answer: resolve, fail: () => reject(new Error('a defect')) })
      }),
    announce: () => undefined,
    profileId: 'p',
    signal: ending.signal,
    ...change,
  })
  /** Answers the one on its way, and lets the batch go on. */
  const settle = async (act: (one: (typeof flying)[number]) => void) => {
    const last = flying.at(-1)
    if (last !== undefined) act(last)
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  }
  const answer = async (sent: Sent) => settle((one) => one.answer(sent))
  return {
    control,
    saved,
    flying,
    settle,
    answer,
    end: () => ending.abort(),
    isTaken: () => isTaken,
  }
}

const statesOf = (workspace: BatchWorkspace | undefined) =>
  workspace?.batch?.items.map(({ state }) => state)

test('sends one poster after the other, and saves each as started before', async () => {
  const { control, saved, flying, answer, isTaken } = setUp()
  control.start(posters(2), '')
  expect(flying).toHaveLength(1)
  expect(statesOf(saved.at(-1))).toEqual(['started', 'waiting'])
  await answer({ kind: 'sent', outcome: created })
  expect(flying).toHaveLength(2)
  await answer({ kind: 'sent', outcome: created })
  expect(control.workspace.get().batch?.phase).toEqual({ kind: 'over' })
  expect(new Set(flying.map(({ poster }) => poster.id)).size).toBe(2)
  expect(isTaken()).toBe(false)
})

test('does not start while a poster is being sent, or another batch is not over', async () => {
  const { control, flying, answer } = setUp()
  control.start(posters(2), '')
  expect(control.start(posters(1), '')).toBe(false)
  control.resume([])
  expect(flying).toHaveLength(1)
  control.pause()
  await answer({ kind: 'sent', outcome: created })
  expect(control.start(posters(1), '')).toBe(false)
  control.clear([])
  expect(control.workspace.get().batch).not.toBeNull()
  const busy = setUp({ claim: () => false })
  expect(busy.control.start(posters(1), 'kept')).toBe(false)
  expect(busy.control.workspace.get()).toEqual(EMPTY_WORKSPACE)
})

test('puts unsent addresses back into the text box, once each, after its text', async () => {
  const { control, answer } = setUp()
  control.start(posters(2), 'shop 1')
  control.stop()
  await answer({ kind: 'sent', outcome: created })
  const { text } = control.workspace.get()
  expect(text).toBe('shop 1')
  control.clear(['https://images.example/1.png', 'https://images.example/1.png'])
  expect(control.workspace.get()).toMatchObject({
    batch: null,
    text: 'shop 1\nhttps://images.example/1.png',
  })
})

test.each<Sent>([
  { kind: 'known' },
  { kind: 'ask', question: { reason: { kind: 'unknown', at: 1 }, about: [] } },
])('leaves out a poster that was sent elsewhere: %j', async (sent) => {
  const { control, flying, answer } = setUp()
  control.start(posters(2), '')
  await answer(sent)
  expect(statesOf(control.workspace.get())).toEqual(['left-out', 'started'])
  expect(flying).toHaveLength(2)
})

test('treats a defect as an unknown outcome, and allows sending again', async () => {
  const reports: unknown[] = []
  vi.stubGlobal('reportError', (report: unknown) => reports.push(report))
  const { control, settle, flying, isTaken } = setUp()
  control.start(posters(2), '')
  await settle((one) => one.fail())
  expect(control.workspace.get().batch?.phase).toEqual({ kind: 'held', why: { kind: 'unknown' } })
  expect(flying).toHaveLength(1)
  expect(isTaken()).toBe(false)
  expect(reports).toHaveLength(1)
})

describe('when the session ends', () => {
  test('sends and saves nothing more', async () => {
    const { control, saved, flying, answer, end } = setUp()
    control.start(posters(3), '')
    const before = saved.length
    end()
    await answer({ kind: 'sent', outcome: created })
    expect(flying).toHaveLength(1)
    expect(saved).toHaveLength(before)
    // The saved batch says that it was started, so it is not sent again.
    expect(statesOf(saved.at(-1))).toEqual(['started', 'waiting', 'waiting'])
  })
})

test('continues if the browser keeps nothing, and says so', async () => {
  const { control, flying, answer } = setUp({ save: () => false })
  control.start(posters(2), '')
  expect(control.isKept.get()).toBe(false)
  await answer({ kind: 'sent', outcome: created })
  expect(flying).toHaveLength(2)
})
