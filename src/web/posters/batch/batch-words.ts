import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClockSeconds } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  type Batch,
  type BatchPhase,
  countStates,
  type HoldReason,
} from '#web/posters/batch/batch.ts'
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

/** Why a batch is paused, as a sentence. */
function holdWords(why: HoldReason): string {
  switch (why.kind) {
    case 'asked':
      return m.batch_held_asked()
    case 'interrupted':
      return m.batch_held_interrupted()
    case 'key':
      return m.batch_held_key()
    case 'too-fast':
      return m.batch_held_too_fast()
    case 'unknown':
      return m.batch_held_unknown()
    case 'refusals':
      return m.batch_held_refusals()
    case 'not-sent':
      return m.batch_held_not_sent()
  }
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
  }
}

/** The progress of a batch. */
export function progressOf(batch: Batch): { done: number; total: number; words: string } {
  const { waiting, started } = countStates(batch)
  const total = batch.items.length
  const done = total - waiting - started
  return {
    done,
    total,
    words: m.batch_progress({ done: formatNumber(done), total: formatNumber(total) }),
  }
}

/** Announces the start of a batch, each tenth poster, and its pause or end: not every poster. */
export function announceChange(before: Batch | null, now: Batch): void {
  const { done, total, words } = progressOf(now)
  const was = before?.phase.kind
  if (now.phase.kind === 'running') {
    if (was !== 'running')
      announce(m.batch_said_start({ count: total - done, shown: formatNumber(total - done) }))
    else if (before !== null && done % SAID_EVERY === 0 && done !== progressOf(before).done) {
      announce(words)
    }
  } else if (was !== now.phase.kind) {
    announce(joinSentences(phaseWords(now.phase, countStates(now).waiting), words))
  }
}
