/**
 * The time from creation to completion, waiting included.
 *
 * @returns milliseconds; null where either time is missing or they contradict each other
 */
export function elapsedMs(createdAt: string | null, completedAt: string | null): number | null {
  if (createdAt === null || completedAt === null) return null
  const elapsed = Date.parse(completedAt) - Date.parse(createdAt)
  return elapsed >= 0 ? elapsed : null
}
