import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'

import {
  TASK_SCENES,
  type TaskStatus,
  type VideoTask,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import type { FoundStatus, StatusLookup } from '#web/api/status-lookup.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDuration } from '#web/format/time.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { joinList } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { elapsedMs } from '#web/tasks/elapsed.ts'
import { rowKeys } from '#web/tasks/list-state.ts'
import { RawJson } from '#web/tasks/raw-json.tsx'
import { ResultCell } from '#web/tasks/result-cell.tsx'
import { sceneLabel } from '#web/tasks/scene-label.ts'
import { StatusBadge } from '#web/tasks/status-badge.tsx'
import { type StatusEvidence, statusEvidence, statusInReply } from '#web/tasks/status-evidence.ts'
import { Body, Cell, HeaderRow, Row, Table } from '#web/tasks/table-parts.tsx'
import { taskName } from '#web/tasks/task-name.ts'
import { UnreadableCell } from '#web/tasks/unreadable-cell.tsx'
import { VideoPreview } from '#web/tasks/video-preview.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

const NOTHING = <span className="text-muted">—</span>

const MINUTE_MS = 60_000

interface TaskTableProps {
  rows: readonly VideoTaskRow[]
  /** the status that this reply was asked for */
  filter: TaskStatus | undefined
  /** when the reply came, milliseconds since the epoch */
  readAt: number
  /** what looking up the unfinished ones has found so far */
  lookup: StatusLookup | undefined
  /** older rows, while newer ones are on their way */
  isBusy: boolean
}

/** One page of tasks, one line each. */
export function TaskTable({ rows, filter, readAt, lookup, isBusy }: TaskTableProps) {
  const keys = rowKeys(rows)
  return (
    <Table isBusy={isBusy}>
      <HeaderRow />
      <Body>
        {rows.map((row, index) => (
          <TaskRow
            key={keys[index]}
            row={row}
            // To everybody else their number is nothing.
            rowNumber={row.kind === 'task' ? 0 : index + 1}
            filter={filter}
            {...(row.kind === 'task' && shownEvidence(row.task, { filter, readAt, lookup }))}
          />
        ))}
      </Body>
    </Table>
  )
}

/** Only what a row shows is given to it: a newer reply that says the same draws no row again. */
function shownEvidence(
  task: VideoTask,
  context: Pick<TaskTableProps, 'filter' | 'readAt' | 'lookup'>,
): { readAt: number; found: FoundStatus | undefined } {
  const { readAt, lookup } = context
  const { source } = statusInReply(task, context)
  return {
    // Times of replies are shown to the minute.
    readAt: source === 'filter' ? readAt - (readAt % MINUTE_MS) : 0,
    found: source === 'lookup' ? lookup?.get(task.uuid ?? '') : undefined,
  }
}

// What happens around the table (a total comes, a refresh begins) is nothing to its rows.
const TaskRow = memo(function TaskRow({
  row,
  rowNumber,
  filter,
  readAt = 0,
  found,
}: {
  row: VideoTaskRow
  /** of an unreadable row */
  rowNumber: number
  filter: TaskStatus | undefined
  /** to the minute, where the row shows it */
  readAt?: number
  /** only while it holds */
  found?: FoundStatus | undefined
}) {
  return (
    <Row>
      {row.kind === 'task' ? (
        <TaskCells task={row.task} evidence={statusEvidence(row.task, { filter, readAt, found })} />
      ) : (
        <UnreadableCell raw={row.raw} rowNumber={rowNumber} />
      )}
    </Row>
  )
})

function TaskCells({ task, evidence }: { task: VideoTask; evidence: StatusEvidence }) {
  const elapsed = elapsedMs(task.createdAt, task.completedAt)
  return (
    <>
      <Cell column="status">
        <StatusBadge evidence={evidence} task={task} />
      </Cell>
      <Cell column="preview">
        {task.videoUrl !== null && <VideoPreview videoUrl={task.videoUrl} name={taskName(task)} />}
      </Cell>
      <Cell column="task">
        <TaskIdentity task={task} />
      </Cell>
      <Cell column="price">
        <Price price={task.price} />
      </Cell>
      <Cell column="created">
        {task.createdAt === null ? (
          NOTHING
        ) : (
          <RelativeTime at={Date.parse(task.createdAt)} isCalm />
        )}
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

function Price({ price }: { price: VideoTask['price'] }) {
  if (price === null) return NOTHING
  const text = formatNumber(price)
  // A number of forty digits must not push the other columns away.
  return (
    <span className="inline-block max-w-28 truncate align-bottom lg:max-w-full" title={text}>
      {text}
    </span>
  )
}

function TaskIdentity({ task }: { task: VideoTask }) {
  const { uuid, id } = task
  return (
    <span className="flex min-w-0 items-center gap-1">
      {uuid === null && id === null && NOTHING}
      {uuid !== null && (
        <>
          <span
            className="w-[8.2ch] shrink-0 truncate font-mono text-sm max-lg:w-auto max-lg:max-w-[8.2ch]"
            title={showUntrusted(uuid, CELL_LENGTH)}
          >
            <bdi lang="">{taskName(task)}</bdi>
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
        <span
          className="max-w-24 min-w-0 truncate text-sm text-muted tabular-nums"
          title={m.tasks_number({ id })}
        >
          {m.tasks_number({ id })}
        </span>
      )}
      {task.scene !== null && (
        // Where there is no room for both it makes way for the number.
        <span className="max-w-24 min-w-0 shrink-[9999] truncate text-sm text-muted">
          <SceneName scene={task.scene} />
        </span>
      )}
      <UnreadFields task={task} />
    </span>
  )
}

/** As the record says it; where it does not, nothing is said. */
function SceneName({ scene }: { scene: string }) {
  const known = TASK_SCENES.find((name) => name === scene)
  if (known !== undefined) return sceneLabel(known)
  return (
    <span title={showUntrusted(scene, CELL_LENGTH)}>
      <UntrustedText text={scene} />
    </span>
  )
}

/** A dash may mean "nothing there" or "nothing readable there": the second is said, with what was sent. */
function UnreadFields({ task }: { task: VideoTask }) {
  if (task.unreadFields.length === 0) return null
  return (
    <RawJson title={m.tasks_raw_task_title({ task: taskName(task) })} raw={task.raw}>
      {(open) => (
        <IconButton
          label={m.tasks_unread_fields({ fields: joinList(task.unreadFields) })}
          onClick={open}
        >
          <TriangleAlert aria-hidden className="size-3.5" />
        </IconButton>
      )}
    </RawJson>
  )
}
