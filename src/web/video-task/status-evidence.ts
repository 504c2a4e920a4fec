import {
  TASK_STATUS,
  TASK_STATUSES,
  type TaskStatus,
  type VideoTask,
} from '#contract/video-tasks.ts'
import type { FoundStatus } from '#web/api/status-lookup.ts'

/** Where a statement about a task's status comes from, the best first. */
export type EvidenceSource = 'record' | 'filter' | 'lookup' | 'inferred'

/** A fact that does not fit the status that is shown. */
export type Contradiction = 'error-message' | 'video'

/**
 * What is known of a task's status. A record carries none (spec: "Video task record"), so every
 * statement says where it comes from.
 */
export interface StatusEvidence {
  /** One of the four, a word of the service's own, or null: neither finished nor failed as yet. */
  status: string | null
  source: EvidenceSource
  /** when the reply came that says so, milliseconds since the epoch */
  asOf: number
  contradictions: Contradiction[]
}

/** What is known beside a record's own fields. */
export interface EvidenceContext {
  /** the status that the reply was asked for, undefined for none */
  filter?: TaskStatus | undefined
  /** when the reply came, milliseconds since the epoch */
  readAt: number
  /** what looking the task up has found */
  found?: FoundStatus | undefined
}

/**
 * Finds the best evidence there is: the record's own word, then the filter it came back under, then
 * where it was found in the background, then its fields.
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

/** An older find says nothing of a task that has changed since, or that does not say whether it has. */
function isUnchangedSince({ updatedAt }: VideoTask, found: FoundStatus): boolean {
  return updatedAt !== null && updatedAt === found.updatedAt
}

/** Whether a record leaves open what its status is: then looking it up can tell. */
export function leavesStatusOpen({ uuid, status, errorMsg, videoUrl }: VideoTask): boolean {
  return uuid !== null && status === null && errorMsg === null && videoUrl === null
}

/** Whether a status will change, as far as the four tell. */
export function isUnfinished(status: string | null): boolean {
  return status === null || status === TASK_STATUS.pending || status === TASK_STATUS.processing
}

/** Whether a task will change by itself; of a word of the service's own its fields tell. */
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
  // What another word goes together with, only the service knows.
  if (status !== null && !isKnown(status)) return found
  if (task.errorMsg !== null && status !== TASK_STATUS.failed) found.push('error-message')
  if (task.videoUrl !== null && status !== TASK_STATUS.completed) found.push('video')
  return found
}
