/**
 * The time from creation to completion, including the wait.
 *
 * @returns milliseconds; null if a time is missing or they contradict each other
 */
export function elapsedMs(createdAt: string | null, completedAt: string | null): number | null {
  if (createdAt === null || completedAt === null) return null
  const elapsed = Date.parse(completedAt) - Date.parse(createdAt)
  return elapsed >= 0 ? elapsed : null
}
