import { beforeEach, describe, expect, test, vi } from 'vitest'

import { deriveQuickly } from '#web/api/key-derivation.fixture.ts'
import { type ApiSession, startSession } from '#web/api/session.tsx'
import { stubSessionStorage } from '#web/api/tab-entries.fixture.ts'
import { loadMirror } from '#web/poster-records/mirror.ts'
import { ownerOf } from '#web/poster-records/owner.ts'
import type { BatchPhase, BatchView } from '#web/poster-records/queue.ts'
import {
  created,
  open,
  poster,
  request,
  setUpDatabase,
} from '#web/poster-records/record-store.fixture.ts'
import { posterRecordStore } from '#web/poster-records/record-store.ts'
import { PosterSender } from '#web/poster-records/sender.ts'

setUpDatabase()

const MINUTE = 60_000
const other = { ...request, image_url: 'https://example.com/b.png' }
const planned = [other, request].map((one) => ({ request: one, confirmed: [] }))

/** What was sent, each with the way to answer it. */
let sent: { body: unknown; answer: (reply: Response | Error) => void }[] = []
let storage = new Map<string, string>()
let isFull = false

beforeEach(() => {
  deriveQuickly()
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20), toFake: ['Date'] })
  vi.stubGlobal('navigator', { onLine: true })
  sent = []
  isFull = false
  storage = stubSessionStorage(() => (isFull ? 0 : Infinity))
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const reply = new Promise<Response>((resolve, reject) => {
      const answer = (one: Response | Error) => {
        if (one instanceof Error) reject(one)
        else resolve(one)
      }
      sent.push({ body: JSON.parse(body), answer })
    })
    return reply
  })
  return async () => {
    vi.useRealTimers()
    await posterRecordStore.forgetAll()
  }
})

const reply = (code: number, data: unknown = null) =>
  Response.json({ code, message: '', data }, { status: code })
const success = () => reply(200, { uuid: 'd3f1', remaining_points: 1 })

/** Waits until so many were sent. */
async function arrived(count: number): Promise<void> {
  await vi.waitFor(() => expect(sent).toHaveLength(count), { interval: 5 })
}

/** Answers what was sent last. */
const answer = (one: Response | Error) => sent.at(-1)?.answer(one)

function openSender(session: ApiSession) {
  const told: BatchView[] = []
  const begun: string[] = []
  const sender = new PosterSender(session, {
    onBegun: ({ id }) => begun.push(id),
    onBatch: (_, now) => told.push(now),
    pointsLimit: () => undefined,
    thumbnailOf: () => undefined,
  })
  const states = () => sender.own.get().map(({ state }) => state.kind)
  return { sender, told, begun, states }
}

/** Waits for a batch to get there. */
async function reach(sender: PosterSender, kind: BatchPhase['kind']): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (sender.state.get().batch?.phase.kind === kind) resolve()
    }
    sender.state.subscribe(look)
    look()
  })
}

/** Waits until nothing is being sent. */
async function rest(sender: PosterSender): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!sender.state.get().isSending) resolve()
    }
    sender.state.subscribe(look)
    look()
  })
}

test('sends one poster of a batch after the other, and keeps each as sent before it is', async () => {
  const session = startSession('p', 'key', false)
  const { sender, states, told } = openSender(session)
  expect(sender.start(planned)).toBe(true)
  await arrived(1)
  expect(states()).toEqual(['sending', 'queued'])
  expect(loadMirror('p').records.map(({ state }) => state.kind)).toEqual(['sending', 'queued'])
  expect(sender.state.get().sendingId).toBe(sender.own.get()[0]?.id)
  answer(success())
  await arrived(2)
  answer(success())
  await reach(sender, 'over')
  await rest(sender)
  expect(states()).toEqual(['created', 'created'])
  expect(sent.map(({ body }) => body)).toEqual([other, request])
  expect(told.map(({ records }) => records.map(({ state }) => state.kind).join())).toEqual([
    'queued,queued',
    'created,queued',
    'created,created',
  ])
  expect(sender.state.get()).toMatchObject({ isSending: false, sendingId: null })
  session.end()
})

test('sends nothing else while a poster is being sent, or a batch is not over', async () => {
  const session = startSession('p', 'key', false)
  const { sender } = openSender(session)
  sender.start(planned)
  await arrived(1)
  expect(sender.start(planned)).toBe(false)
  sender.resume()
  sender.create(request)
  sender.pause()
  answer(success())
  await reach(sender, 'held')
  await rest(sender)
  expect(sender.start(planned)).toBe(false)
  sender.clear()
  expect(sender.state.get().batch).not.toBeNull()
  expect(sent).toHaveLength(1)
  session.end()
})

test('never sends from a read-only account', () => {
  const session = startSession('p', 'key', true)
  const { sender } = openSender(session)
  expect(sender.start(planned)).toBe(false)
  sender.create(request)
  expect(sender.state.get().isSending).toBe(false)
  session.end()
})

test('forgets a batch that is over; what was sent of it stays', async () => {
  const session = startSession('p', 'key', false)
  const { sender, states } = openSender(session)
  sender.start(planned)
  sender.stop()
  await arrived(1)
  answer(success())
  await reach(sender, 'over')
  expect(states()).toEqual(['created', 'queued'])
  sender.clear()
  expect(sender.state.get().batch).toBeNull()
  expect(states()).toEqual(['created'])
  expect(storage.size).toBe(0)
  session.end()
})

test('treats a defect as an unknown outcome, and allows sending again', async () => {
  const reports: unknown[] = []
  vi.stubGlobal('reportError', (report: unknown) => reports.push(report))
  vi.spyOn(posterRecordStore, 'begin').mockRejectedValueOnce(new TypeError('a defect'))
  const session = startSession('p', 'key', false)
  const { sender, states } = openSender(session)
  sender.start(planned)
  await reach(sender, 'held')
  await rest(sender)
  expect(sender.state.get().batch?.phase).toEqual({ kind: 'held', why: { kind: 'unknown' } })
  expect(states()).toEqual(['unknown', 'queued'])
  expect(sender.own.get()[0]?.startedAt).toBe(Date.now())
  expect(reports).toHaveLength(1)
  session.end()
})

test('sends and keeps nothing more when the session ends', async () => {
  const session = startSession('p', 'key', false)
  const { sender, states } = openSender(session)
  sender.start(planned)
  await arrived(1)
  const kept = new Map(storage)
  session.end()
  const settled = vi.spyOn(posterRecordStore, 'settle')
  answer(success())
  await vi.waitFor(() => expect(settled).toHaveReturned())
  await settled.mock.results[0]?.value
  expect(states()).toEqual(['created', 'queued'])
  expect(sent).toHaveLength(1)
  sender.stop()
  // What is kept says that it was sent, so it is not sent again.
  expect(storage).toEqual(kept)
  // The next session of this account knows the outcome.
  const next = startSession('p', 'key', false)
  const again = openSender(next)
  expect(again.states()).toEqual(['created', 'queued'])
  expect(again.sender.state.get().batch?.phase.kind).toBe('held')
  next.end()
})

test('continues if the browser keeps nothing, and says so', async () => {
  isFull = true
  const session = startSession('p', 'key', false)
  const { sender } = openSender(session)
  sender.start(planned)
  await arrived(1)
  expect(sender.state.get().isKept).toBe(false)
  answer(success())
  await arrived(2)
  session.end()
})

test('asks before the form sends the same poster again, and then sends it once', async () => {
  const session = startSession('p', 'key', false)
  const { sender, begun } = openSender(session)
  sender.create(request)
  await arrived(1)
  answer(new TypeError('the network is gone'))
  await rest(sender)
  expect(sender.state.get().latest).toMatchObject({ id: begun[0], reply: { kind: 'unknown' } })
  sender.create(request)
  await rest(sender)
  const { toConfirm } = sender.state.get()
  expect(toConfirm).toMatchObject({ request, question: { reason: { kind: 'unknown' } } })
  expect(sent).toHaveLength(1)
  // What becomes known meanwhile changes the question: a yes to the former one asks again.
  await posterRecordStore.settle(begun[0] ?? '', created)
  await vi.waitFor(() => expect(sender.state.get().toConfirm?.question.reason.kind).toBe('recent'))
  sender.confirm()
  await arrived(2)
  answer(success())
  await rest(sender)
  expect(sender.state.get()).toMatchObject({ toConfirm: null, latest: { id: begun[1] } })
  session.end()
})

describe('a poster that was created elsewhere meanwhile', () => {
  /** The form of another tab creates the poster that waits; then so much time goes by. */
  async function createElsewhere(session: ApiSession, time: number) {
    const one = poster()
    const tab = open()
    await tab.begin(one, await ownerOf(session), [])
    await tab.settle(one.id, created)
    vi.setSystemTime(Date.now() + time)
  }

  test.each([9, 11, 1440])('%d minutes before its turn is skipped', async (age) => {
    const session = startSession('p', 'key', false)
    const { sender, states } = openSender(session)
    sender.start(planned)
    await arrived(1)
    await createElsewhere(session, age * MINUTE)
    answer(success())
    await reach(sender, 'over')
    expect(states()).toEqual(['created', 'skipped'])
    expect(sent.map(({ body }) => body)).toEqual([other])
    session.end()
  })

  test('while the batch was paused is skipped, too', async () => {
    const session = startSession('p', 'key', false)
    const { sender, states } = openSender(session)
    sender.start(planned)
    await arrived(1)
    sender.pause()
    answer(success())
    await reach(sender, 'held')
    await rest(sender)
    await createElsewhere(session, 60 * MINUTE)
    sender.resume()
    await reach(sender, 'over')
    expect(states()).toEqual(['created', 'skipped'])
    expect(sent).toHaveLength(1)
    session.end()
  })

  test('by a copy of this tab is skipped', async () => {
    const session = startSession('p', 'key', false)
    const { sender, states } = openSender(session)
    sender.start(planned)
    await arrived(1)
    const [, waiting] = sender.own.get()
    await open().begin({ ...poster(), id: waiting?.id ?? '' }, await ownerOf(session), [])
    answer(success())
    await reach(sender, 'over')
    expect(states()).toEqual(['created', 'skipped'])
    session.end()
  })
})
