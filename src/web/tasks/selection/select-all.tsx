import { useEffect, useEffectEvent, useState } from 'react'

import { filtersOf, type ListRequest } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import type { NamedTasks } from '#web/task-list/list-page.ts'
import {
  isScanOver,
  MOST_REQUESTS,
  openTaskScan,
  type TaskScan,
  useScanProgress,
} from '#web/task-list/scan/task-scan.ts'
import { foundTasks } from '#web/task-list/search/found-tasks.ts'
import type { TaskSearch } from '#web/task-list/search/search-address.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ScanReport } from '#web/video-task/scan-status.tsx'

/** Finds all tasks of a list or a search. What has to be read first is shown in a dialog. */
export function SelectAll({
  request,
  search,
  onFound,
  onClose,
}: {
  request: ListRequest
  search: TaskSearch | undefined
  onFound: (tasks: NamedTasks) => void
  onClose: () => void
}) {
  const session = useApiSession()
  const [list, setList] = useState<TaskScan>()
  const read = useEffectEvent(() =>
    openTaskScan(session, filtersOf(request), {
      mostRequests: MOST_REQUESTS,
      // What was searched is selected as it was read.
      maxAgeMs: search && Infinity,
    }),
  )
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- opening a scan sends requests, which a render must not do
    setList(read())
  }, [])
  async function take() {
    onFound(await foundTasks(session, request, search))
    onClose()
  }
  return list && <ReadFirst list={list} onRead={() => void take()} onClose={onClose} />
}

/** Reads a list to its end, and asks before if it is long. */
function ReadFirst({
  list,
  onRead,
  onClose,
}: {
  list: TaskScan
  onRead: () => void
  onClose: () => void
}) {
  const isOver = isScanOver(useScanProgress(list, true))
  const finish = useEffectEvent(onRead)
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])
  if (isOver) return null
  return (
    <Dialog title={m.selection_reading()} closeLabel={m.close()} onClose={onClose}>
      <ScanReport list={list} onCancel={onClose} />
    </Dialog>
  )
}
