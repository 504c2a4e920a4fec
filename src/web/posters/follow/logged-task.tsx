import type { VideoTask } from '#contract/video-tasks.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { m } from '#web/messages/generated/messages.js'
import { FollowedLine } from '#web/posters/follow/followed-poster.tsx'
import type { FollowedTask } from '#web/posters/follow/followed-tasks.ts'
import { useFollowedTask } from '#web/posters/follow/use-followed-tasks.ts'
import { ServiceMessage } from '#web/posters/poster-words.tsx'
import { useTaskLookup } from '#web/poster-records/use-task-lookup.ts'
import { AdviceText } from '#web/video-task/failure/advice-text.tsx'
import { statusEvidence } from '#web/task-list/status-evidence.ts'
import { TaskVideo } from '#web/video-task/task-video.tsx'
import type { FoundElsewhere } from '#web/video-task/video-run.ts'

/** A task of the log, and the reading that found it if that was not the one of the newest tasks. */
export interface LoggedTaskView {
  followed: FollowedTask | undefined
  elsewhere?: FoundElsewhere
}

/** What is known about the task of a submission: from the newest tasks, or else from looking for it on request. */
export function useLoggedTask(uuid: string): LoggedTaskView {
  const followed = useFollowedTask(uuid)
  const { result, keep } = useTaskLookup(uuid)
  if (followed?.kind === 'seen' || result?.kind !== 'found') return { followed }
  const { task, page, at, foundAt } = result
  return {
    followed: { kind: 'seen', task, evidence: statusEvidence(task, { readAt: at }), page },
    elsewhere: { foundAt, onReadAgain: keep },
  }
}

/** What became of a poster, in the log: its status, and its video with the first frame, or why it failed. */
export function LoggedTask({
  view: { followed, elsewhere },
  sentAt,
}: {
  view: LoggedTaskView
  /** milliseconds since the epoch */
  sentAt: number
}) {
  if (followed === undefined) return null
  return (
    <>
      <FollowedLine followed={followed} sentAt={sentAt} />
      {followed.kind === 'seen' && <Result task={followed.task} elsewhere={elsewhere} />}
    </>
  )
}

function Result({ task, elsewhere }: { task: VideoTask; elsewhere: FoundElsewhere | undefined }) {
  const url = safeHttpUrl(task.videoUrl ?? '')
  return (
    <>
      {url !== undefined && (
        <TaskVideo task={task} videoUrl={url.href} elsewhere={elsewhere} frame="everywhere" />
      )}
      {url === undefined && task.videoUrl !== null && (
        <p className="text-muted">{m.tasks_unsafe_url()}</p>
      )}
      {task.errorMsg !== null && (
        <>
          <ServiceMessage text={task.errorMsg} />
          <AdviceText message={task.errorMsg} />
        </>
      )}
    </>
  )
}
