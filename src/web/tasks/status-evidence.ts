import { TASK_STATUS, type TaskStatus, type VideoTask } from '#contract/video-tasks.ts'

/** Where a statement about a task's status comes from. */
export type EvidenceSource = 'record' | 'filter' | 'inferred'

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
  contradictions: Contradiction[]
}

/**
 * Finds the best evidence there is: the record's own word, then the filter it came back under, then
 * its fields.
 *
 * @param filter the status that the reply was asked for, undefined for none
 */
export function statusEvidence(task: VideoTask, filter: TaskStatus | undefined): StatusEvidence {
  const [status, source] = bestEvidence(task, filter)
  return { status, source, contradictions: contradictions(task, status) }
}

function bestEvidence(
  task: VideoTask,
  filter: TaskStatus | undefined,
): [status: string | null, source: EvidenceSource] {
  if (task.status !== null) return [task.status, 'record']
  if (filter !== undefined) return [filter, 'filter']
  if (task.errorMsg !== null) return [TASK_STATUS.failed, 'inferred']
  if (task.videoUrl !== null) return [TASK_STATUS.completed, 'inferred']
  return [null, 'inferred']
}

function contradictions(task: VideoTask, status: string | null): Contradiction[] {
  const found: Contradiction[] = []
  if (task.errorMsg !== null && status !== TASK_STATUS.failed) found.push('error-message')
  if (task.videoUrl !== null && status !== TASK_STATUS.completed) found.push('video')
  return found
}
