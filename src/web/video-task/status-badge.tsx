import { useTimeZone } from '#web/ui/time-zone-choice.ts'
import type { StatusEvidence } from '#web/task-list/status-evidence.ts'
import { classNames } from '#web/ui/class-names.ts'
import { TASK_STATUS, type TaskStatus, type VideoTask } from '#contract/video-tasks.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock } from '#web/format/time.ts'
import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { anyStatusLabel, isTaskStatus } from '#web/video-task/labels.ts'

/** The status of a task: filled if it comes from the service, outlined if it is inferred. */
export function StatusBadge({ evidence, task }: { evidence: StatusEvidence; task: InferredFrom }) {
  useTimeZone()
  return <Badge {...statusView(evidence)} isAlone title={evidenceInWords(evidence, task)} />
}

interface Look {
  icon: string
  ink: string
  fill: string
  edge: string
}

const waiting = {
  ink: 'text-pending',
  fill: 'bg-pending-soft border-transparent',
  edge: 'border-pending/75',
}

const looks: Record<StatusLook, Look> = {
  pending: { ...waiting, icon: 'icon-clock' },
  'in-progress': { ...waiting, icon: 'icon-circle-dashed' },
  other: { ...waiting, icon: 'icon-circle-help' },
  processing: {
    icon: 'icon-loader',
    ink: 'text-processing',
    fill: 'bg-processing-soft border-transparent',
    edge: 'border-processing/75',
  },
  completed: {
    icon: 'icon-circle-check',
    ink: 'text-completed',
    fill: 'bg-completed-soft border-transparent',
    edge: 'border-completed/75',
  },
  failed: {
    icon: 'icon-circle-x',
    ink: 'text-failed',
    fill: 'bg-failed-soft border-transparent',
    edge: 'border-failed/75',
  },
}

/** The classes of a status's icon. */
export function statusIcon(look: StatusLook): string {
  return looks[look].icon
}

/**
 * The look of a status: filled if it comes from the service, outlined if it is inferred. The source of a status is explained
 * once below the list, and in the task's details.
 *
 * @param isAlone it is not one of a list: the badge of a task at work pulses
 */
export function Badge({
  look,
  isInferred,
  label,
  contradictions,
  isAlone = false,
  ...rest
}: StatusView & { isAlone?: boolean; title?: string; 'data-title'?: string }) {
  const { icon, ink, fill, edge } = looks[look]
  const shown = look === 'other' ? <bdi>{label}</bdi> : label
  return (
    <span
      {...rest}
      className={classNames(
        'icon inline-block h-6 max-w-full rounded-full border pr-2.5 pl-1.5 max-xs:pr-1.5 align-middle text-xs/5.5 font-medium before:mr-1.5 before:align-[-0.1875rem]',
        // To clip round corners in each row is dear, and the known words fit.
        look === 'other' ? 'truncate' : 'whitespace-nowrap',
        icon,
        ink,
        // Each pulse is a layer of its own, which a list draws again with each of its rows.
        isAlone && look === TASK_STATUS.processing && 'before:animate-glow',
        isInferred ? edge : fill,
      )}
    >
      {contradictions === '' ? (
        shown
      ) : (
        <>
          <span>{shown}</span>
          <span className="icon icon-triangle-alert before:ml-1.5 before:align-[-0.1875rem]" />
          <span className="sr-only">{`. ${contradictions}`}</span>
        </>
      )}
    </span>
  )
}

/** What a status looks like: one of the four, a task in progress, or a word that only the service knows. */
type StatusLook = TaskStatus | 'in-progress' | 'other'

/** A status badge as plain values. */
interface StatusView {
  look: StatusLook
  /** the status is inferred from the task's fields, so it is outlined and not filled */
  isInferred: boolean
  label: string
  /** the facts that contradict the status, in whole sentences; '' if there are none */
  contradictions: string
}

/** The fields of a task that the inference uses. */
type InferredFrom = Pick<VideoTask, 'errorMsg' | 'videoUrl'>

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
