import { createAtom, type ReadonlyAtom } from '@tanstack/react-store'

import type { Submission } from '#web/submissions/submission.ts'
import {
  claimSending,
  updateSending,
  type PosterToSend,
  type Sent,
  sendPoster,
} from '#web/submissions/send-submission.ts'
import { caughtFailure } from '#web/api/api-error.ts'
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
import {
  type BatchWorkspace,
  loadWorkspace,
  saveWorkspace,
} from '#web/posters/batch/batch-store.ts'

/** The input before there is a batch, and whether it is shown. */
export type WorkspaceEdit = Partial<Omit<BatchWorkspace, 'batch'>>

/** Several posters at once, for one session. A batch continues while the person looks at other screens. */
export interface BatchControl {
  readonly workspace: ReadonlyAtom<BatchWorkspace>
  /** false: the browser does not keep it, and it is lost when the page is closed */
  readonly isKept: ReadonlyAtom<boolean>
  edit: (change: WorkspaceEdit) => void
  /**
   * Starts a batch. It replaces the one before.
   *
   * @param text what stays in the text box
   * @returns false: something else is being sent
   */
  start: (posters: readonly PlannedPoster[], text: string) => boolean
  /** Resumes a paused batch. @param recorded the submissions in the account's log */
  resume: (recorded: readonly Submission[]) => void
  /** Pauses after the poster that is on its way. */
  pause: () => void
  /** Ends after the poster that is on its way. */
  stop: () => void
  /** Removes a batch that is over. @param unsent image URLs of it that go back into the text box */
  clear: (unsent: readonly string[]) => void
  /** Call this after submissions were removed from the log. */
  noteCleared: (ids: ReadonlySet<string>) => void
}

/** What a batch needs from its surroundings. */
export interface BatchDependencies {
  load: () => BatchWorkspace
  save: (workspace: BatchWorkspace) => boolean
  /** see claimSending */
  claim: () => boolean
  release: () => void
  /** records and sends one poster, exactly once */
  send: (poster: PosterToSend) => Promise<Sent>
  announce: (before: Batch | null, now: Batch) => void
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
    load: () => loadWorkspace(profileId),
    save: (workspace) => saveWorkspace(profileId, workspace),
    claim: () => claimSending(session),
    release: () => updateSending(session, { isSending: false }),
    send: async (poster) => sendPoster(session, poster),
    announce: announceChange,
    profileId,
    signal,
  })
  controls.set(session, control)
  return control
}

/** Opens what was kept. A batch never resumes by itself. */
export function openBatch(dependencies: BatchDependencies): BatchControl {
  const { signal, profileId, claim } = dependencies
  const workspace = createAtom(dependencies.load())
  const isKept = createAtom(true)

  function put(next: BatchWorkspace) {
    // After the session the tab stores nothing of its account.
    if (signal.aborted) return
    const before = workspace.get().batch
    isKept.set(dependencies.save(next))
    if (next.batch !== null && next.batch !== before) dependencies.announce(before, next.batch)
    workspace.set(next)
  }

  function change(how: (batch: Batch) => Batch) {
    const { batch } = workspace.get()
    if (batch !== null) put({ ...workspace.get(), batch: how(batch) })
  }

  function due() {
    const { batch } = workspace.get()
    return signal.aborted || batch === null ? undefined : nextItem(batch)
  }

  /** Sends one poster after the other until none is due. Claim sending before. */
  async function run() {
    try {
      for (let item = due(); item !== undefined; item = due()) {
        const { id, request, confirmed } = item
        // Saved before it is sent: after a crash it must not count as waiting.
        change((batch) => withStarted(batch, id, Date.now()))
        const poster = { id, request, confirmed, isUnattended: true }
        const sent = await sendSafely(dependencies.send, poster)
        change((batch) =>
          sent.kind === 'sent'
            ? withOutcome(batch, id, sent.outcome, randomId)
            : withLeftOut(batch, id),
        )
      }
    } finally {
      dependencies.release()
    }
  }

  return {
    workspace,
    isKept,
    edit(edited) {
      put({ ...workspace.get(), ...edited })
    },
    start(posters, text) {
      const before = workspace.get()
      const phase = before.batch?.phase.kind
      if (posters.length === 0 || phase === 'running' || phase === 'held') return false
      if (!claim()) return false
      put({ ...before, text, withCreated: false, batch: startBatch(posters, profileId, randomId) })
      void run()
      return true
    },
    resume(recorded) {
      if (workspace.get().batch?.phase.kind !== 'held' || !claim()) return
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
      const before = workspace.get()
      if (before.batch?.phase.kind !== 'over') return
      put({ ...before, batch: null, text: withLines(before.text, [...new Set(unsent)]) })
    },
  }
}

async function sendSafely(send: BatchDependencies['send'], poster: PosterToSend): Promise<Sent> {
  try {
    return await send(poster)
  } catch (error) {
    // A defect in this app: the poster may have been sent.
    return { kind: 'sent', outcome: { kind: 'unknown', failure: caughtFailure(error) } }
  }
}
