import { useTimeZone } from '#web/ui/time-zone-choice.ts'
import { Badge } from '#web/video-task/badge.tsx'
import type { StatusEvidence } from '#web/task-list/status-evidence.ts'
import { evidenceInWords, statusView } from '#web/video-task/status-view.ts'

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
  return <Badge {...statusView(evidence)} title={evidenceInWords(evidence, task)} />
}
