import { useScanProgress, type TaskScan } from '#web/task-scan/task-scan.ts'
import { m } from '#web/messages/generated/messages.js'
import { ScanStatus } from '#web/task-scan/scan-status.tsx'
import { Button } from '#web/ui/button.tsx'

/** How the list that is exported is being read. One that stays stuck can be saved as far as it is. */
export function ExportProgress({ list, onCancel }: { list: TaskScan; onCancel: () => void }) {
  const progress = useScanProgress(list, true)
  const { kind } = progress.phase
  return (
    <ScanStatus
      progress={progress}
      onPause={() => list.scan.pause()}
      onResume={() => list.scan.resume()}
    >
      {(kind === 'paused' || kind === 'stuck') && (
        <Button onClick={() => list.scan.cancel()}>{m.export_save_partial()}</Button>
      )}
      <Button onClick={onCancel}>{m.export_cancel()}</Button>
    </ScanStatus>
  )
}
