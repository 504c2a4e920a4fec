import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import {
  isOpen,
  type NewPoster,
  type ConfirmedPoster,
  type PosterRecord,
} from '#web/poster-records/record.ts'

/** After this time a poster cannot be on its way any more: twice the time limit of a request. */
export const SENDING_MS = 60_000

/** Within this time, sending the same poster again is more likely a mistake. In milliseconds. */
const RECENT_MS = 10 * 60_000

/** Why the person is asked before the same poster is sent again. */
export type AskReason =
  /** another tab, or this one before a reload, is waiting for its reply */
  | { kind: 'in-flight-elsewhere'; at: number; sameAccount: boolean }
  /** it may have been created and charged to this account */
  | { kind: 'unknown'; at: number }
  /** it was, or may have been, created: recently, or at any time if the poster is unattended */
  | { kind: 'recent'; at: number; sameAccount: boolean }

/** A question before sending: the reason, and the records that a yes confirms. */
export interface Question {
  reason: AskReason
  about: readonly ConfirmedPoster[]
}

/**
 * Looks for a reason to ask before a poster is sent. A time in the future (the clock was set back) counts as
 * now. A yes to "it may have been created" does not cover a poster that has turned out to be created since.
 *
 * @param recorded posters that were sent, of every account of this browser
 * @param confirmed those that the person has confirmed already
 * @param isUnattended the person did not ask for it just now: what the account has created matters at any age
 */
export function questionBefore(
  poster: NewPoster & Pick<PosterRecord, 'owner'>,
  recorded: readonly PosterRecord[],
  confirmed: readonly ConfirmedPoster[],
  isUnattended = false,
): Question | undefined {
  const isNoted = (id: string) => confirmed.some((noted) => noted.id === id)
  const isCovered = ({ id, state }: PosterRecord) =>
    confirmed.some((noted) => noted.id === id && (noted.isCreated || state.kind !== 'created'))
  const others = recorded
    .filter((other) => other.id !== poster.id && isSamePoster(other.request, poster.request))
    .filter((other) => !isCovered(other))
    .toSorted((a, b) => b.startedAt - a.startedAt)
  const age = ({ startedAt }: NewPoster) => poster.startedAt - startedAt
  const isOwn = ({ owner }: PosterRecord) => owner === poster.owner

  const inFlight = others.filter(
    (other) => other.state.kind === 'sending' && age(other) < SENDING_MS,
  )
  const unknown = others.filter((other) => isOpen(other) && isOwn(other))
  const recent = others.filter(
    (other) =>
      // If the person was asked about it while it was open, it matters at any age.
      (age(other) < RECENT_MS || isNoted(other.id) || (isUnattended && isOwn(other))) &&
      (isOpen(other) || other.state.kind === 'created'),
  )

  const about = [...new Set([...inFlight, ...unknown, ...recent])].map(({ id, state }) => ({
    id,
    isCreated: state.kind === 'created',
  }))
  const [flying] = inFlight
  if (flying !== undefined) {
    const { startedAt: at } = flying
    return { reason: { kind: 'in-flight-elsewhere', at, sameAccount: isOwn(flying) }, about }
  }
  const [lost] = unknown
  if (lost !== undefined) return { reason: { kind: 'unknown', at: lost.startedAt }, about }
  const [last] = recent
  if (last === undefined) return undefined
  return { reason: { kind: 'recent', at: last.startedAt, sameAccount: isOwn(last) }, about }
}

/** Whether two requests are for the same poster. */
function isSamePoster(a: PosterTaskRequest, b: PosterTaskRequest): boolean {
  return a.image_url === b.image_url && a.prompt === b.prompt
}
