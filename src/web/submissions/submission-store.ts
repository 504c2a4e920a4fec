import { createAtom } from '@tanstack/react-store'

import { askToKeepStorage } from '#web/submissions/lasting-storage.ts'
import { hasDisk, SubmissionDatabase } from '#web/submissions/submission-database.ts'
import { mergeLog, mergeRecords, SubmissionMemory } from '#web/submissions/submission-memory.ts'
import {
  isNews,
  type NewSubmission,
  type Noted,
  type Outcome,
  ownerName,
  type Question,
  questionBefore,
  readRecord,
  type Submission,
  type SubmissionOwner,
  withOutcome,
} from '#web/submissions/submission.ts'
import { reportDefect } from '#web/api/api-error.ts'

/** Whether a submission may be sent. */
export type Begun =
  /** yes: it is recorded */
  | { kind: 'begun' }
  /** not before the person has answered */
  | { kind: 'ask'; question: Question }
  /** no: a submission with this id was recorded before, here or in another tab */
  | { kind: 'known' }

/** The submissions of one account. */
export interface SubmissionLog {
  /** oldest first */
  submissions: readonly Submission[]
  /** how many records of other versions cannot be read: they are kept and not shown */
  unreadable: number
  /** false: the browser does not keep all of these submissions; the others are lost when the page is closed */
  isKept: boolean
  /** false: the disk does not answer, and this is what the page knows without it */
  isRead: boolean
}

/**
 * The submissions of this browser, on disk: they survive a reload and a crash. No method rejects. If the browser
 * refuses storage or does not answer, or if the account has no lasting name, submissions are kept in memory and
 * the log says so.
 */
export class SubmissionStore {
  readonly #disk = new SubmissionDatabase()
  // What this page has begun, and what the disk did not take. Other tabs cannot make the page forget it.
  readonly #own = new SubmissionMemory()
  // What this page has read from the disk.
  readonly #read = new SubmissionMemory()
  /** counts the changes, here and in other tabs */
  readonly #changes = createAtom(0)
  #channel: BroadcastChannel | undefined

  /**
   * Records a submission before it is sent, unless the person must be asked first. Both happen in one
   * transaction, so that two tabs cannot both pass.
   *
   * @param confirmed submissions that the person has confirmed already
   * @param isUnattended see questionBefore
   */
  async begin(
    submission: NewSubmission,
    owner: SubmissionOwner,
    confirmed: readonly Noted[],
    isUnattended?: boolean,
  ): Promise<Begun> {
    const record: Submission = { ...submission, owner: ownerName(owner), outcome: null }
    const questionAbout = (stored: readonly Submission[]) =>
      questionBefore(record, mergeRecords(stored, this.#own.all(owner)), confirmed, isUnattended)
    let objection: Question | 'known' | undefined = this.#own.get(submission.id) && 'known'
    const fromMemory = async () => questionAbout(await this.#samePosters(submission, owner))
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
    this.#own.hold(record, owner.session)
    this.#publish()
    return { kind: 'begun' }
  }

  /** What to ask before a submission, as of now; undefined: nothing. Records nothing. */
  async question(
    submission: NewSubmission,
    owner: SubmissionOwner,
    confirmed: readonly Noted[],
  ): Promise<Question | undefined> {
    const stored = await this.#samePosters(submission, owner)
    const own = { ...submission, owner: ownerName(owner) }
    return questionBefore(own, mergeRecords(stored, this.#own.all(owner)), confirmed)
  }

  /** Adds a submission that the page knows of and the disk does not. Its outcome is open. */
  recall(submission: NewSubmission, owner: SubmissionOwner): void {
    this.#own.hold({ ...submission, owner: ownerName(owner), outcome: null }, owner.session)
    this.#publish()
  }

  /** Records an outcome, if the submission is still recorded and the outcome is news. */
  async settle(id: string, outcome: Outcome): Promise<void> {
    this.#own.settle(id, outcome)
    this.#read.settle(id, outcome)
    let known = this.#read.get(id)
    try {
      await this.#disk.write(async (submissions) => {
        known = readRecord(await submissions.get(id))
        if (known !== undefined && isNews(known, outcome)) {
          await submissions.put({ ...known, outcome })
        }
      })
    } catch (error) {
      reportDefect(error)
      // The disk may be full: show the outcome for as long as the page is open.
      if (known !== undefined) this.#own.hold(withOutcome(known, outcome))
    }
    this.#publish()
  }

  /** Reads the log of an account. */
  async list(owner: SubmissionOwner): Promise<SubmissionLog> {
    const own = this.#own.shown(owner)
    const stored =
      owner.name === undefined
        ? undefined
        : await this.#disk.ofOwner(owner.name).catch(otherwise(undefined))
    if (stored === undefined) {
      const before = this.#read.shown(owner)
      const { submissions, isKept } = mergeLog(before, own)
      return { submissions, isKept: isKept && before.length > 0, unreadable: 0, isRead: false }
    }
    const { submissions, unreadable } = stored
    this.#read.forget(owner)
    for (const record of submissions) this.#read.hold(record)
    return { ...mergeLog(submissions, own), unreadable, isRead: true }
  }

  /**
   * Removes submissions of an account from its log, in every tab. A page that has begun one of them still asks
   * before it sends the same poster.
   *
   * @returns false: they could not be deleted from disk, and nothing was changed
   */
  async remove(ids: readonly string[], owner: SubmissionOwner): Promise<boolean> {
    const { name } = owner
    // Without a name nothing of this account was ever on disk.
    const isGone =
      name === undefined || (await this.#deleteFromDisk(name, (id) => ids.includes(id)))
    if (isGone) this.#publish(ids)
    return isGone
  }

  /** Deletes everything of an account. @returns false: something may be left on disk */
  async forget(owner: SubmissionOwner): Promise<boolean> {
    this.#own.forget(owner)
    this.#read.forget(owner)
    // An account without a name now may have records from a time when it had one.
    const isGone =
      !hasDisk() ||
      (owner.name !== undefined && (await this.#deleteFromDisk(owner.name, () => true)))
    this.#publish()
    return isGone
  }

  /** Deletes everything of every account. @returns false: something may be left on disk */
  async forgetAll(): Promise<boolean> {
    this.#own.clear()
    this.#read.clear()
    const isGone = await this.#disk.destroy().then(() => true, otherwise(!hasDisk()))
    this.#publish()
    return isGone
  }

  /** Forgets what this page has begun and read. The disk is left alone. */
  forgetKnown(): void {
    this.#own.clear()
    this.#read.clear()
    this.#notify()
  }

  /** Forgets what this page has read from the disk. */
  forgetRead(): void {
    this.#read.clear()
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

  /** The submissions for the same poster. If the disk does not answer, as this page has read them last. */
  async #samePosters({ request }: NewSubmission, owner: SubmissionOwner): Promise<Submission[]> {
    const stored = await this.#disk.ofPoster(request).catch(otherwise(undefined))
    return stored ?? this.#read.all(owner)
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
    this.#own.hide(removed)
    this.#read.hide(removed)
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

/** The submission store of this page. */
export const submissionStore = new SubmissionStore()

/** Takes a value in place of what the disk did not do. */
function otherwise<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    reportDefect(error)
    return value
  }
}
