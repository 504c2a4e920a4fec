import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClockSeconds } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  type BatchPhase,
  type BatchView,
  countDone,
  type HoldReason,
} from '#web/poster-records/queue.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'
import type { usualTimesOf } from '#web/posters/follow/followed-tasks.ts'
import { announce } from '#web/ui/live-region.tsx'

/** How many posters are sent between two announcements of the progress. */
const SAID_EVERY = 10

/** The phase of a batch in a few words. */
export function phaseWords(phase: BatchPhase, waiting: number): string {
  switch (phase.kind) {
    case 'running':
      if (phase.next === 'go-on') return m.batch_running()
      return phase.next === 'hold' ? m.batch_pausing() : m.batch_stopping()
    case 'held':
      return holdWords(phase.why)
    case 'over':
      return waiting === 0 ? m.batch_done() : m.batch_stopped()
  }
}

const heldWords: Record<Exclude<HoldReason['kind'], 'points'>, () => string> = {
  asked: m.batch_held_asked,
  interrupted: m.batch_held_interrupted,
  key: m.batch_held_key,
  'too-fast': m.batch_held_too_fast,
  unknown: m.batch_held_unknown,
  refusals: m.batch_held_refusals,
  'not-sent': m.batch_held_not_sent,
}

/** Why a batch is paused, as a sentence. */
function holdWords(why: HoldReason): string {
  if (why.kind !== 'points') return heldWords[why.kind]()
  return why.left === null
    ? m.batch_held_points_unsaid()
    : m.batch_held_points({ left: formatNumber(why.left), limit: formatNumber(why.limit) })
}

/** What to know before a paused batch is resumed; '': nothing. */
export function holdAdvice(why: HoldReason): string {
  switch (why.kind) {
    case 'asked':
    case 'interrupted':
      return ''
    case 'key':
      return m.batch_advice_key()
    case 'too-fast':
      return why.retryAt === null
        ? m.error_rate_limited_advice()
        : m.batch_advice_too_fast({ time: formatClockSeconds(why.retryAt) })
    case 'unknown':
      return m.batch_advice_unknown()
    case 'refusals':
      return m.batch_advice_refusals()
    case 'not-sent':
      return why.failure === undefined ? m.batch_advice_not_sent() : m.batch_advice_waits()
    case 'points':
      return m.batch_advice_points()
  }
}

/** The progress of a batch. @param records its posters */
export function progressOf(records: readonly PosterRecord[]) {
  const total = records.length
  const done = countDone(records)
  return {
    done,
    total,
    words: m.batch_progress({ done: formatNumber(done), total: formatNumber(total) }),
  }
}

/**
 * About how long it takes until the rest of a batch is ready: the last one is sent at the pace so far, and takes what is usual.
 *
 * @param records the whole batch
 * @param isOpen whether a poster that was sent is still unfinished
 * @param usual times of each scene
 * @param now milliseconds since the epoch
 * @returns milliseconds; 0: too little is known, or it takes longer than usual
 */
export function timeLeft(
  records: readonly PosterRecord[],
  isOpen: (record: PosterRecord) => boolean,
  usual: ReturnType<typeof usualTimesOf>,
  now: number,
): number {
  const sent = records.filter(({ state }) => state.kind !== 'queued')
  const queued = records.filter(({ state }) => state.kind === 'queued')
  const sentAt = sent.map(({ startedAt }) => startedAt)
  const pace = (Math.max(...sentAt) - Math.min(...sentAt)) / (sentAt.length - 1)
  const ends = [
    ...sent.filter(isOpen).map(({ startedAt, request }) => startedAt + medianOf(request)),
    ...queued.map(({ request }, at) => now + (at + 1) * pace + medianOf(request)),
  ]
  const left = Math.max(...ends) - now
  return Number.isNaN(left) ? 0 : Math.max(left, 0)

  // Math.max gives NaN if one of them is not known.
  function medianOf({ prompt }: PosterRecord['request']): number {
    return usual.get(prompt)?.median ?? Number.NaN
  }
}

/** Announces the start of a batch, each tenth poster, and its pause or end: not every poster. */
export function announceBatch(before: BatchView | null, { batch, records }: BatchView): void {
  const { phase } = batch
  const { done, total, words } = progressOf(records)
  const was = before?.batch.phase.kind
  if (phase.kind === 'running') {
    if (was !== 'running') announce(m.batch_said_start(counted(total - done)))
    else if (
      before !== null &&
      done % SAID_EVERY === 0 &&
      done !== progressOf(before.records).done
    ) {
      announce(words)
    }
  } else if (was !== phase.kind) {
    const waiting = records.filter(({ state }) => state.kind === 'queued').length
    announce(joinSentences(phaseWords(phase, waiting), words))
  }
}
