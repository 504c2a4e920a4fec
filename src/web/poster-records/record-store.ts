import { createAtom } from '@tanstack/react-store'

import { reportDefect } from '#web/api/api-error.ts'
import { askToKeepStorage } from '#web/poster-records/lasting-storage.ts'
import { type Question, questionBefore } from '#web/poster-records/question.ts'
import { hasDisk, PosterRecordDatabase } from '#web/poster-records/record-database.ts'
import { isAllStored, mergeRecords, type RecordReading } from '#web/poster-records/record-log.ts'
import {
  isNews,
  isSent,
  type NewPoster,
  type ConfirmedPoster,
  type Outcome,
  ownerName,
  type PosterRecord,
  readRecord,
  type RecordOwner,
  withState,
} from '#web/poster-records/record.ts'
import { type OwnRecords, TabRecords } from '#web/poster-records/tab-records.ts'

/** Whether a poster may be sent. */
export type Begun =
  /** yes: it is recorded */
  | { kind: 'begun' }
  /** not before the person has answered */
  | { kind: 'ask'; question: Question }
  /** no: a poster with this id was recorded before, here or in another tab */
  | { kind: 'known' }

/**
 * The poster records of this browser. Those that were sent are on disk: they survive a reload and a crash. Those of
 * this tab are in memory, too. No method rejects. If the browser refuses storage or does not answer, or if the
 * account has no lasting name, the records are in memory only, and the log says so.
 */
export class PosterRecordStore {
  readonly #disk = new PosterRecordDatabase()
  readonly #own = new TabRecords()
  // What the disk said last, by session.
  readonly #lastRead = new Map<string, readonly PosterRecord[]>()
  /** counts the changes, here and in other tabs */
  readonly #changes = createAtom(0)
  #channel: BroadcastChannel | undefined

  /** The records of a session in this tab. Who queues or skips posters changes them here. */
  own(session: string): OwnRecords {
    return this.#own.of(session)
  }

  /** Adds what this tab knew before a reload. */
  recall(session: string, records: readonly PosterRecord[]): void {
    this.#own.recall(session, records)
  }

  /**
   * Records a poster before it is sent, unless the person must be asked first. Both happen in one transaction, so
   * that two tabs cannot both pass.
   *
   * @param confirmed records that the person has confirmed already
   * @param isUnattended see questionBefore
   */
  async begin(
    poster: NewPoster,
    owner: RecordOwner,
    confirmed: readonly ConfirmedPoster[],
    isUnattended?: boolean,
  ): Promise<Begun> {
    const { id } = poster
    const state = { kind: 'sending' } as const
    const record: PosterRecord = { ...poster, owner: ownerName(owner), state }
    const questionAbout = (stored: readonly PosterRecord[]) =>
      questionBefore(record, mergeRecords(stored, this.#own.sent(owner)), confirmed, isUnattended)
    const known = this.#own.find(id)
    let objection: Question | 'known' | undefined =
      known !== undefined && isSent(known) ? 'known' : undefined
    const fromMemory = async () => questionAbout(await this.#samePosters(poster))
    try {
      // Nothing of an account without a name may be written to disk.
      objection ??=
        owner.name === undefined ? await fromMemory() : await this.#disk.add(record, questionAbout)
      if (objection === undefined && owner.name !== undefined) void askToKeepStorage(false)
    } catch (error) {
      reportDefect(error)
      // A full disk can still be read.
      objection ??= await fromMemory()
    }
    if (objection === 'known') return { kind: 'known' }
    if (objection !== undefined) return { kind: 'ask', question: objection }
    this.#own.hold({ ...known, ...record, owner: owner.session, isHidden: false }, owner.session)
    this.#publish()
    return { kind: 'begun' }
  }

  /** What to ask before a poster is sent, as of now; undefined: nothing. Records nothing. */
  async question(
    poster: NewPoster,
    owner: RecordOwner,
    confirmed: readonly ConfirmedPoster[],
  ): Promise<Question | undefined> {
    const stored = await this.#samePosters(poster)
    const own = { ...poster, owner: ownerName(owner) }
    return questionBefore(own, mergeRecords(stored, this.#own.sent(owner)), confirmed)
  }

  /**
   * Records an outcome, if the poster is still recorded and the outcome is news. This tab shows it once it is on disk: a
   * person may close the page then.
   */
  async settle(id: string, outcome: Outcome): Promise<void> {
    try {
      await this.#disk.write(async (records) => {
        const stored = readRecord(await records.get(id))
        if (stored !== undefined && isNews(stored, outcome)) {
          await records.put({ ...stored, state: outcome })
        }
      })
    } catch (error) {
      // The disk may be full: this tab shows the outcome for as long as the page is open.
      reportDefect(error)
    }
    const own = this.#own.find(id)
    const [session, read] = this.#findRead(id)
    // A record that this tab only read from the disk goes from the log when the disk loses it.
    const settled =
      own === undefined
        ? read && { ...withState(read, outcome), owner: session, isHidden: true }
        : withState(own, outcome)
    if (settled !== undefined) this.#own.hold(settled, session)
    this.#publish()
  }

  /** Reads the records of an account from the disk. The account's records in this tab learn what it says. */
  async read(owner: RecordOwner): Promise<RecordReading> {
    const { name, session } = owner
    const own = this.own(session).get()
    const before = this.#lastRead.get(session) ?? []
    const stored =
      name === undefined ? undefined : await this.#disk.ofOwner(name).catch(otherwise(undefined))
    if (name === undefined || stored === undefined) {
      const isKept = before.length > 0 && isAllStored(before, own, session)
      return { records: before, unreadable: 0, isRead: false, isKept }
    }
    const { records } = stored
    this.#lastRead.set(session, records)
    this.#own.learn(session, records)
    return { ...stored, isRead: true, isKept: isAllStored(records, own, session) }
  }

  /**
   * Removes records of an account from its log, in every tab. A tab that has sent one of them still asks before it
   * sends the same poster.
   *
   * @returns false: they could not be deleted from disk, and nothing was changed
   */
  async remove(ids: readonly string[], owner: RecordOwner): Promise<boolean> {
    const { name } = owner
    // Without a name nothing of this account was ever on disk.
    const isGone =
      name === undefined || (await this.#deleteFromDisk(name, (id) => ids.includes(id)))
    if (isGone) this.#publish(ids)
    return isGone
  }

  /** Deletes everything of an account. @returns false: something may be left on disk */
  async forget(owner: RecordOwner): Promise<boolean> {
    this.own(owner.session).set([])
    this.#lastRead.delete(owner.session)
    // An account without a name now may have records from a time when it had one.
    const isGone =
      !hasDisk() ||
      (owner.name !== undefined && (await this.#deleteFromDisk(owner.name, () => true)))
    this.#publish()
    return isGone
  }

  /** Deletes everything of every account. @returns false: something may be left on disk */
  async forgetAll(): Promise<boolean> {
    this.forgetKnown()
    const isGone = await this.#disk.destroy().then(() => true, otherwise(!hasDisk()))
    this.#publish()
    return isGone
  }

  /** Forgets what this tab has queued, sent and read. The disk is left alone. */
  forgetKnown(): void {
    this.#own.clear()
    this.#lastRead.clear()
    this.#notify()
  }

  /** Forgets what this tab has read from the disk. */
  forgetRead(): void {
    this.#lastRead.clear()
  }

  /** Random bytes that this browser keeps; undefined if it keeps none. */
  async salt(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#disk.salt().catch(otherwise(undefined))
  }

  /** Calls back after changes, also those of other tabs. @returns stops that */
  subscribe(onChange: () => void): () => void {
    this.#openChannel()
    const { unsubscribe } = this.#changes.subscribe(() => onChange())
    return unsubscribe
  }

  close(): void {
    this.#channel?.close()
    this.#disk.close()
  }

  #findRead(id: string): [session: string, record: PosterRecord | undefined] {
    for (const [session, records] of this.#lastRead) {
      const record = records.find((one) => one.id === id)
      if (record !== undefined) return [session, record]
    }
    return ['', undefined]
  }

  /** The records for the same poster on disk. If it does not answer, as it answered last. */
  async #samePosters({ request }: NewPoster): Promise<PosterRecord[]> {
    const stored = await this.#disk.ofPoster(request).catch(otherwise(undefined))
    return stored ?? [...this.#lastRead.values()].flat()
  }

  /** @returns false: they could not be deleted */
  async #deleteFromDisk(name: string, isMeant: (id: string) => boolean): Promise<boolean> {
    if (!hasDisk()) return true
    return this.#disk.delete(name, isMeant).then(() => true, otherwise(false))
  }

  /** Tells this tab and the others of a change. @param removed ids that are no longer in the log */
  #publish(removed: readonly string[] = []) {
    this.#follow(removed)
    this.#openChannel()?.postMessage(removed)
  }

  #follow(removed: readonly string[]) {
    if (removed.length > 0) {
      this.#own.hide(removed)
      for (const [session, records] of this.#lastRead) {
        this.#lastRead.set(
          session,
          records.filter(({ id }) => !removed.includes(id)),
        )
      }
    }
    this.#notify()
  }

  #notify() {
    this.#changes.set((count) => count + 1)
  }

  /** The channel to the other tabs. Without one, each tab learns of its own changes only. */
  #openChannel(): BroadcastChannel | undefined {
    if (this.#channel !== undefined) return this.#channel
    try {
      this.#channel = new BroadcastChannel('marquee.poster-records')
      this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        this.#follow(Array.isArray(data) ? data.filter((id) => typeof id === 'string') : [])
      })
    } catch {
      // The browser refuses channels.
    }
    return this.#channel
  }
}

/** The poster records of this page. */
export const posterRecordStore = new PosterRecordStore()

/** Takes a value in place of what the disk did not do. */
function otherwise<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    reportDefect(error)
    return value
  }
}
