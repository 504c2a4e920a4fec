import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { preparePicture } from './prepare-picture.ts'

const DONE = { ok: true, picture: {} }
const file = new Blob(['x'])
const never = new AbortController().signal

/** A worker that does nothing by itself. */
class FakeWorker extends EventTarget {
  readonly received: unknown[] = []
  isTerminated = false
  readonly address: unknown
  constructor(address: unknown) {
    super()
    this.address = address
    started.push(this)
    onStart()
  }
  postMessage(data: unknown) {
    this.received.push(data)
  }
  terminate() {
    this.isTerminated = true
  }
  answer(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}
let started: FakeWorker[] = []
let onStart: () => void = () => undefined
/** The worker that was started at this place, once it is. */
async function startedAs(place: number): Promise<FakeWorker> {
  const worker = started[place]
  if (worker !== undefined) return worker
  await new Promise<void>((resolve) => {
    onStart = resolve
  })
  return startedAs(place)
}

beforeEach(() => {
  started = []
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('window', {})
})
afterEach(() => {
  vi.useRealTimers()
})

it('gives a picture to a worker, which ends with its answer', async () => {
  const part = { x: 0, y: 0, width: 1, height: 0.5 }
  const result = preparePicture(file, never, part)
  const worker = await startedAs(0)
  expect(worker.received).toEqual([{ file, part }])
  expect(worker.isTerminated).toBe(false)
  worker.answer(DONE)
  expect(await result).toEqual(DONE)
  expect(worker.isTerminated).toBe(true)
})

it('prepares one picture after the other', async () => {
  const results = [preparePicture(file, never), preparePicture(file, never)]
  const first = await startedAs(0)
  await Promise.resolve()
  expect(started).toHaveLength(1)
  first.answer({ ok: false, problem: 'empty' })
  const second = await startedAs(1)
  expect(first.isTerminated).toBe(true)
  second.answer(DONE)
  expect(await Promise.all(results)).toEqual([{ ok: false, problem: 'empty' }, DONE])
})

it('goes on after one that cannot be given to a worker', async () => {
  vi.stubGlobal('reportError', () => undefined)
  class Refusing extends FakeWorker {
    override postMessage() {
      throw new DOMException('', 'DataCloneError')
    }
  }
  vi.stubGlobal('Worker', Refusing)
  const result = preparePicture(file, never)
  expect(await result).toEqual({ ok: false, problem: 'unreadable' })
  vi.stubGlobal('Worker', FakeWorker)
  const next = preparePicture(file, never)
  const worker = await startedAs(1)
  worker.answer(DONE)
  expect(await next).toEqual(DONE)
})

it('cancels at once what is under way, what waits, and what has not begun', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const results = [first, second].map(async ({ signal }) => preparePicture(file, signal))
  const worker = await startedAs(0)
  const cancelled = { ok: false, problem: 'cancelled' }
  second.abort()
  expect(await results[1]).toEqual(cancelled)
  expect(worker.isTerminated).toBe(false)
  first.abort()
  expect(await results[0]).toEqual(cancelled)
  expect(worker.isTerminated).toBe(true)
  expect(await preparePicture(file, AbortSignal.abort())).toEqual(cancelled)
  // The queue goes on, without a worker for those that were cancelled.
  const result = preparePicture(file, never)
  const next = await startedAs(1)
  next.answer(DONE)
  expect(await result).toEqual(DONE)
  expect(started).toHaveLength(2)
})

it.each([
  ['is not there', () => vi.stubGlobal('Worker', undefined)],
  [
    'is refused by a policy',
    () =>
      vi.stubGlobal('window', {
        trustedTypes: {
          createPolicy: () => {
            throw new TypeError('Policy "picture-worker" disallowed')
          },
        },
      }),
  ],
])('says that this browser cannot do it if the worker %s', async (_, prevent) => {
  prevent()
  expect(await preparePicture(file, never)).toEqual({ ok: false, problem: 'unsupported' })
})

it('says if the worker does not load, or crashes', async () => {
  const result = preparePicture(file, never)
  const worker = await startedAs(0)
  worker.dispatchEvent(new Event('error'))
  expect(await result).toEqual({ ok: false, problem: 'not-loaded' })
  expect(worker.isTerminated).toBe(true)
  const second = preparePicture(file, never)
  const crashed = await startedAs(1)
  crashed.dispatchEvent(Object.assign(new Event('error'), { message: 'x is undefined' }))
  expect(await second).toEqual({ ok: false, problem: 'unsupported' })
})

it('gives a picture up that takes two minutes', async () => {
  vi.useFakeTimers()
  const result = preparePicture(file, never)
  await vi.advanceTimersByTimeAsync(119_000)
  expect(started[0]?.isTerminated).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await result).toEqual({ ok: false, problem: 'unreadable' })
  expect(started[0]?.isTerminated).toBe(true)
})

it('makes the address of the worker with one policy, which makes no other', async () => {
  const createPolicy = vi.fn<
    (name: string, rules: { createScriptURL: (text: string) => string }) => unknown
  >((_, { createScriptURL }) => ({
    createScriptURL: () => `trusted ${createScriptURL('/evil.js')}`,
  }))
  vi.stubGlobal('window', { trustedTypes: { createPolicy } })
  for (const place of [0, 1]) {
    const result = preparePicture(file, never)
    const worker = await startedAs(place)
    expect(worker.address).toMatch(/^trusted \S+\/picture-worker\.ts\?\S+$/)
    worker.answer(DONE)
    await result
  }
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['picture-worker'])
})
