import { useEffect, useEffectEvent, useState } from 'react'

import type { VideoTaskRow } from '#contract/video-tasks.ts'
import { followRows, useScanProgress, type TaskScan } from '#web/task-list/scan/task-scan.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { ScanStatus, describeScan } from '#web/video-task/scan-status.tsx'
import { FoundTasks, foundWords } from '#web/tasks/find/found-tasks.tsx'
import { findAmong, NOTHING_FOUND } from '#web/tasks/find/find-among.ts'
import type { SeenTask } from '#web/task-list/list-page.ts'
import type { TaskQuery } from '#web/tasks/find/task-query.ts'
import { statusEvidence } from '#web/task-list/status-evidence.ts'
import { Button } from '#web/ui/button.tsx'

/** Looks for a task in the whole list, and shows the progress and the result. */
export function TaskSearch({
  query,
  list,
  onOpen,
}: {
  query: TaskQuery
  list: TaskScan
  onOpen: (seen: SeenTask) => void
}) {
  const [found, setFound] = useState(NOTHING_FOUND)
  const [isStopped, setIsStopped] = useState(false)
  const isWanted = !found.hasWhole && !isStopped
  const progress = useScanProgress(list, isWanted)
  const isOver = progress.phase.kind === 'done' || progress.phase.kind === 'cancelled'
  const isReading = isWanted && !isOver
  const look = useEffectEvent((rows: readonly VideoTaskRow[]) => {
    setFound((before) => findAmong(query, rows, before))
  })
  useEffect(() => followRows(list, look), [list])
  // If the list was read before, the scan is complete before the search has seen all rows.
  const isLooking = isWanted && isOver && found.looked < progress.rows
  const looked = { seen: formatNumber(found.looked), rows: formatNumber(progress.rows) }
  return (
    <div className="flex flex-col gap-3">
      {isReading && (
        <ScanStatus
          progress={progress}
          onPause={() => list.scan.pause()}
          onResume={() => list.scan.resume()}
        >
          <Button onClick={() => setIsStopped(true)}>{m.find_stop()}</Button>
        </ScanStatus>
      )}
      <p role="status" className="text-sm">
        {!isReading &&
          !isLooking &&
          joinSentences(foundWords(found), found.hasWhole ? '' : describeScan(progress))}
      </p>
      {isLooking && <p className="text-sm text-muted tabular-nums">{m.find_looking(looked)}</p>}
      <FoundTasks
        found={found}
        onOpen={({ task, index }) => {
          const origin = list.originOf(index)
          if (origin === undefined) return
          const { request, readAt } = origin
          const evidence = statusEvidence(task, { filter: request.status, readAt })
          onOpen({ task, evidence, origin })
        }}
      />
    </div>
  )
}
