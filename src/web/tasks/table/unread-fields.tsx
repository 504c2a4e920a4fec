import { TriangleAlert } from 'lucide-react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { joinList } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { RawJson } from '#web/tasks/table/raw-json.tsx'
import { taskName } from '#web/video-task/task-name.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Marks fields that could not be read, with the raw values. A dash alone would mean that a field is empty. */
export function UnreadFields({ task }: { task: VideoTask }) {
  return (
    <RawJson title={m.tasks_raw_task_title({ task: taskName(task) })} raw={task.raw}>
      {(open) => (
        <IconButton
          label={m.tasks_unread_fields({ fields: joinList(task.unreadFields) })}
          onClick={open}
        >
          <TriangleAlert aria-hidden className="size-3.5" />
        </IconButton>
      )}
    </RawJson>
  )
}
