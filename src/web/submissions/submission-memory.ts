import {
  type SubmissionOwner,
  excessOf,
  isNews,
  ownerName,
  type Submission,
  withOutcome,
} from '#web/submissions/submission.ts'
import type { CreationOutcome } from '#web/submissions/outcome.ts'

/** Submissions as this page knows them, whatever the disk says; gone with it. */
export interface SubmissionMemory {
  /**
   * Takes one in; where one of its id says more already, that stays.
   *
   * @param session in which it was sent; left out: of the account that its record names
   */
  hold(record: Submission, session?: string): void
  settle(id: string, outcome: CreationOutcome): void
  get(id: string): Submission | undefined
  /** Those of one account, under the name that it has now. */
  of(owner: SubmissionOwner): Submission[]
  /** All of them; those of the account given under the name that it has now. */
  all(owner: SubmissionOwner): Submission[]
  /** Takes some out of the log; what is asked before a poster is sent again still knows of them. */
  hide(ids: readonly string[]): void
  /** Those of one account that are in the log. */
  shown(owner: SubmissionOwner): Submission[]
  forget(owner: SubmissionOwner): void
  clear(): void
}

/** Opens an empty memory. */
export function openSubmissionMemory(): SubmissionMemory {
  const held = new Map<string, { record: Submission; session: string | undefined }>()
  const hidden = new Set<string>()

  function all(owner: SubmissionOwner) {
    return Array.from(held.values(), ({ record, session }) =>
      session === owner.session ? { ...record, owner: ownerName(owner) } : record,
    )
  }
  const of = (owner: SubmissionOwner) =>
    all(owner).filter((record) => record.owner === ownerName(owner))

  return {
    all,
    of,
    shown: (owner) => of(owner).filter(({ id }) => !hidden.has(id)),
    hide(ids) {
      for (const id of ids) hidden.add(id)
    },
    get: (id) => held.get(id)?.record,
    hold(record, session) {
      const known = held.get(record.id)
      if (known === undefined) held.set(record.id, { record, session })
      else known.record = withOutcome(known.record, record.outcome)
    },
    settle(id, outcome) {
      const known = held.get(id)
      if (known !== undefined) known.record = withOutcome(known.record, outcome)
    },
    clear() {
      held.clear()
      hidden.clear()
    },
    forget(owner) {
      for (const { id } of of(owner)) held.delete(id)
    },
  }
}

/** What is on disk and what is in memory, as one: of two records of a submission the one that says more. */
export function laidOver(kept: readonly Submission[], held: readonly Submission[]): Submission[] {
  const merged = new Map(kept.map((record) => [record.id, record]))
  for (const record of held) {
    const known = merged.get(record.id)
    if (known === undefined || isNews(known, record.outcome)) merged.set(record.id, record)
  }
  return [...merged.values()]
}

/** What is kept and what the page holds, oldest first; isKept: whether that is all the same. */
export function asOne(kept: readonly Submission[], held: readonly Submission[]) {
  const all = laidOver(kept, held)
  const tooMany = new Set(excessOf(all).map(({ id }) => id))
  const isOnDisk = ({ id, outcome }: Submission) =>
    kept.some(
      (record) =>
        record.id === id && (record.outcome?.kind === outcome?.kind || !isNews(record, outcome)),
    )
  return {
    submissions: all
      .filter(({ id }) => !tooMany.has(id))
      .toSorted((a, b) => a.startedAt - b.startedAt),
    isKept: held.every((record) => tooMany.has(record.id) || isOnDisk(record)),
  }
}
