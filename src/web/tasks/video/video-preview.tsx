import { Play } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { m } from '#web/messages/generated/messages.js'
import { VideoDialog } from '#web/tasks/lazy-dialogs.ts'
import { taskName } from '#web/video-task/task-name.ts'
import { growFrom } from '#web/ui/grow-from.ts'

/** A button that opens the video. Nothing is loaded from the video's host before that. */
export function VideoPreview({ videoUrl, task }: { videoUrl: string; task: VideoTask }) {
  const [isOpen, setIsOpen] = useState(false)
  const tile = useRef<HTMLButtonElement>(null)
  const url = safeHttpUrl(videoUrl)
  if (url === undefined) return null
  return (
    <>
      <button
        ref={tile}
        type="button"
        aria-label={m.tasks_play_task({ task: taskName(task) })}
        title={m.tasks_play()}
        onClick={() => {
          growFrom(tile.current, () => setIsOpen(true))
        }}
        className="group/play flex h-icon w-11 items-center justify-center rounded-control border border-line bg-hover text-muted transition-colors hover:border-accent hover:bg-accent hover:text-on-accent"
      >
        <Play aria-hidden className="size-3.5 fill-current" />
      </button>
      {isOpen && (
        <Suspense>
          <VideoDialog
            task={task}
            src={url.href}
            onClose={() => {
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
