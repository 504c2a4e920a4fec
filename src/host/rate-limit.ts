import { hostResponse } from '#host/task-api.ts'

/**
 * Counts events by name within windows of time.
 *
 * @param now milliseconds since the epoch
 * @returns counts one, and returns the refusal of one too many
 */
export function rateLimit(most: number, windowMs: number, now: () => number) {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (name: string): Response | undefined => {
    if (now() >= endsAt) {
      endsAt = now() + windowMs
      counts.clear()
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count <= most) return undefined
    const headers = { 'Retry-After': String(Math.ceil((endsAt - now()) / 1000)) }
    return hostResponse(429, 'overloaded', 'There were too many such requests.', headers)
  }
}
