import type { Submission } from '#web/submissions/submission.ts'
import {
  claimSending,
  updateSending,
  type PosterToSend,
  type Sent,
  sendPoster,
} from '#web/submissions/send-submission.ts'
import { randomId } from '#web/api/random-id.ts'
import type { ApiSession } from '#web/api/session.tsx'
import {
  type Batch,
  nextItem,
  resumed,
  startBatch,
  withAsked,
  withCleared,
  withLeftOut,
  withOutcome,
  withStarted,
} from '#web/posters/batch/batch.ts'
import { withLines } from '#web/posters/batch/batch-input.ts'
import type { PlannedPoster } from '#web/posters/batch/batch-plan.ts'
import { announceChange } from '#web/posters/batch/batch-words.ts'
import { type BatchDesk, loadDesk, saveDesk } from '#web/posters/batch/batch-store.ts'

/** What is typed before there is a batch, and whether it is in sight. */
export type DeskEdit = Partial<Omit<BatchDesk, 'batch'>>

/** Several posters at once, for one session: it goes on while other screens are looked at. */
export interface BatchControl {
  desk: () => BatchDesk
  /** false: the browser does not keep it, and it is gone with the page */
  isKept: () => boolean
  subscribe: (onChange: () => void) => () => void
  edit: (change: DeskEdit) => void
  /**
   * Begins a batch in the place of the one before.
   *
   * @param text what stays in the box for later
   * @returns false: something else is being sent
   */
  start: (posters: readonly PlannedPoster[], text: string) => boolean
  /** Has a batch that stands go on. @param recorded what the account's log holds */
  resume: (recorded: readonly Submission[]) => void
  /** Comes to a halt after the one on its way. */
  pause: () => void
  /** Comes to an end after the one on its way. */
  stop: () => void
  /** Clears a batch away that is over. @param unsent image URLs of it that go back into the box */
  clear: (unsent: readonly string[]) => void
  /** Some submissions were taken out of the log. */
  noteCleared: (ids: ReadonlySet<string>) => void
}

/** What a batch asks of the world around it. */
export interface BatchWorld {
  load: () => BatchDesk
  save: (desk: BatchDesk) => boolean
  /** takes the tab's one place for sending */
  claim: () => boolean
  release: () => void
  /** records and sends one, exactly once */
  send: (poster: PosterToSend) => Promise<Sent>
  say: (before: Batch | null, now: Batch) => void
  readonly profileId: string
  readonly signal: AbortSignal
}

const controls = new WeakMap<ApiSession, BatchControl>()

/** The batch of a session. */
export function batchOf(session: ApiSession): BatchControl {
  const known = controls.get(session)
  if (known !== undefined) return known
  const { profileId, signal } = session
  const control = openBatch({
    load: () => loadDesk(profileId),
    save: (desk) => saveDesk(profileId, desk),
    claim: () => claimSending(session),
    release: () => updateSending(session, { isSending: false }),
    send: async (poster) => sendPoster(session, poster),
    say: announceChange,
    profileId,
    signal,
  })
  controls.set(session, control)
  return control
}

/** Opens what was kept; nothing of it goes on by itself. */
export function openBatch(world: BatchWorld): BatchControl {
  const { signal, profileId } = world
  const listeners = new Set<() => void>()
  let desk = world.load()
  let isKept = true

  function put(next: BatchDesk) {
    // After its session the tab keeps nothing more of an account.
    if (signal.aborted) return
    const before = desk.batch
    desk = next
    isKept = world.save(next)
    if (next.batch !== null && next.batch !== before) world.say(before, next.batch)
    for (const listener of listeners) listener()
  }

  function change(how: (batch: Batch) => Batch) {
    if (desk.batch !== null) put({ ...desk, batch: how(desk.batch) })
  }

  /** Sends one after the other until there is none to send. Call it with the tab's place taken. */
  async function run() {
    try {
      for (let item = due(); item !== undefined; item = due()) {
        const { id, request, confirmed } = item
        // Kept before it is handed on: whatever happens now, it is never taken for one that waits.
        change((batch) => withStarted(batch, id, Date.now()))
        const sent = await sendSafely({ id, request, confirmed, isUnattended: true })
        change((batch) =>
          sent.kind === 'sent'
            ? withOutcome(batch, id, sent.outcome, randomId)
            : withLeftOut(batch, id),
        )
      }
    } finally {
      world.release()
    }
  }

  function due() {
    return signal.aborted || desk.batch === null ? undefined : nextItem(desk.batch)
  }

  async function sendSafely(poster: PosterToSend): Promise<Sent> {
    try {
      return await world.send(poster)
    } catch {
      // A defect of ours: it may have been sent.
      const failure = { kind: 'unreadable', issue: 'defect' } as const
      return { kind: 'sent', outcome: { kind: 'unknown', failure } }
    }
  }

  return {
    desk: () => desk,
    isKept: () => isKept,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    edit(edited) {
      put({ ...desk, ...edited })
    },
    start(posters, text) {
      const phase = desk.batch?.phase.kind
      if (posters.length === 0 || phase === 'running' || phase === 'held') return false
      if (!world.claim()) return false
      put({ ...desk, text, withCreated: false, batch: startBatch(posters, profileId, randomId) })
      void run()
      return true
    },
    resume(recorded) {
      if (desk.batch?.phase.kind !== 'held' || !world.claim()) return
      change((batch) => resumed(batch, recorded, profileId, randomId))
      void run()
    },
    pause() {
      change((batch) => withAsked(batch, 'hold'))
    },
    stop() {
      change((batch) => withAsked(batch, 'end'))
    },
    noteCleared(ids) {
      change((batch) => withCleared(batch, ids))
    },
    clear(unsent) {
      if (desk.batch?.phase.kind !== 'over') return
      put({ ...desk, batch: null, text: withLines(desk.text, [...new Set(unsent)]) })
    },
  }
}
