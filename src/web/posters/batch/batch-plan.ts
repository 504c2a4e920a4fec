import type { PosterScene, PosterTaskRequest } from '#contract/poster-tasks.ts'
import type { PlannedPoster } from '#web/poster-records/queue.ts'
import { isOpen, type PosterRecord } from '#web/poster-records/record.ts'

/** The most posters in one batch. A person should check the results in between. */
export const MAX_POSTERS = 500

/** A poster that is in this account's log already. */
export interface KnownPoster {
  readonly request: PosterTaskRequest
  readonly state: 'created' | 'unknown'
  /** when it was sent last, milliseconds since the epoch */
  readonly at: number
}

/** What will be sent, and what will not and why. */
export interface BatchPlan {
  readonly posters: readonly PlannedPoster[]
  /** how many were entered more than once */
  readonly duplicates: number
  /** posters in the log; created ones are also in `posters` if the person wants them again */
  readonly known: readonly KnownPoster[]
}

/** Every address with every scene, in the order of the addresses. */
export function pairsOf(
  urls: readonly string[],
  scenes: readonly PosterScene[],
): PosterTaskRequest[] {
  return urls.flatMap((image_url) => scenes.map((prompt) => ({ image_url, prompt })))
}

/**
 * Plans a batch. Each poster is in it once. A poster with an unknown outcome is left out: the form asks before it
 * sends that again, and a batch does not.
 *
 * @param recorded the posters in this account's log
 * @param withCreated also create posters that were created before
 */
export function planBatch(
  pairs: readonly PosterTaskRequest[],
  recorded: readonly PosterRecord[],
  withCreated: boolean,
): BatchPlan {
  const unique = new Map(pairs.map((request) => [nameOf(request), request]))
  const before = new Map<string, PosterRecord[]>()
  for (const record of recorded) {
    if (!isOpen(record) && record.state.kind !== 'created') continue
    const name = nameOf(record.request)
    before.set(name, [...(before.get(name) ?? []), record])
  }
  const posters: PlannedPoster[] = []
  const known: KnownPoster[] = []
  for (const [name, request] of unique) {
    const earlier = before.get(name) ?? []
    const last = earlier.find(isOpen) ?? earlier.at(-1)
    if (last !== undefined) {
      const state = isOpen(last) ? 'unknown' : 'created'
      known.push({ request, state, at: last.startedAt })
      if (state === 'unknown' || !withCreated) continue
    }
    posters.push({ request, confirmed: earlier.map(({ id }) => ({ id, isCreated: true })) })
  }
  return { posters, duplicates: pairs.length - unique.size, known }
}

/** Two posters are the same where image and scene are. No address has a line break in it. */
function nameOf({ image_url, prompt }: PosterTaskRequest): string {
  return `${prompt}\n${image_url}`
}
