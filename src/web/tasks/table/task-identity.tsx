import { Suspense } from 'react'

import { TASK_SCENES, type VideoTask } from '#contract/video-tasks.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { sceneLabel } from '#web/video-task/scene-label.ts'
import { taskName } from '#web/video-task/task-name.ts'
import { nameInAddress, taskAddress } from '#web/tasks/task-address.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

const UnreadFields = lazyPart(
  async () => (await import('#web/tasks/table/unread-fields.tsx')).UnreadFields,
  () => null,
)

/** Identifies the task of a row: a link to its details, its number and scene, and its unreadable fields. */
export function TaskIdentity({ task, address }: { task: VideoTask; address: string }) {
  const { uuid, id } = task
  const [shown, name] = [taskName(task), nameInAddress(task)]
  const number = id !== null && m.tasks_number({ id })
  return (
    <span className="flex min-w-0 items-center gap-1">
      {uuid === null && id === null ? (
        <span className="text-muted">—</span>
      ) : (
        <a
          className={classNames(
            'h-icon shrink-0 content-center truncate rounded-control text-sm decoration-edge underline-offset-4 hover:decoration-current [&[href]]:underline',
            uuid === null ? 'max-w-24' : 'w-[8.2ch] font-mono max-lg:w-auto max-lg:max-w-[8.2ch]',
          )}
          title={uuid === null ? shown : showUntrusted(uuid, CELL_LENGTH)}
          {...(name !== null && {
            href: taskAddress(address, name),
            'data-task': name,
            'aria-label': m.detail_open({ task: shown }),
          })}
        >
          <bdi lang="">{shown}</bdi>
        </a>
      )}
      {uuid !== null && (
        <CopyButton
          text={uuid}
          label={m.tasks_copy_id()}
          copied={m.copy_copied()}
          failed={m.copy_failed()}
        />
      )}
      {uuid !== null && number !== false && (
        <span className="max-w-24 min-w-0 truncate text-sm text-muted tabular-nums" title={number}>
          {number}
        </span>
      )}
      {task.scene !== null && (
        // If there is no room for both, the number has priority.
        <span className="max-w-24 min-w-0 shrink-[9999] truncate text-sm text-muted">
          <SceneName scene={task.scene} />
        </span>
      )}
      {task.unreadFields.length > 0 && (
        // Last in its cell, to avoid a layout shift when it appears.
        <Suspense>
          <UnreadFields task={task} />
        </Suspense>
      )}
    </span>
  )
}

/** The scene of the record; nothing if the record has none. */
function SceneName({ scene }: { scene: string }) {
  const known = TASK_SCENES.find((name) => name === scene)
  if (known !== undefined) return sceneLabel(known)
  return (
    <span title={showUntrusted(scene, CELL_LENGTH)}>
      <UntrustedText text={scene} />
    </span>
  )
}
