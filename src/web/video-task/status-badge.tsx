import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Clock,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'

import type { TaskStatus } from '#contract/video-tasks.ts'
import { formatClock } from '#web/format/time.ts'
import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import type { StatusEvidence } from '#web/video-task/status-evidence.ts'
import { anyStatusLabel, isTaskStatus } from '#web/video-task/status-label.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'

interface Look {
  icon: LucideIcon
  ink: string
  fill: string
  edge: string
}

const looks: Record<TaskStatus, Look> = {
  pending: {
    icon: Clock,
    ink: 'text-pending',
    fill: 'bg-pending-soft border-transparent',
    edge: 'border-pending/75',
  },
  processing: {
    icon: LoaderCircle,
    ink: 'text-processing',
    fill: 'bg-processing-soft border-transparent',
    edge: 'border-processing/75',
  },
  completed: {
    icon: CircleCheck,
    ink: 'text-completed',
    fill: 'bg-completed-soft border-transparent',
    edge: 'border-completed/75',
  },
  failed: {
    icon: CircleX,
    ink: 'text-failed',
    fill: 'bg-failed-soft border-transparent',
    edge: 'border-failed/75',
  },
}

const inProgress: Look = { ...looks.pending, icon: CircleDashed }
const ownWord: Look = { ...looks.pending, icon: CircleHelp }

/** The status of a task: filled if it comes from the service, outlined if it is inferred. */
export function StatusBadge({
  evidence,
  task,
}: {
  evidence: StatusEvidence
  /** the task, whose fields the inference used */
  task: { errorMsg: string | null; videoUrl: string | null }
}) {
  useTimeZone()
  const { status, source } = evidence
  const look = lookOf(status)
  const Icon = look.icon
  const explanation = evidenceInWords(evidence, task)
  return (
    <span
      title={explanation}
      className={classNames(
        'inline-flex h-6 max-w-full items-center gap-1.5 rounded-full border pr-2.5 pl-1.5 text-xs font-medium whitespace-nowrap',
        look.ink,
        source === 'inferred' ? look.edge : look.fill,
      )}
    >
      <Icon
        aria-hidden
        className={classNames('size-3.5 shrink-0', look === looks.processing && 'animate-glow')}
      />
      <bdi className="truncate">{anyStatusLabel(status)}</bdi>
      {evidence.contradictions.length > 0 && (
        <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      )}
      {/* The source of the status is explained once below the list, and in the task's details. */}
      {evidence.contradictions.length > 0 && (
        <span className="sr-only">{`. ${contradictionsInWords(evidence)}`}</span>
      )}
    </span>
  )
}

function lookOf(status: string | null): Look {
  if (status === null) return inProgress
  return isTaskStatus(status) ? looks[status] : ownWord
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
export function evidenceInWords(
  { status, source, asOf, contradictions }: StatusEvidence,
  task: { errorMsg: string | null; videoUrl: string | null },
): string {
  return joinSentences(origin(), contradictionsInWords({ contradictions }))

  function origin(): string {
    if (source === 'record')
      return m.evidence_record({ status: isolated(showUntrusted(status ?? '', CELL_LENGTH)) })
    const time = formatClock(asOf)
    if (source === 'filter') return m.evidence_filter({ time })
    if (source === 'lookup') return m.evidence_lookup({ status: anyStatusLabel(status), time })
    if (task.errorMsg !== null) return m.evidence_inferred_error()
    return task.videoUrl === null ? m.evidence_inferred_nothing() : m.evidence_inferred_video()
  }
}
