import { hostResponse } from '#host/task-api.ts'

/**
 * Counts events by name within a time that ends now.
 *
 * @param now milliseconds since the epoch
 * @returns counts one, and returns the refusal of one too many, which does not count
 */
export function rateLimit(most: number, windowMs: number, now: () => number) {
  /** name → the times of its events; the name that was counted last is the last */
  const times = new Map<string, number[]>()
  return (name: string): Response | undefined => {
    const since = now() - windowMs
    const recent = times.get(name) ?? []
    while ((recent[0] ?? Infinity) <= since) recent.shift()
    const [first] = recent
    if (first !== undefined && recent.length >= most) {
      const headers = { 'Retry-After': String(Math.ceil((first - since) / 1000)) }
      return hostResponse(429, 'overloaded', 'There were too many such requests.', headers)
    }
    recent.push(now())
    times.delete(name)
    times.set(name, recent)
    for (const [other, its] of times) {
      if ((its.at(-1) ?? 0) > since) break
      times.delete(other)
    }
    return undefined
  }
}

/**
 * Limits what goes on at once.
 *
 * @returns takes a place for an owner, and returns a function that gives it back; undefined: all places are taken
 */
export function limitPlaces(mostPerOwner: number, most: number) {
  const taken = new Map<string, number>()
  let all = 0
  return (owner: string): (() => void) | undefined => {
    const own = taken.get(owner) ?? 0
    if (own >= mostPerOwner || all >= most) return undefined
    taken.set(owner, own + 1)
    all += 1
    return () => {
      all -= 1
      const left = (taken.get(owner) ?? 1) - 1
      if (left === 0) taken.delete(owner)
      else taken.set(owner, left)
    }
  }
}
