import { useState } from 'react'

import { useApiSession } from '#web/api/session.tsx'
import { openTaskScan, type TaskScan } from '#web/task-list/scan/task-scan.ts'
import { m } from '#web/messages/generated/messages.js'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { readTaskName } from '#web/tasks/find/task-query.ts'
import { TaskSearch } from '#web/tasks/find/task-search.tsx'
import { Button } from '#web/ui/button.tsx'

/** On request, scans the whole list for a task that is not on this page. */
export function SearchWhole({
  name,
  onFound,
}: {
  /** the name from the address */
  name: string
  onFound: (seen: SeenTask) => void
}) {
  const session = useApiSession()
  const [list, setList] = useState<TaskScan>()
  if (list === undefined) {
    return <Button onClick={() => setList(openTaskScan(session, {}))}>{m.detail_search()}</Button>
  }
  // The address has the full name, so only an exact match counts.
  return (
    <div className="w-full">
      <TaskSearch query={readTaskName(name)} list={list} onOpen={onFound} />
    </div>
  )
}
