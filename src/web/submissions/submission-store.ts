import { openSubmissionChannel } from '#web/submissions/submission-channel.ts'
import {
  type SubmissionRecords,
  openSubmissionDatabase,
  readable,
} from '#web/submissions/submission-database.ts'
import { asOne, laidOver, openSubmissionMemory } from '#web/submissions/submission-memory.ts'
import {
  type OwnedSubmission,
  type SubmissionOwner,
  excessOf,
  isNews,
  MAX_KEPT,
  type Noted,
  ownerName,
  type Question,
  questionBefore,
  readRecord,
  withoutKeyIn,
  type Submission,
  withOutcome,
} from '#web/submissions/submission.ts'
import type { CreationOutcome } from '#web/submissions/outcome.ts'

/** Whether a submission may go out: it is recorded by then, or there is something to ask first. */
export type Begun =
  | { kind: 'begun' }
  | { kind: 'ask'; question: Question }
  /** one of its id was recorded before, here or in another tab: that one is it */
  | { kind: 'known' }

/** A submission before it is recorded. */
export type NewSubmission = Omit<OwnedSubmission, 'owner'>

/** What the journal holds of one account. */
export interface SubmissionLog {
  /** oldest first */
  submissions: readonly Submission[]
  /** records that another version may have written: kept, and never shown */
  unreadable: number
  /** false: the browser keeps no submissions, or not all of them; those are gone with the page */
  isKept: boolean
  /** false: the disk does not answer, and this is what the page knows without it */
  isRead: boolean
}

/**
 * The submissions of this browser, on disk: they outlive a reload and a crash. Nothing here throws;
 * where the browser refuses or does not answer, or the account has no lasting name, they are kept in
 * memory and the log says so.
 */
export interface SubmissionStore {
  /**
   * Records a submission before it is sent, unless there is something to ask: in one transaction, so
   * that two tabs cannot both pass.
   *
   * @param confirmed what the person has taken note of
   * @param isUnattended nobody has just asked for it, see questionBefore
   */
  begin(
    submission: NewSubmission,
    owner: SubmissionOwner,
    confirmed: readonly Noted[],
    isUnattended?: boolean,
  ): Promise<Begun>
  /** Takes in a submission that the page knows of and the journal does not: its outcome is open. */
  recall(submission: NewSubmission, owner: SubmissionOwner): void
  /** What there is to ask before a submission, as of now; undefined: nothing. Records nothing. */
  question(
    submission: NewSubmission,
    owner: SubmissionOwner,
    confirmed: readonly Noted[],
  ): Promise<Question | undefined>
  /** Notes what became of a submission that is still recorded, where that is news. */
  settle(id: string, outcome: CreationOutcome): Promise<void>
  list(owner: SubmissionOwner): Promise<SubmissionLog>
  /**
   * Takes submissions of an account out of its log, also in other tabs. A page that has begun one of
   * them goes on asking before it sends the same poster.
   *
   * @returns false: the disk did not let them go, and nothing was changed
   */
  remove(ids: readonly string[], owner: SubmissionOwner): Promise<boolean>
  /**
   * Takes a key out of what replies said, in the records of every account: earlier versions kept the
   * texts of replies as they came.
   */
  redact(apiKey: string): Promise<void>
  /** Leaves nothing of an account behind. @returns false: something may be left on disk */
  forget(owner: SubmissionOwner): Promise<boolean>
  /** Leaves nothing of any account behind. @returns false: something may be left on disk */
  forgetAll(): Promise<boolean>
  /** Forgets what this page has begun and read; the disk is left alone. */
  forgetKnown(): void
  /** Forgets what this page has read from the disk. */
  readonly forgetSeen: () => void
  /** Random bytes that this browser keeps; undefined where it keeps none. */
  salt(): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Calls back after changes, also those of other tabs; returns how to stop that. */
  subscribe(onChange: () => void): () => void
  close(): void
}

/** The journal of this page. */
export const submissionStore = openSubmissionStore()

/** Opens a journal; the database itself is opened when it is first wanted. */
export function openSubmissionStore(): SubmissionStore {
  const listeners = new Set<() => void>()
  let channel: BroadcastChannel | undefined
  // What this page has begun, and what the disk did not take: other tabs cannot make it forget that.
  const memory = openSubmissionMemory()
  const disk = openSubmissionDatabase()
  // What this page has read from the disk or written to it.
  const seen = openSubmissionMemory()

  function notify() {
    for (const listener of listeners) listener()
  }
  function follow(removed: readonly string[]) {
    memory.hide(removed)
    seen.hide(removed)
    notify()
  }
  function changed(removed: readonly string[] = []) {
    follow(removed)
    channel ??= openSubmissionChannel(follow)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel?.postMessage(removed)
  }

  /** Where the disk does not answer: as this page has seen it last. */
  async function samePosters({ request }: NewSubmission, owner: SubmissionOwner) {
    return disk.ofPoster(request).catch(() => seen.all(owner))
  }

  async function forgetOnDisk(name: string | undefined): Promise<boolean> {
    if (typeof IDBFactory === 'undefined') return true
    // Records of an account that has no name now may be there from a time when it had one.
    return name !== undefined && deleteOnDisk(name, () => true)
  }

  /** @returns false: the disk did not let them go */
  async function deleteOnDisk(name: string, isMeant: (id: string) => boolean): Promise<boolean> {
    if (typeof IDBFactory === 'undefined') return true
    try {
      await disk.write(async (submissions) => {
        const ids = await submissions.index('owner').getAllKeys(name)
        await Promise.all(ids.filter(isMeant).map((id) => submissions.delete(id)))
      })
      return true
    } catch {
      return false
    }
  }

  return {
    async begin(submission, owner, confirmed, isUnattended) {
      const record: Submission = { ...submission, owner: ownerName(owner), outcome: null }
      const ask = (kept: readonly Submission[]) =>
        questionBefore(record, laidOver(kept, memory.all(owner)), confirmed, isUnattended)
      let asked: Question | 'known' | undefined = memory.get(submission.id) && 'known'
      try {
        if (owner.name === undefined) throw new Error('nothing of this account may go to disk')
        asked ??= await disk.write(async (submissions) => {
          if ((await submissions.getKey(submission.id)) !== undefined) return 'known'
          const { image_url, prompt } = submission.request
          const kept = readable(await submissions.index('poster').getAll([image_url, prompt]))
          const reason = ask(kept)
          if (reason !== undefined) return reason
          await submissions.add(record)
          await prune(submissions, record.owner)
          return undefined
        })
      } catch {
        // A disk that is full can still be read.
        asked ??= ask(await samePosters(submission, owner))
      }
      if (asked === 'known') return { kind: 'known' }
      if (asked !== undefined) return { kind: 'ask', question: asked }
      memory.hold(record, owner.session)
      changed()
      return { kind: 'begun' }
    },

    async question(submission, owner, confirmed) {
      const kept = await samePosters(submission, owner)
      const own = { ...submission, owner: ownerName(owner) }
      return questionBefore(own, laidOver(kept, memory.all(owner)), confirmed)
    },

    recall(submission, owner) {
      memory.hold({ ...submission, owner: ownerName(owner), outcome: null }, owner.session)
      changed()
    },

    async settle(id, outcome) {
      memory.settle(id, outcome)
      seen.settle(id, outcome)
      let known = seen.get(id)
      try {
        await disk.write(async (submissions) => {
          known = readRecord(await submissions.get(id))
          if (known !== undefined && isNews(known, outcome)) {
            await submissions.put({ ...known, outcome })
          }
        })
      } catch {
        // The disk is full, perhaps: what is known is shown as long as the page is there.
        if (known !== undefined) memory.hold(withOutcome(known, outcome))
      }
      changed()
    },

    async list(owner) {
      const held = memory.shown(owner)
      try {
        if (owner.name === undefined) throw new Error('nothing of this account is on disk')
        const { submissions, unreadable } = await disk.ofOwner(owner.name)
        seen.forget(owner)
        for (const record of submissions) seen.hold(record)
        return { ...asOne(submissions, held), unreadable, isRead: true }
      } catch {
        const before = seen.shown(owner)
        const { submissions, isKept } = asOne(before, held)
        return { submissions, isKept: isKept && before.length > 0, unreadable: 0, isRead: false }
      }
    },

    async remove(ids, owner) {
      const { name } = owner
      // Without a name nothing of this account was ever on disk.
      const isGone = name === undefined || (await deleteOnDisk(name, (id) => ids.includes(id)))
      if (isGone) changed(ids)
      return isGone
    },

    async redact(apiKey) {
      const redacted = (record: Submission) => ({
        ...record,
        outcome: withoutKeyIn(record.outcome, apiKey),
      })
      // Where the disk does not answer, the next start tries again.
      if (await disk.rewrite(redacted).catch(() => false)) changed()
    },

    async forget(owner) {
      memory.forget(owner)
      seen.forget(owner)
      const isGone = await forgetOnDisk(owner.name)
      changed()
      return isGone
    },

    forgetKnown() {
      memory.clear()
      seen.clear()
      notify()
    },

    forgetSeen: () => seen.clear(),

    async forgetAll() {
      memory.clear()
      seen.clear()
      const isGone = await disk.destroy().then(
        () => true,
        () => typeof IDBFactory === 'undefined',
      )
      changed()
      return isGone
    },

    salt() {
      return disk.salt().catch(() => undefined)
    },

    subscribe(onChange) {
      channel ??= openSubmissionChannel(follow)
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },

    close() {
      channel?.close()
      disk.close()
    },
  }
}

async function prune(submissions: SubmissionRecords, owner: string): Promise<void> {
  const byOwner = submissions.index('owner')
  if ((await byOwner.count(owner)) <= MAX_KEPT) return
  const excess = excessOf(readable(await byOwner.getAll(owner)))
  await Promise.all(excess.map(({ id }) => submissions.delete(id)))
}
