import { type ReactNode, Suspense } from 'react'

import { NotLoaded } from '#web/failures/not-loaded.tsx'
import type { TaskDetailsProps } from '#web/tasks/details/task-details.tsx'
import { listAddress } from '#web/tasks/tasks-address.ts'
import type { TaskList } from '#web/task-list/use-task-list.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

const TaskDetails = lazyPart(
  async () => (await import('#web/tasks/details/task-details.tsx')).TaskDetails,
  NotLoaded,
)

/** A list, with the open task beside it or over it. */
export function DetailsPlace({
  task,
  list,
  children,
  ...rest
}: Omit<TaskDetailsProps, 'task' | 'list' | 'address'> & {
  list: TaskList
  /** the name of the open task */
  task: string | undefined
  children: ReactNode
}) {
  return (
    <div data-task={task} className="with-details">
      <div>{children}</div>
      {task !== undefined && (
        <div>
          <Suspense>
            <TaskDetails task={task} address={listAddress(list.request)} list={list} {...rest} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
