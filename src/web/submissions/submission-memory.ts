import {
  excessOf,
  isNews,
  type Outcome,
  ownerName,
  type Submission,
  type SubmissionOwner,
  withOutcome,
} from '#web/submissions/submission.ts'

/** Submissions in the memory of this page, independent of the disk. */
export class SubmissionMemory {
  readonly #held = new Map<string, { record: Submission; session: string | undefined }>()
  /** ids that were removed from the log */
  readonly #hidden = new Set<string>()

  /**
   * Adds a submission. If it is known already, only an outcome that is news is taken.
   *
   * @param session in which it was sent; by default it belongs to the account that its record names
   */
  hold(record: Submission, session?: string): void {
    const known = this.#held.get(record.id)
    if (known === undefined) this.#held.set(record.id, { record, session })
    else known.record = withOutcome(known.record, record.outcome)
  }

  /** Adds an outcome, if the submission is known and the outcome is news. */
  settle(id: string, outcome: Outcome): void {
    const known = this.#held.get(id)
    if (known !== undefined) known.record = withOutcome(known.record, outcome)
  }

  get(id: string): Submission | undefined {
    return this.#held.get(id)?.record
  }

  /** All submissions. Those of the given account are under the name that it has now. */
  all(owner: SubmissionOwner): Submission[] {
    return Array.from(this.#held.values(), ({ record, session }) =>
      session === owner.session ? { ...record, owner: ownerName(owner) } : record,
    )
  }

  /** The submissions in the log of an account. */
  shown(owner: SubmissionOwner): Submission[] {
    return this.#of(owner).filter(({ id }) => !this.#hidden.has(id))
  }

  /** Removes submissions from the log. `all` and `get` still return them. */
  hide(ids: readonly string[]): void {
    for (const id of ids) this.#hidden.add(id)
  }

  /** Forgets the submissions of one account. */
  forget(owner: SubmissionOwner): void {
    for (const { id } of this.#of(owner)) this.#held.delete(id)
  }

  clear(): void {
    this.#held.clear()
    this.#hidden.clear()
  }

  #of(owner: SubmissionOwner): Submission[] {
    return this.all(owner).filter((record) => record.owner === ownerName(owner))
  }
}

/** Merges the records on disk with those in memory. Of two records of a submission, the one that says more wins. */
export function mergeRecords(
  stored: readonly Submission[],
  held: readonly Submission[],
): Submission[] {
  const merged = new Map(stored.map((record) => [record.id, record]))
  for (const record of held) {
    const known = merged.get(record.id)
    if (known === undefined || isNews(known, record.outcome)) merged.set(record.id, record)
  }
  return [...merged.values()]
}

/** Merges both into a log, oldest first. `isKept` says whether the disk has all of it. */
export function mergeLog(
  stored: readonly Submission[],
  held: readonly Submission[],
): { submissions: Submission[]; isKept: boolean } {
  const all = mergeRecords(stored, held)
  const excess = new Set(excessOf(all).map(({ id }) => id))
  const isOnDisk = ({ id, outcome }: Submission) =>
    stored.some(
      (record) =>
        record.id === id && (record.outcome?.kind === outcome?.kind || !isNews(record, outcome)),
    )
  return {
    submissions: all
      .filter(({ id }) => !excess.has(id))
      .toSorted((a, b) => a.startedAt - b.startedAt),
    isKept: held.every((record) => excess.has(record.id) || isOnDisk(record)),
  }
}
