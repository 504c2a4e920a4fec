import { acceptedKeys, digestOf } from '#host/accepted-keys.ts'
import { rateLimit } from '#host/rate-limit.ts'
import type { TaskApi } from '#host/task-api.ts'

const HOUR_MS = 60 * 60_000
const UPLOADS_PER_HOUR = 500
const PLACES_PER_KEY = 4
const PLACES = 64

/** Limits uploads by their API keys. It remembers digests of keys, never a key. @param now another clock is for tests */
export function uploadKeys(taskApi: TaskApi, now: () => number = Date.now) {
  const keys = acceptedKeys(taskApi, now)
  const uploads = rateLimit(UPLOADS_PER_HOUR, HOUR_MS, now)
  const inFlight = new Map<string, number>()
  let places = PLACES

  return {
    /** Takes a place for an upload. @returns a function that gives it back; undefined: all places are taken */
    takePlace(apiKey: string): (() => void) | undefined {
      const digest = digestOf(apiKey)
      const ofKey = inFlight.get(digest) ?? 0
      if (ofKey >= PLACES_PER_KEY || places === 0) return undefined
      inFlight.set(digest, ofKey + 1)
      places -= 1
      return () => {
        places += 1
        const left = (inFlight.get(digest) ?? 1) - 1
        if (left === 0) inFlight.delete(digest)
        else inFlight.set(digest, left)
      }
    },
    /** Counts an upload. @returns its refusal: the service does not accept the key, or it has uploaded too much within an hour */
    async refusalOf(apiKey: string, requestId: string | undefined): Promise<Response | undefined> {
      return (await keys.refusalOf(apiKey, requestId)) ?? uploads(digestOf(apiKey))
    },
  }
}
