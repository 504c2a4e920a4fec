import {
  type AttemptOwner,
  isNews,
  ownerName,
  type RecordedAttempt,
} from '#web/api/attempt-record.ts'
import type { CreationOutcome } from '#web/api/creation-outcome.ts'

/** Submissions that are not on disk, or not as they are known here; gone with the page. */
export interface AttemptMemory {
  /** @param session in which it was sent; left out: of the account that its record names */
  hold(record: RecordedAttempt, session?: string): void
  settle(id: string, outcome: CreationOutcome): void
  /** Those of one account, under the name that it has now. */
  of(owner: AttemptOwner): RecordedAttempt[]
  /** All of them; those of the account given under the name that it has now. */
  all(owner: AttemptOwner): RecordedAttempt[]
  forget(owner: AttemptOwner): void
}

/** Opens an empty memory. */
export function openAttemptMemory(): AttemptMemory {
  const held = new Map<string, { record: RecordedAttempt; session: string | undefined }>()

  function all(owner: AttemptOwner) {
    return Array.from(held.values(), ({ record, session }) =>
      session === owner.session ? { ...record, owner: ownerName(owner) } : record,
    )
  }
  const of = (owner: AttemptOwner) =>
    all(owner).filter((record) => record.owner === ownerName(owner))

  return {
    all,
    of,
    hold(record, session) {
      held.set(record.id, { record, session })
    },
    settle(id, outcome) {
      const known = held.get(id)
      if (known === undefined || !isNews(known.record, outcome)) return
      held.set(id, { ...known, record: { ...known.record, outcome } })
    },
    forget(owner) {
      for (const { id } of of(owner)) held.delete(id)
    },
  }
}

/** What is on disk and what is in memory, as one: of two records of a submission the one that says more. */
export function laidOver(
  kept: readonly RecordedAttempt[],
  held: readonly RecordedAttempt[],
): RecordedAttempt[] {
  const merged = new Map(kept.map((record) => [record.id, record]))
  for (const record of held) {
    const known = merged.get(record.id)
    if (known === undefined || isNews(known, record.outcome)) merged.set(record.id, record)
  }
  return [...merged.values()]
}
