import { useEffect, useEffectEvent, useState } from 'react'

import { filtersOf, type ListRequest } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import type { NamedTasks } from '#web/task-list/list-page.ts'
import {
  isScanOver,
  MOST_REQUESTS,
  type TaskScan,
  useScanProgress,
} from '#web/task-list/scan/task-scan.ts'
import { allResults, openRowsScan } from '#web/task-list/search/search-results.ts'
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
  const [scan, setScan] = useState<TaskScan>()
  const read = useEffectEvent(() =>
    openRowsScan(session, filtersOf(request), search, { mostRequests: MOST_REQUESTS }),
  )
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- opening a scan sends requests, which a render must not do
    setScan(read())
  }, [])
  async function take(whole: TaskScan) {
    onFound(await allResults(whole, request, search))
    onClose()
  }
  return scan && <ReadFirst scan={scan} onRead={() => void take(scan)} onClose={onClose} />
}

/** Reads a list to its end, and asks before if it is long. */
function ReadFirst({
  scan,
  onRead,
  onClose,
}: {
  scan: TaskScan
  onRead: () => void
  onClose: () => void
}) {
  const isOver = isScanOver(useScanProgress(scan, true))
  const finish = useEffectEvent(onRead)
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])
  if (isOver) return null
  return (
    <Dialog title={m.selection_reading()} closeLabel={m.close()} onClose={onClose}>
      <ScanReport scan={scan} onCancel={onClose} />
    </Dialog>
  )
}
