import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { HOST_MARK_HEADER } from '#contract/host-error-code.ts'
import { ApiError } from '#web/api/api-error.ts'
import { dropEarlyRequest, sendEarlyRequest, takeEarlyResult } from '#web/early/early-request.ts'
import { callOperation } from '#web/api/request.ts'

const account = { profileId: 'p1', name: 'Shop', keyTail: '', isReadOnly: false }
const caller = { apiKey: 'key-1', signal: new AbortController().signal }
const fetched = vi.fn<typeof fetch>()
const list = (name: string) => JSON.stringify({ code: 200, message: '', data: { list: [name] } })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { onLine: true })
  fetched.mockImplementation((_, init) =>
    init?.signal?.aborted === true
      ? Promise.reject(new DOMException('aborted', 'AbortError'))
      : Promise.resolve(new Response(list('own'))),
  )
})
afterEach(() => {
  dropEarlyRequest()
  fetched.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Sends the early request. @returns a function that answers it */
function sendEarly(): (reply: Response) => void {
  let answer: (reply: Response) => void = () => undefined
  fetched.mockImplementationOnce(
    (_, init) =>
      new Promise((resolve, reject) => {
        answer = resolve
        init?.signal?.addEventListener('abort', () => {
          reject(new DOMException('aborted', 'AbortError'))
        })
      }),
  )
  sendEarlyRequest(account, 'key-1', '')
  return answer
}

const read = (by = caller, query = '') =>
  callOperation(by, 'listVideoTasks', { query }, takeEarlyResult)

test('the first read takes the early reply, with the time when it arrived; the next one sends its own request', async () => {
  const answer = sendEarly()
  const reading = read()
  await vi.advanceTimersByTimeAsync(3_000)
  const now = Date.now()
  answer(new Response(list('early')))
  expect(await reading).toEqual({ data: { list: ['early'] }, arrivedAt: now })
  expect(fetched).toHaveBeenCalledTimes(1)
  // A timer would keep the key in memory.
  expect(vi.getTimerCount()).toBe(0)
  expect(await read()).toMatchObject({ data: { list: ['own'] } })
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a reply that waited for the app keeps its time, and is not used once it is too old', async () => {
  const arrivedAt = Date.now()
  sendEarly()(new Response(list('early')))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await read()).toEqual({ data: { list: ['early'] }, arrivedAt })

  sendEarly()(new Response(list('early')))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await read()).toMatchObject({ data: { list: ['own'] } })
})

test('a reply that is on screen is used however old it is', async () => {
  const arrivedAt = Date.now()
  sendEarly()(new Response(list('early')))
  await vi.advanceTimersByTimeAsync(0)
  if (globalThis.earlyRequest !== undefined) globalThis.earlyRequest.isShown = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await read()).toEqual({ data: { list: ['early'] }, arrivedAt })
})

test('a slow reply that the app has awaited is used, although it comes late', async () => {
  const answer = sendEarly()
  const reading = read()
  await vi.advanceTimersByTimeAsync(9_000)
  answer(new Response(list('early')))
  expect(await reading).toMatchObject({ data: { list: ['early'] } })
})

test('another early request cancels the one before', async () => {
  sendEarly()
  sendEarly()(new Response(list('second')))
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  expect(await read()).toMatchObject({ data: { list: ['second'] } })
})

test.each([
  ['another key', { ...caller, apiKey: 'key-2' }, ''],
  ['another page', caller, '?page=2'],
])('it is cancelled and dropped unread for %s', async (_, by, query) => {
  sendEarly()(new Response(list('early')))
  const signal = fetched.mock.calls[0]?.[1]?.signal
  expect(await read(by, query)).toMatchObject({ data: { list: ['own'] } })
  expect(signal?.aborted).toBe(true)
  expect(await read()).toMatchObject({ data: { list: ['own'] } })
})

test.each([
  [401, 'unauthorized'],
  [429, 'rate-limited'],
  [503, 'server'],
] as const)(
  'HTTP %i is the answer to the first read, and not asked for again',
  async (status, kind) => {
    sendEarly()(new Response('', { status, headers: { [HOST_MARK_HEADER]: '1' } }))
    await expect(read()).rejects.toMatchObject({ failure: { kind } })
    expect(fetched).toHaveBeenCalledTimes(1)
  },
)

test('a failure of the network is that of the first read, as an error of the app', async () => {
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('network')))
  sendEarlyRequest(account, 'key-1', '')
  await expect(read()).rejects.toBeInstanceOf(ApiError)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a read that is cancelled cancels the early request', async () => {
  sendEarly()
  const cancelling = new AbortController()
  const reading = read({ ...caller, signal: cancelling.signal })
  cancelling.abort()
  await expect(reading).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
})

test('a request that no app takes is dropped after half a minute', async () => {
  sendEarly()(new Response(list('early')))
  await vi.advanceTimersByTimeAsync(31_000)
  fetched.mockClear()
  expect(await read()).toMatchObject({ data: { list: ['own'] } })
  expect(fetched).toHaveBeenCalledTimes(1)
})
