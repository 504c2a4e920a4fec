import { NOT_SENT_HEADER } from '#contract/operations.ts'
import { type ClientSignal, hostResponse } from '#host/task-api.ts'

/** How many requests may be in flight to the service. */
export interface GateLimits {
  /** all together; further ones wait */
  concurrent: number
  /** with one API key, those that wait included; further ones are refused at once */
  perKey: number
  /** how long a request may wait, in milliseconds; another time is for tests */
  waitMs?: number
  /** bytes of all requests that wait, in total; another number is for tests */
  waitingBytes?: number
}

const WAIT_MS = 1000
const WAITING_BYTES = 4 * 1024 * 1024

/** What a waiting request takes in memory besides its body, about. */
const REQUEST_SIZE = 1024

/** When a refused request should come again, in seconds. */
const RETRY_AFTER_S = 2

const BUSY = 'The host has too many requests at the moment. This one was not sent.'
const BUSY_KEY = 'Too many requests with this API key are in flight. This one was not sent.'

/** A request that is ready to be sent: its body has arrived. */
export interface ReadyRequest {
  apiKey: string
  /** undefined: it has none */
  body: string | undefined
  /** tells when the browser disconnects */
  clientSignal: ClientSignal | undefined
}

/** Lets a bounded number of requests through at once. */
export type RequestGate = ReturnType<typeof requestGate>

/**
 * Limits how many requests the service gets at once. Beyond `concurrent`, a request waits for up to `waitMs`. Beyond `perKey`, a
 * request with that key is refused at once. A refusal has status 503 and Retry-After, and nothing was sent. So a flood cannot
 * exhaust the host or the service, and one API key cannot take all the places.
 */
export function requestGate({
  concurrent,
  perKey,
  waitMs = WAIT_MS,
  waitingBytes: mostWaitingBytes = WAITING_BYTES,
}: GateLimits) {
  /** API key → requests in flight or waiting */
  const ofKeys = new Map<string, number>()
  /** Each is called with whether its turn has come. */
  const waiting = new Set<(isNext: boolean) => void>()
  let running = 0
  let waitingBytes = 0

  /** @returns whether the request may be sent: then it has a place, which it must give back */
  async function takePlace({ body = '', clientSignal }: ReadyRequest): Promise<boolean> {
    if (running < concurrent) {
      running += 1
      return true
    }
    const size = REQUEST_SIZE + Buffer.byteLength(body)
    if (waitingBytes + size > mostWaitingBytes || clientSignal?.isAborted() === true) return false
    return new Promise((resolve) => {
      const giveUp = () => end(false)
      function end(isNext: boolean) {
        clearTimeout(timer)
        stopWatching?.()
        waiting.delete(end)
        waitingBytes -= size
        resolve(isNext)
      }
      const timer = setTimeout(giveUp, waitMs)
      const stopWatching = clientSignal?.watch(giveUp)
      waiting.add(end)
      waitingBytes += size
    })
  }

  function giveBackPlace() {
    const [next] = waiting
    // The place goes to the request that has waited longest.
    if (next === undefined) running -= 1
    else next(true)
  }

  return {
    /** Sends a request when its turn comes. @returns what `send` returns, or the refusal */
    async pass(request: ReadyRequest, send: () => Promise<Response>): Promise<Response> {
      const { apiKey } = request
      const ofKey = ofKeys.get(apiKey) ?? 0
      if (ofKey >= perKey) return refusal(BUSY_KEY)
      ofKeys.set(apiKey, ofKey + 1)
      try {
        if (!(await takePlace(request))) return refusal(BUSY)
        try {
          return await send()
        } finally {
          giveBackPlace()
        }
      } finally {
        const now = (ofKeys.get(apiKey) ?? 1) - 1
        if (now === 0) ofKeys.delete(apiKey)
        else ofKeys.set(apiKey, now)
      }
    },
  }
}

function refusal(message: string): Response {
  const headers = { 'Retry-After': String(RETRY_AFTER_S), [NOT_SENT_HEADER]: '1' }
  return hostResponse(503, 'overloaded', message, headers)
}
