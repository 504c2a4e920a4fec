import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'

import type { TaskStatus, VideoTask, VideoTaskRow } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDuration } from '#web/format/time.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { elapsedMs, rowKeys } from '#web/tasks/list-state.ts'
import { ResultCell } from '#web/tasks/result-cell.tsx'
import { StatusBadge } from '#web/tasks/status-badge.tsx'
import { statusEvidence } from '#web/tasks/status-evidence.ts'
import { Body, Cell, HeaderRow, Row, Table } from '#web/tasks/table-parts.tsx'
import { taskName } from '#web/tasks/task-name.ts'
import { UnreadableCell } from '#web/tasks/unreadable-cell.tsx'
import { VideoPreview } from '#web/tasks/video-preview.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

const NOTHING = '—'

/** One page of tasks, one line each. */
export function TaskTable({
  rows,
  filter,
  asOf,
  isBusy,
}: {
  rows: readonly VideoTaskRow[]
  /** the status that this reply was asked for */
  filter: TaskStatus | undefined
  /** when the reply came, milliseconds since the epoch */
  asOf: number
  /** older rows, while newer ones are on their way */
  isBusy: boolean
}) {
  const keys = rowKeys(rows)
  return (
    <Table isBusy={isBusy}>
      <HeaderRow />
      <Body>
        {rows.map((row, index) => (
          <TaskRow key={keys[index]} row={row} rowNumber={index + 1} filter={filter} asOf={asOf} />
        ))}
      </Body>
    </Table>
  )
}

// What happens around the table (a total comes, a refresh begins) is nothing to its rows.
const TaskRow = memo(function TaskRow({
  row,
  rowNumber,
  filter,
  asOf,
}: {
  row: VideoTaskRow
  rowNumber: number
  filter: TaskStatus | undefined
  asOf: number
}) {
  return (
    <Row>
      {row.kind === 'task' ? (
        <TaskCells task={row.task} filter={filter} asOf={asOf} />
      ) : (
        <UnreadableCell raw={row.raw} rowNumber={rowNumber} />
      )}
    </Row>
  )
})

function TaskCells({
  task,
  filter,
  asOf,
}: {
  task: VideoTask
  filter: TaskStatus | undefined
  asOf: number
}) {
  const elapsed = elapsedMs(task.createdAt, task.completedAt)
  return (
    <>
      <Cell column="status">
        <StatusBadge evidence={statusEvidence(task, filter)} task={task} asOf={asOf} />
      </Cell>
      <Cell column="preview">
        {task.videoUrl !== null && <VideoPreview videoUrl={task.videoUrl} name={taskName(task)} />}
      </Cell>
      <Cell column="task">
        <TaskIdentity task={task} />
      </Cell>
      <Cell column="price">{task.price === null ? NOTHING : formatNumber(task.price)}</Cell>
      <Cell column="created">
        {task.createdAt === null ? NOTHING : <RelativeTime at={Date.parse(task.createdAt)} />}
      </Cell>
      <Cell column="elapsed">
        {elapsed === null ? <span data-nothing>{NOTHING}</span> : formatDuration(elapsed)}
      </Cell>
      <Cell column="result">
        <ResultCell task={task} />
      </Cell>
    </>
  )
}

function TaskIdentity({ task }: { task: VideoTask }) {
  const { uuid, id } = task
  return (
    <span className="flex items-center gap-1">
      {uuid === null && id === null && NOTHING}
      {uuid !== null && (
        <>
          <span className="font-mono text-sm" title={showUntrusted(uuid, CELL_LENGTH)}>
            {taskName(task)}
          </span>
          <CopyButton
            text={uuid}
            label={m.tasks_copy_id()}
            copied={m.copy_copied()}
            failed={m.copy_failed()}
          />
        </>
      )}
      {id !== null && (
        <span className="text-sm text-muted tabular-nums">
          <UntrustedText text={m.tasks_number({ id })} />
        </span>
      )}
      <UnreadFields names={task.unreadFields} />
    </span>
  )
}

/** A dash may mean "nothing there" or "nothing readable there": the second is said. */
function UnreadFields({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const text = m.tasks_unread_fields({ fields: names.join(', ') })
  return (
    <span title={text}>
      <TriangleAlert aria-hidden className="size-3.5 text-muted" />
      <span className="sr-only">{text}</span>
    </span>
  )
}
