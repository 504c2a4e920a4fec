import {
  TASK_STATUS,
  TASK_STATUSES,
  type TaskStatus,
  type VideoTask,
} from '#contract/video-tasks.ts'
import type { FoundStatus } from '#web/task-list/status-lookup.ts'

/** The sources of a task's status, the best first. */
export type EvidenceSource = 'record' | 'filter' | 'lookup' | 'inferred'

/** A fact that contradicts the shown status. */
export type Contradiction = 'error-message' | 'video'

/**
 * What is known about a task's status. A record has no status (spec: "Video task record"), so the evidence
 * includes its source.
 */
export interface StatusEvidence {
  /** One of the four, another text from the service, or null: not yet completed or failed. */
  status: string | null
  source: EvidenceSource
  /** when the reply with this evidence arrived, in milliseconds since the epoch */
  asOf: number
  contradictions: Contradiction[]
}

/** What is known in addition to a record's own fields. */
export interface EvidenceContext {
  /** the status filter of the request, undefined for none */
  filter?: TaskStatus | undefined
  /** when the reply arrived, in milliseconds since the epoch */
  readAt: number
  /** the result of the status lookup */
  found?: FoundStatus | undefined
}

/**
 * Finds the best available evidence: the record's own status, then the filter of its list, then the status
 * lookup, then its fields.
 */
export function statusEvidence(task: VideoTask, context: EvidenceContext): StatusEvidence {
  const best = bestEvidence(task, context)
  return { asOf: context.readAt, ...best, contradictions: contradictions(task, best.status) }
}

function bestEvidence(
  task: VideoTask,
  { filter, readAt, found }: EvidenceContext,
): Pick<StatusEvidence, 'status' | 'source'> & { asOf?: number } {
  if (task.status !== null) return { status: task.status, source: 'record' }
  if (filter !== undefined) return { status: filter, source: 'filter' }
  if (task.errorMsg !== null) return { status: TASK_STATUS.failed, source: 'inferred' }
  if (task.videoUrl !== null) return { status: TASK_STATUS.completed, source: 'inferred' }
  if (found !== undefined && (found.asOf >= readAt || isUnchangedSince(task, found))) {
    return { status: found.status, source: 'lookup', asOf: found.asOf }
  }
  return { status: null, source: 'inferred' }
}

/** Whether a task is certainly unchanged since an older lookup. Otherwise that result is out of date. */
function isUnchangedSince({ updatedAt }: VideoTask, found: FoundStatus): boolean {
  return updatedAt !== null && updatedAt === found.updatedAt
}

/** Whether the status of a record is open. Then a lookup can find it. */
export function leavesStatusOpen({ uuid, status, errorMsg, videoUrl }: VideoTask): boolean {
  return uuid !== null && status === null && errorMsg === null && videoUrl === null
}

/** Whether one of the four statuses will change. */
export function isUnfinished(status: string | null): boolean {
  return status === null || status === TASK_STATUS.pending || status === TASK_STATUS.processing
}

/** Whether a task will change by itself. For an unknown status its fields decide. */
export function isTaskUnfinished(
  { videoUrl, errorMsg, completedAt }: VideoTask,
  status: string | null,
): boolean {
  if (isUnfinished(status)) return true
  return !isKnown(status) && videoUrl === null && errorMsg === null && completedAt === null
}

function isKnown(status: string | null): boolean {
  return TASK_STATUSES.some((known) => known === status)
}

function contradictions(task: VideoTask, status: string | null): Contradiction[] {
  const found: Contradiction[] = []
  // Only the service knows which fields fit an unknown status.
  if (status !== null && !isKnown(status)) return found
  if (task.errorMsg !== null && status !== TASK_STATUS.failed) found.push('error-message')
  if (task.videoUrl !== null && status !== TASK_STATUS.completed) found.push('video')
  return found
}
