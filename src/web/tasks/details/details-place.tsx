import { type ReactNode, Suspense } from 'react'

import { TaskDetails } from '#web/tasks/lazy-parts.ts'
import type { TaskDetailsProps } from '#web/tasks/details/task-details.tsx'

/** A list, and on a wide screen beside it the task of it that is open. */
export function DetailsPlace({
  task,
  children,
  ...rest
}: Omit<TaskDetailsProps, 'task'> & { task: string | undefined; children: ReactNode }) {
  return (
    <div data-task={task} className="with-details">
      <div>{children}</div>
      {task !== undefined && (
        <div>
          <Suspense>
            <TaskDetails task={task} {...rest} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
