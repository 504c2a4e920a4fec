import { acceptedKeys, digestOf } from '#host/accepted-keys.ts'
import { limitPlaces, rateLimit } from '#host/rate-limit.ts'
import type { TaskApi } from '#host/task-api.ts'

const HOUR_MS = 60 * 60_000
const UPLOADS_PER_HOUR = 500
const PLACES_PER_KEY = 4
const PLACES = 64

/** Limits uploads by their API keys. It remembers digests of keys, never a key. @param now another clock is for tests */
export function uploadKeys(taskApi: TaskApi, now: () => number = Date.now) {
  const keys = acceptedKeys(taskApi, now)
  const uploads = rateLimit(UPLOADS_PER_HOUR, HOUR_MS, now)
  const takePlace = limitPlaces(PLACES_PER_KEY, PLACES)

  return {
    /** Takes a place for an upload. @returns a function that gives it back; undefined: all places are taken */
    takePlace: (apiKey: string) => takePlace(digestOf(apiKey)),
    /** Counts an upload. @returns its refusal: the service does not accept the key, or it has uploaded too much within an hour */
    async refusalOf(apiKey: string, requestId: string | undefined): Promise<Response | undefined> {
      return (await keys.refusalOf(apiKey, requestId)) ?? uploads(digestOf(apiKey))
    },
  }
}
