import { memo, Suspense, type MouseEvent } from 'react'

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
import { m } from '#web/messages/generated/messages.js'
import { elapsedMs } from '#web/api/elapsed.ts'
import { rowKeys } from '#web/tasks/list-state.ts'
import { ResultCell } from '#web/tasks/result-cell.tsx'
import { sceneLabel } from '#web/notices/scene-label.ts'
import { StatusBadge } from '#web/tasks/status-badge.tsx'
import { type StatusEvidence, statusEvidence, statusInReply } from '#web/notices/status-evidence.ts'
import { Body, Cell, HeaderRow, Row, Table } from '#web/tasks/table-parts.tsx'
import { nameInAddress, taskAddress } from '#web/tasks/task-address.ts'
import { taskName } from '#web/notices/task-name.ts'
import { UnreadableCell } from '#web/tasks/unreadable-cell.tsx'
import { VideoPreview } from '#web/tasks/video-preview.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

const UnreadFields = lazyPart(
  async () => (await import('#web/tasks/unread-fields.tsx')).UnreadFields,
  () => null,
)

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
  /** of the list: what the rows link to is made from it */
  address: string
  /** the task whose details are open, as an address names it */
  task: string | undefined
  onOpen: (task: string) => void
}

/** One page of tasks, one line each. */
export function TaskTable({
  rows,
  filter,
  readAt,
  lookup,
  isBusy,
  address,
  task,
  onOpen,
}: TaskTableProps) {
  const keys = rowKeys(rows)
  return (
    <Table
      isBusy={isBusy}
      onClick={(event) => {
        const name = openedBy(event)
        if (name === undefined) return
        event.preventDefault()
        onOpen(name)
      }}
    >
      <HeaderRow />
      <Body>
        {rows.map((row, index) => (
          <TaskRow
            key={keys[index]}
            row={row}
            // To everybody else their number is nothing.
            rowNumber={row.kind === 'task' ? 0 : index + 1}
            filter={filter}
            address={address}
            isOpen={row.kind === 'task' && nameInAddress(row.task) === task}
            {...(row.kind === 'task' && shownEvidence(row.task, { filter, readAt, lookup }))}
          />
        ))}
      </Body>
    </Table>
  )
}

/** The task that a click opens: one on its link, or beside all that does something else. */
function openedBy({
  target,
  nativeEvent,
  ctrlKey,
  metaKey,
  shiftKey,
}: MouseEvent): string | undefined {
  if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return undefined
  const link = target.closest('tr')?.querySelector<HTMLElement>('[data-task]')
  // A finger is told what a title says.
  const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
  const control = target.closest(`a, button, dialog${isTouch ? ', [title]' : ''}`)
  const isBeside = control === null && getSelection()?.isCollapsed !== false
  return isBeside || control === link ? link?.dataset['task'] : undefined
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
  address,
  isOpen,
  readAt = 0,
  found,
}: {
  row: VideoTaskRow
  /** of an unreadable row */
  rowNumber: number
  filter: TaskStatus | undefined
  address: string
  isOpen: boolean
  /** to the minute, where the row shows it */
  readAt?: number
  /** only while it holds */
  found?: FoundStatus | undefined
}) {
  return (
    <Row isOpen={isOpen}>
      {row.kind === 'task' ? (
        <TaskCells
          task={row.task}
          evidence={statusEvidence(row.task, { filter, readAt, found })}
          address={address}
        />
      ) : (
        <UnreadableCell raw={row.raw} rowNumber={rowNumber} />
      )}
    </Row>
  )
})

function TaskCells({
  task,
  evidence,
  address,
}: {
  task: VideoTask
  evidence: StatusEvidence
  address: string
}) {
  const elapsed = elapsedMs(task.createdAt, task.completedAt)
  return (
    <>
      <Cell column="status">
        <StatusBadge evidence={evidence} task={task} />
      </Cell>
      <Cell column="preview">
        {task.videoUrl !== null && <VideoPreview videoUrl={task.videoUrl} task={task} />}
      </Cell>
      <Cell column="task">
        <TaskIdentity task={task} address={address} />
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

function TaskIdentity({ task, address }: { task: VideoTask; address: string }) {
  const { uuid, id } = task
  const [shown, name] = [taskName(task), nameInAddress(task)]
  const number = id !== null && m.tasks_number({ id })
  return (
    <span className="flex min-w-0 items-center gap-1">
      {uuid === null && id === null ? (
        NOTHING
      ) : (
        <a
          className={classNames(
            'h-icon shrink-0 content-center truncate rounded-control text-sm decoration-edge underline-offset-4 hover:decoration-current [&[href]]:underline',
            uuid === null ? 'max-w-24' : 'w-[8.2ch] font-mono max-lg:w-auto max-lg:max-w-[8.2ch]',
          )}
          title={uuid === null ? shown : showUntrusted(uuid, CELL_LENGTH)}
          {...(name !== null && {
            href: taskAddress(address, name),
            'data-task': name,
            'aria-label': m.detail_open({ task: shown }),
          })}
        >
          <bdi lang="">{shown}</bdi>
        </a>
      )}
      {uuid !== null && (
        <CopyButton
          text={uuid}
          label={m.tasks_copy_id()}
          copied={m.copy_copied()}
          failed={m.copy_failed()}
        />
      )}
      {uuid !== null && number !== false && (
        <span className="max-w-24 min-w-0 truncate text-sm text-muted tabular-nums" title={number}>
          {number}
        </span>
      )}
      {task.scene !== null && (
        // Where there is no room for both it makes way for the number.
        <span className="max-w-24 min-w-0 shrink-[9999] truncate text-sm text-muted">
          <SceneName scene={task.scene} />
        </span>
      )}
      {task.unreadFields.length > 0 && (
        // The last in its cell: it moves nothing when it comes.
        <Suspense>
          <UnreadFields task={task} />
        </Suspense>
      )}
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
