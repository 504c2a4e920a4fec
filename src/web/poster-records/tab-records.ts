import { type Atom, createAtom } from '@tanstack/react-store'

import {
  isOpen,
  isSent,
  ownerName,
  type PosterRecord,
  type RecordOwner,
  withState,
} from '#web/poster-records/record.ts'

/** The records of a session in this tab, in order. */
export type OwnRecords = Atom<readonly PosterRecord[]>

/**
 * What this tab has queued and sent, and what the disk did not take, by session. Other tabs cannot make it forget:
 * a record that they remove from the log is hidden, and still causes a question.
 */
export class TabRecords {
  readonly #bySession = new Map<string, OwnRecords>()
  // Ids that came from before a reload. Once the disk has their outcome, it decides about the log.
  readonly #recalled = new Set<string>()

  of(session: string): OwnRecords {
    const known = this.#bySession.get(session)
    if (known !== undefined) return known
    const own = createAtom<readonly PosterRecord[]>([])
    this.#bySession.set(session, own)
    return own
  }

  /** Adds what this tab knew before a reload, in front of what it has learnt since. */
  recall(session: string, records: readonly PosterRecord[]): void {
    for (const { id } of records) this.#recalled.add(id)
    const ids = new Set(records.map(({ id }) => id))
    this.of(session).set((own) => [
      ...records.map((record) => {
        const now = own.find(({ id }) => id === record.id) ?? record
        const isHidden = record.isHidden === true || !isOpen(record)
        return { ...withState(record, now.state), isHidden }
      }),
      ...own.filter((record) => isSent(record) && !ids.has(record.id)),
    ])
  }

  find(id: string): PosterRecord | undefined {
    return this.#all().find((record) => record.id === id)
  }

  /** Puts a record in the place of the one with its id, or adds it to a session. */
  hold(record: PosterRecord, session: string): void {
    const known = this.find(record.id)
    if (known === undefined) {
      this.of(session).set((own) => [...own, record])
    } else
      this.#change(
        ({ id }) => id === record.id,
        () => record,
      )
  }

  /** Takes over what the disk says. */
  learn(session: string, stored: readonly PosterRecord[]): void {
    const states = new Map(stored.map(({ id, state }) => [id, state]))
    this.of(session).set((own) =>
      changed(own, (record) => {
        const state = states.get(record.id)
        if (state === undefined) return record
        const learnt = withState(record, state)
        const isDisks = this.#recalled.has(record.id) && !isOpen(learnt)
        return isDisks && learnt.isHidden !== true ? { ...learnt, isHidden: true } : learnt
      }),
    )
  }

  /** Everything that was sent. That of the given account is under the name that it has now. */
  sent(owner: RecordOwner): PosterRecord[] {
    return this.#all()
      .filter(isSent)
      .map((record) =>
        record.owner === owner.session ? { ...record, owner: ownerName(owner) } : record,
      )
  }

  /** Removes records from the log. */
  hide(ids: readonly string[]): void {
    this.#change(
      ({ id }) => ids.includes(id),
      (record) => ({ ...record, isHidden: true }),
    )
  }

  clear(): void {
    for (const own of this.#bySession.values()) own.set([])
  }

  #all(): PosterRecord[] {
    return Array.from(this.#bySession.values(), (own) => own.get()).flat()
  }

  #change(
    isMeant: (record: PosterRecord) => boolean,
    change: (record: PosterRecord) => PosterRecord,
  ) {
    for (const own of this.#bySession.values()) {
      own.set((before) => changed(before, (record) => (isMeant(record) ? change(record) : record)))
    }
  }
}

/** The records after a change; the same array if nothing has changed. */
function changed(
  records: readonly PosterRecord[],
  change: (record: PosterRecord) => PosterRecord,
): readonly PosterRecord[] {
  const next = records.map(change)
  return next.every((record, index) => record === records[index]) ? records : next
}
