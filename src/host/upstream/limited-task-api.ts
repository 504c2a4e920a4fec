import { bearerKey } from '#contract/authentication.ts'
import { NOT_SENT_HEADER } from '#contract/operations.ts'
import { hostResponse, type TaskApi } from '#host/task-api.ts'

/** How many requests the Task API gets at once. */
export interface RequestLimits {
  /** requests that may be on their way to the Task API; further ones wait */
  concurrent: number
  /** requests of one API key that may be on their way or wait */
  perKey: number
  /** how long a request may wait, in milliseconds; another time is for tests */
  waitMs?: number
  /** bytes of all requests that wait, in total; another number is for tests */
  waitingBytes?: number
}

/** A part of the time that a host may take to record a creation and its reply. */
const WAIT_MS = 1000

const WAITING_BYTES = 4 * 1024 * 1024

/** What a waiting request takes in memory besides its body, about. */
const REQUEST_SIZE = 1024

/** When a refused request should come again, in seconds. */
const RETRY_AFTER_S = 2

const BUSY = 'The host has too many requests at the moment. This one was not sent.'
const BUSY_KEY = 'Too many requests with this API key are on their way. This one was not sent.'

interface Waiting {
  size: number
  /** true: its turn has come; false: it must not be sent any more */
  end: (isNext: boolean) => void
}

/**
 * Gives the Task API a bounded number of requests at once. Further ones wait for a moment, and are then refused with 503
 * and Retry-After, before anything is sent. So a flood cannot exhaust the host or the service, and one API key cannot
 * take the places of all others.
 */
export function limitedTaskApi(
  taskApi: TaskApi,
  {
    concurrent,
    perKey: mostPerKey,
    waitMs = WAIT_MS,
    waitingBytes: mostWaitingBytes = WAITING_BYTES,
  }: RequestLimits,
): TaskApi {
  /** API key → requests on their way or waiting */
  const perKey = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let running = 0
  let waitingBytes = 0

  /** @returns whether the request may be sent: then it has a place, which it must give back */
  async function takePlace(size: number, left: AbortSignal | undefined): Promise<boolean> {
    if (running < concurrent) {
      running += 1
      return true
    }
    if (waitingBytes + size > mostWaitingBytes || left?.aborted === true) return false
    return new Promise((resolve) => {
      const giveUp = () => place.end(false)
      const place: Waiting = {
        size,
        end(isNext) {
          clearTimeout(timer)
          left?.removeEventListener('abort', giveUp)
          waiting.delete(place)
          waitingBytes -= size
          resolve(isNext)
        },
      }
      const timer = setTimeout(giveUp, waitMs)
      left?.addEventListener('abort', giveUp)
      waiting.add(place)
      waitingBytes += size
    })
  }

  function giveBackPlace() {
    const [next] = waiting
    // The place goes to the request that has waited longest.
    if (next === undefined) running -= 1
    else next.end(true)
  }

  return {
    async fetch(request, context = {}) {
      const key = bearerKey(request.headers.get('authorization') ?? undefined) ?? ''
      const ofKey = perKey.get(key) ?? 0
      if (ofKey >= mostPerKey) return refusal(BUSY_KEY)
      perKey.set(key, ofKey + 1)
      try {
        const size = REQUEST_SIZE + Number(request.headers.get('content-length') ?? 0)
        if (!(await takePlace(size, context.left))) return refusal(BUSY)
        try {
          return await taskApi.fetch(request, context)
        } finally {
          giveBackPlace()
        }
      } finally {
        const now = (perKey.get(key) ?? 1) - 1
        if (now === 0) perKey.delete(key)
        else perKey.set(key, now)
      }
    },
  }
}

function refusal(message: string): Response {
  const headers = { 'Retry-After': String(RETRY_AFTER_S), [NOT_SENT_HEADER]: '1' }
  return hostResponse(503, 'overloaded', message, headers)
}
