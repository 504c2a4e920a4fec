import { type ReactNode, Suspense } from 'react'

import { NotLoaded } from '#web/failures/not-loaded.tsx'
import type { TaskDetailsProps } from '#web/tasks/details/task-details.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const TaskDetails = lazyPart(
  async () => (await import('#web/tasks/details/task-details.tsx')).TaskDetails,
  NotLoaded,
)

/** A list, with the open task beside it or over it. */
export function DetailsPlace({
  address,
  children,
  ...rest
}: Omit<TaskDetailsProps, 'task' | 'address'> & {
  /** the address of the list and its open task */
  address: { list: string; task: string | undefined }
  children: ReactNode
}) {
  const { task } = address
  return (
    <div data-task={task} className="with-details">
      <div>{children}</div>
      {task !== undefined && (
        <div>
          <Suspense>
            <TaskDetails task={task} address={address.list} {...rest} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
