import * as z from 'zod/mini'

import { accountEntry } from '#web/api/tab-entries.ts'
import { readChoice, writeChoice } from '#web/ui/kept-choices.ts'
import { type Batch, batchSchema, interrupted, recordsOf } from '#web/poster-records/queue.ts'
import { isOpen, type PosterRecord, recordSchema } from '#web/poster-records/record.ts'

/** What a tab keeps of an account's posters until it is closed: its batch, and records. */
export interface Mirror {
  readonly batch: Batch | null
  readonly records: readonly PosterRecord[]
}

const EMPTY: Mirror = { batch: null, records: [] }

const mirrorSchema = z.object({ batch: z.nullable(batchSchema), records: z.array(recordSchema) })

const entryOf = (profileId: string) => accountEntry('poster-records', profileId)

/**
 * Loads what this tab kept of an account. It is kept per tab, so that two tabs never continue the same batch. A
 * batch that was running is paused.
 */
export function loadMirror(profileId: string): Mirror {
  try {
    const text = readChoice(entryOf(profileId), 'sessionStorage')
    if (text === null) return EMPTY
    const { batch, records } = mirrorSchema.parse(JSON.parse(text))
    return { records, batch: batch && interrupted(batch, recordsOf(batch, records)) }
  } catch {
    return EMPTY
  }
}

/**
 * Keeps the batch, its records, and every record whose outcome is open: the disk may lose them.
 *
 * @param own all records of the account in this tab
 * @returns false if the browser refuses or has no room. Then nothing is kept: an older copy would list posters as
 * queued that were sent since.
 */
export function saveMirror(
  profileId: string,
  batch: Batch | null,
  own: readonly PosterRecord[],
): boolean {
  const entry = entryOf(profileId)
  const isOfBatch = ({ batchId }: PosterRecord) => batch !== null && batchId === batch.id
  const records = own.filter((record) => isOfBatch(record) || isOpen(record))
  const text =
    records.length === 0 ? null : JSON.stringify({ batch, records } satisfies Mirror, asMirrored)
  if (writeChoice(entry, text, 'sessionStorage')) return true
  writeChoice(entry, null, 'sessionStorage')
  return false
}

/** JSON has no bigint, and a tab has little room. The disk has balance and thumbnail. */
function asMirrored(name: string, value: unknown): unknown {
  if (name === 'thumbnail') return undefined
  return typeof value === 'bigint' ? null : value
}
