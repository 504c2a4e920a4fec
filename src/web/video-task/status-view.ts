import type { TaskStatus } from '#contract/video-tasks.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock } from '#web/format/time.ts'
import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { StatusEvidence } from '#web/task-list/status-evidence.ts'
import { anyStatusLabel, isTaskStatus } from '#web/video-task/labels.ts'

/** What a status looks like: one of the four, a task in progress, or a word that only the service knows. */
export type StatusLook = TaskStatus | 'in-progress' | 'other'

/** A status badge as plain values. */
export interface StatusView {
  look: StatusLook
  /** the status is inferred from the task's fields, so it is outlined and not filled */
  isInferred: boolean
  label: string
  /** the facts that contradict the status, in whole sentences; '' if there are none */
  contradictions: string
}

/** The fields of a task that the inference uses. */
type InferredFrom = Readonly<{ errorMsg: string | null; videoUrl: string | null }>

/** Describes the status of a task for a badge. */
export function statusView(
  evidence: Pick<StatusEvidence, 'status' | 'source' | 'contradictions'>,
): StatusView {
  const { status, source } = evidence
  return {
    look: lookOf(status),
    isInferred: source === 'inferred',
    label: anyStatusLabel(status),
    contradictions: contradictionsInWords(evidence),
  }
}

function lookOf(status: string | null): StatusLook {
  if (status === null) return 'in-progress'
  return isTaskStatus(status) ? status : 'other'
}

/** The facts of a task that contradict its status. */
function contradictionsInWords({ contradictions }: Pick<StatusEvidence, 'contradictions'>): string {
  const facts = {
    'error-message': m.evidence_contradiction_failed,
    video: m.evidence_contradiction_completed,
  }
  return joinSentences(...contradictions.map((name) => facts[name]()))
}

/** The source of a status in whole sentences, and the facts that contradict it. */
export function evidenceInWords(evidence: StatusEvidence, task: InferredFrom): string {
  return joinSentences(originInWords(evidence, task), contradictionsInWords(evidence))
}

function originInWords({ status, source, asOf }: StatusEvidence, task: InferredFrom): string {
  if (source === 'record') {
    return m.evidence_record({ status: isolated(showUntrusted(status ?? '', CELL_LENGTH)) })
  }
  if (source === 'inferred') {
    if (task.errorMsg !== null) return m.evidence_inferred_error()
    return task.videoUrl === null ? m.evidence_inferred_nothing() : m.evidence_inferred_video()
  }
  const time = formatClock(asOf)
  return source === 'filter'
    ? m.evidence_filter({ time })
    : m.evidence_lookup({ status: anyStatusLabel(status), time })
}
