import type { VideoTask, VideoTaskListParams, VideoTaskPage } from '#contract/video-tasks.ts'
import type { StatusLookup } from '#web/api/status-lookup.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { type StatusEvidence, statusInReply } from '#web/video-task/status-evidence.ts'
import { nameInAddress } from '#web/tasks/task-address.ts'

/** A task, and the reply in which it was seen: evidence belongs to its own reply. */
export interface SeenTask {
  task: VideoTask
  evidence: StatusEvidence
  /** what was asked for */
  request: VideoTaskListParams
  /** what the reply says of itself */
  page: Pick<VideoTaskPage, 'page' | 'pageSize' | 'total'>
  /** when the reply came, milliseconds since the epoch */
  readAt: number
}

/** The task that an address names, as a reply has it; of several with one ID the first. */
export function seenTask(
  { params, page, readAt }: VideoTaskListReply,
  name: string,
  lookup: StatusLookup | undefined,
): SeenTask | undefined {
  const task = tasksShown({ params, page }).find((one) => carriedName(one) === name)
  if (task === undefined) return undefined
  const evidence = statusInReply(task, { filter: params.status, readAt, lookup })
  return { task, evidence, request: params, page, readAt }
}

/** What an address calls the tasks of a reply, in the order of their rows, each once. */
export function namesShown(reply: Pick<VideoTaskListReply, 'params' | 'page'>): string[] {
  return [...new Set(tasksShown(reply).flatMap((task) => carriedName(task) ?? []))]
}

/** What an address calls a task, as it comes back from there: that holds no half of a pair. */
export function carriedName(task: VideoTask): string | undefined {
  return nameInAddress(task)?.replaceAll(/\p{Cs}/gu, '\ufffd')
}

/** No more than the rows that were asked for are on screen. */
function tasksShown({ params, page }: Pick<VideoTaskListReply, 'params' | 'page'>): VideoTask[] {
  const rows = page.rows.slice(0, params.page_size)
  return rows.flatMap((row) => (row.kind === 'task' ? row.task : []))
}
