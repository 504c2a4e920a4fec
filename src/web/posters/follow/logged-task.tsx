import type { VideoTask } from '#contract/video-tasks.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { m } from '#web/messages/generated/messages.js'
import { FollowedLine } from '#web/posters/follow/followed-poster.tsx'
import type { FollowedTask } from '#web/posters/follow/followed-tasks.ts'
import { ServiceMessage } from '#web/posters/poster-words.tsx'
import { AdviceText } from '#web/video-task/failure/advice-text.tsx'
import { TaskVideo } from '#web/video-task/task-video.tsx'

/** What became of a poster, in the log: its status, and its video with the first frame, or why it failed. */
export function LoggedTask({
  followed,
  sentAt,
}: {
  followed: FollowedTask | undefined
  /** milliseconds since the epoch */
  sentAt: number
}) {
  if (followed === undefined) return null
  return (
    <>
      <FollowedLine followed={followed} sentAt={sentAt} />
      {followed.kind === 'seen' && <Result task={followed.task} />}
    </>
  )
}

function Result({ task }: { task: VideoTask }) {
  const url = safeHttpUrl(task.videoUrl ?? '')
  return (
    <>
      {url !== undefined && <TaskVideo task={task} videoUrl={url.href} frame="everywhere" />}
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
