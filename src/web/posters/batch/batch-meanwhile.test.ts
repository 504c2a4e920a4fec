import { beforeEach, expect, test, vi } from 'vitest'

import {
  submission,
  created,
  request,
  setUpDatabase,
} from '#web/submissions/submission-store.fixture.ts'
import { submissionStore } from '#web/submissions/submission-store.ts'
import { ownerOf } from '#web/submissions/submission-log.ts'
import { deriveQuickly } from '#web/api/key-derivation.fixture.ts'
import { sendPoster } from '#web/submissions/send-submission.ts'
import { type ApiSession, startSession } from '#web/api/session.tsx'
import type { Batch, BatchPhase } from '#web/posters/batch/batch.ts'
import { type BatchControl, openBatch } from '#web/posters/batch/batch-run.ts'
import { EMPTY_WORKSPACE } from '#web/posters/batch/batch-store.ts'

setUpDatabase()

const MINUTE = 60_000
const other = { ...request, image_url: 'https://example.com/b.png' }

let sent: unknown[] = []
let arrived = gate()
let answered = gate()

/** Something that is waited for until it is let happen. */
function gate() {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

beforeEach(() => {
  deriveQuickly()
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20), toFake: ['Date'] })
  vi.stubGlobal('navigator', { onLine: true })
  sent = []
  arrived = gate()
  answered = gate()
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    arrived.open()
    await answered.passed
    const data = { uuid: 'd3f1', remaining_points: 1 }
    return Response.json({ code: 200, message: '', data })
  })
  return async () => {
    vi.useRealTimers()
    await submissionStore.forgetAll()
  }
})

/** A batch of two posters that uses the real store. The first is on its way. */
async function start(session: ApiSession): Promise<BatchControl> {
  const { profileId, signal } = session
  const control = openBatch({
    load: () => EMPTY_WORKSPACE,
    save: () => true,
    claim: () => true,
    release: () => undefined,
    send: async (poster) => sendPoster(session, poster),
    announce: () => undefined,
    profileId,
    signal,
  })
  control.start(
    [other, request].map((one) => ({ request: one, confirmed: [] })),
    '',
  )
  await arrived.passed
  return control
}

/** Waits for a batch to get there. */
async function reach(control: BatchControl, kind: BatchPhase['kind']): Promise<Batch | null> {
  return new Promise((resolve) => {
    const look = () => {
      const { batch } = control.workspace.get()
      if (batch?.phase.kind === kind) resolve(batch)
    }
    control.workspace.subscribe(look)
    look()
  })
}

/** The form, or another tab, creates the poster that waits; then so much time goes by. */
async function createMeanwhile(session: ApiSession, time: number) {
  const one = submission()
  await submissionStore.begin(one, await ownerOf(session, submissionStore), [])
  await submissionStore.settle(one.id, created)
  vi.setSystemTime(Date.now() + time)
}

test.each([9, 11, 1440])('a poster created %d minutes before its turn is left out', async (age) => {
  const session = startSession('p', 'key', false)
  const control = await start(session)
  await createMeanwhile(session, age * MINUTE)
  answered.open()
  const batch = await reach(control, 'over')
  expect(batch?.items.map(({ state }) => state)).toEqual(['created', 'left-out'])
  expect(sent).toEqual([other])
  session.end()
})

test('a poster created while the batch was paused is left out, too', async () => {
  const session = startSession('p', 'key', false)
  const control = await start(session)
  control.pause()
  answered.open()
  await reach(control, 'held')
  await createMeanwhile(session, 60 * MINUTE)
  control.resume([])
  await reach(control, 'over')
  expect(sent).toEqual([other])
  session.end()
})
