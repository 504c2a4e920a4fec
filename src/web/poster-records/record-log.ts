import {
  excessOf,
  isNews,
  isSent,
  type PosterRecord,
  withState,
} from '#web/poster-records/record.ts'

/** What the disk says of the records of one account. */
export interface RecordReading {
  /** if the disk does not answer, as it answered last */
  readonly records: readonly PosterRecord[]
  /** how many records of other versions cannot be read: they are kept and not shown */
  readonly unreadable: number
  /** false: the disk does not answer */
  readonly isRead: boolean
  /** false: it lacks records of this tab; they are lost when the page is closed */
  readonly isKept: boolean
}

/** The log of one account. `records`: the posters that were sent, oldest first. */
export type RecordLog = RecordReading

/**
 * The log of an account: what the disk says, and what this tab knows beyond that.
 *
 * @param own the records in this tab
 * @param session of the account: after its key was replaced, a batch has records of the account before
 */
export function logOf(
  reading: RecordReading,
  own: readonly PosterRecord[],
  session: string,
): RecordLog {
  const all = mergeRecords(reading.records, shownOf(reading.records, own, session))
  const excess = new Set(excessOf(all))
  const records = all
    .filter((record) => !excess.has(record))
    .toSorted((a, b) => a.startedAt - b.startedAt)
  return { ...reading, records }
}

/** Whether the disk has all that this tab would show of an account. */
export function isAllStored(
  stored: readonly PosterRecord[],
  own: readonly PosterRecord[],
  session: string,
): boolean {
  const shown = shownOf(stored, own, session)
  const excess = new Set(excessOf(mergeRecords(stored, shown)).map(({ id }) => id))
  return shown.every(
    ({ id, state }) =>
      excess.has(id) ||
      stored.some(
        (record) =>
          record.id === id && (record.state.kind === state.kind || !isNews(record, state)),
      ),
  )
}

/** Merges the records on disk with those in memory. What says more of a poster wins. */
export function mergeRecords(
  stored: readonly PosterRecord[],
  held: readonly PosterRecord[],
): PosterRecord[] {
  const merged = new Map(stored.map((record) => [record.id, record]))
  for (const record of held) {
    const known = merged.get(record.id)
    merged.set(record.id, known === undefined ? record : withState(known, record.state))
  }
  return [...merged.values()]
}

/** The records of this tab that belong into the log. */
function shownOf(
  stored: readonly PosterRecord[],
  own: readonly PosterRecord[],
  session: string,
): readonly PosterRecord[] {
  const onDisk = new Set(stored.map(({ id }) => id))
  return own.filter(
    (record) =>
      isSent(record) &&
      record.owner === session &&
      (onDisk.has(record.id) || record.isHidden !== true),
  )
}
