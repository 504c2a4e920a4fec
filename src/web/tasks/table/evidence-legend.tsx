import type { StatusLookup } from '#web/api/status-lookup.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { statusInReply } from '#web/video-task/status-evidence.ts'
import { type ListState, tasksOf } from '#web/tasks/list-state.ts'

/** What an outlined badge means, where there is one among the rows. */
export function EvidenceLegend({
  list,
  reply: { params, readAt },
  lookup,
}: {
  list: ListState
  reply: VideoTaskListReply
  lookup: StatusLookup | undefined
}) {
  const context = { filter: params.status, readAt, lookup }
  const hasInferred = tasksOf(list).some(
    (task) => statusInReply(task, context).source === 'inferred',
  )
  return hasInferred && <p className="text-sm text-muted">{m.evidence_legend()}</p>
}
