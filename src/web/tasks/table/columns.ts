import { TASK_SCENES } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import type { TimeZone } from '#web/format/time-zone.ts'
import { formatAge, formatDuration } from '#web/format/time.ts'
import { CELL_LENGTH, firstLine, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import { taskAddress } from '#web/task-list/tasks-address.ts'
import { type AccountMarks, marksOf, NO_MARKS } from '#web/task-list/task-marks.ts'
import { elapsedMs } from '#web/task-list/elapsed.ts'
import { anyStatusLabel, sceneLabel } from '#web/video-task/labels.ts'
import { taskName } from '#web/video-task/task-name.ts'

/** What cells depend on besides their row. */
export interface CellContext {
  /** the address of the list; links to details are made from it */
  address: string
  /** in milliseconds since the epoch; ages are relative to it */
  now: number
  /** the zone of times; the functions that format them read it by themselves */
  zone: TimeZone
  /** whether the first frame of a video may load; undefined: the column Preview shows no frames */
  frames?: ((video: URL) => boolean) | undefined
  /** of the account's tasks; undefined: not known yet */
  marks?: AccountMarks | undefined
}

/** The data that a cell can show. */
interface CellData extends TaskListRow, CellContext {
  /** the short name of the task */
  shortName: string
  /** the address of its video; undefined: it has none, or it is no safe link */
  video: URL | undefined
}

/** Makes the data for the cells of a row. */
export function cellData(row: TaskListRow, context: CellContext): CellData {
  const { task } = row
  return {
    ...row,
    ...context,
    shortName: taskName(task),
    video: safeHttpUrl(task.videoUrl ?? ''),
  }
}

/** What a cell shows, as plain values. */
type CellView = string | { readonly text: string }

/** The name of a column. */
export type ColumnId = keyof typeof views

/** A column of the task list. From 64rem it is a table column, below that an area of a card. */
export interface Column {
  readonly id: ColumnId
  readonly header: () => string
  /** explains the header, as its title */
  readonly help?: () => string
  /** the title of a cell whose text may be cut off */
  readonly title?: (row: TaskListRow) => string
  /** classes: the shape of a cell's skeleton */
  readonly skeleton: string
  /** classes of header and cells: width and alignment in the table */
  readonly inTable: string
  /** classes of cells: the area on a card */
  readonly onCard: string
  /** is at the right edge of a card, below the other cells there */
  readonly isAtCardEdge?: boolean
  /** shows its header before its value on a card, as the value is unclear without it */
  readonly isNamedOnCard?: boolean
  /** a card has no place for the cell if it has nothing to show */
  readonly isLeftOutOnCard?: boolean
  /** the cell is blank if it has nothing to show; otherwise it has a dash */
  readonly isBlank?: boolean
  /** can be hidden in the list options; columns that identify the task or show its status cannot */
  readonly isOptional: boolean
}

/**
 * What each column shows of a row; null: nothing. A text is shown as it is; the elements of other cells are in cells.tsx.
 */
export const views = {
  status: ({ evidence: { status, source, contradictions } }: CellData) => ({
    text: anyStatusLabel(status),
    status,
    source,
    contradictions,
  }),
  preview: ({ video, shortName, frames }: CellData) =>
    video === undefined
      ? null
      : { text: '', shortName, href: frames?.(video) === true ? video.href : null },
  task: taskView,
  price: ({ task: { price } }: CellData) => (price === null ? null : formatNumber(price)),
  created: ({ task: { createdAt }, now }: CellData) =>
    createdAt === null ? null : { iso: createdAt, text: formatAge(Date.parse(createdAt), now) },
  elapsed: elapsedView,
  result: resultView,
} satisfies Readonly<Record<string, (data: CellData) => CellView | null>>

/** What the cells of a column show. */
export type ViewOf<Id extends ColumnId> = NonNullable<ReturnType<(typeof views)[Id]>>

/** The columns, in order. A new column is a new entry here, what it shows in `views`, and its messages. */
export const columns: readonly Column[] = [
  {
    id: 'status',
    header: m.tasks_status,
    skeleton: 'h-5 w-24 rounded-full',
    inTable: 'lg:w-36 lg:pl-2',
    // The checkbox is before it.
    onCard: 'max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-1 max-lg:ml-icon',
    isOptional: false,
  },
  {
    id: 'preview',
    header: m.column_preview,
    skeleton: 'h-icon w-11 rounded-control',
    inTable: 'yields lg:w-18',
    onCard: 'max-lg:row-start-3 max-lg:pr-3',
    isLeftOutOnCard: true,
    isBlank: true,
    isOptional: true,
  },
  {
    id: 'task',
    header: m.column_task,
    skeleton: 'h-3.5 w-32 rounded-inset',
    inTable: 'flex min-w-0 items-center gap-1 lg:w-52 xl:w-60',
    onCard: 'max-lg:col-span-2 max-lg:row-start-2',
    isOptional: false,
  },
  {
    id: 'price',
    header: m.column_price,
    title: ({ task: { price } }) => (price === null ? '' : formatNumber(price)),
    skeleton: 'h-3.5 w-6 rounded-inset max-lg:inline-block lg:ml-auto',
    inTable: 'yields-below-xl tabular-nums lg:w-24 lg:truncate lg:text-right',
    onCard: 'max-lg:col-start-3 max-lg:max-w-40 max-lg:truncate max-lg:text-right',
    isAtCardEdge: true,
    isNamedOnCard: true,
    isOptional: true,
  },
  {
    id: 'created',
    header: m.column_created,
    skeleton: 'h-3.5 w-20 rounded-inset',
    inTable: 'whitespace-nowrap tabular-nums lg:w-36 lg:truncate lg:pl-6',
    // At the top of the right edge, beside the status.
    onCard: 'max-lg:order-first max-lg:col-start-3 max-lg:text-right',
    isAtCardEdge: true,
    isOptional: true,
  },
  {
    id: 'elapsed',
    header: m.column_elapsed,
    help: m.column_elapsed_help,
    skeleton: 'h-3.5 w-12 rounded-inset',
    inTable: 'yields whitespace-nowrap tabular-nums lg:w-28 lg:truncate',
    onCard: 'max-lg:col-start-3 max-lg:pl-3 max-lg:text-right',
    isAtCardEdge: true,
    isLeftOutOnCard: true,
    isOptional: true,
  },
  {
    id: 'result',
    header: m.column_result,
    skeleton: 'h-3.5 w-36 rounded-inset',
    inTable: 'yields flex min-w-0 items-center gap-x-3',
    onCard: 'max-lg:col-start-2 max-lg:row-start-3 max-lg:flex-wrap',
    isLeftOutOnCard: true,
    isOptional: true,
  },
]

/** The name of the hidden columns in localStorage. */
export const HIDDEN_COLUMNS_ENTRY = 'marquee.hidden-columns'

/** Reads the shown columns, in order, from a stored text with the hidden ones. */
export function readShownColumns(text: string | null): readonly Column[] {
  const hidden = new Set(text?.split(' '))
  return hidden.size === 0
    ? columns
    : columns.filter(({ id, isOptional }) => !isOptional || !hidden.has(id))
}

/** What identifies the task of a row. */
function taskView({ task, name, shortName, address, marks = NO_MARKS }: CellData) {
  const { uuid, id, scene, unreadFields } = task
  const { note: own, ...flags } = marksOf(marks, task)
  const number = uuid !== null && id !== null ? m.tasks_number({ id }) : ''
  const known = TASK_SCENES.find((one) => one === scene)
  const sceneShown = known === undefined ? '' : sceneLabel(known)
  return {
    text: uuid === null && id === null ? '' : shortName,
    isUuid: uuid !== null,
    /** null: the task has no name in an address, so there is no link */
    link: name === null ? null : { name, href: taskAddress(address, name) },
    // The number is first. If there is no room for both, it has priority.
    note: number !== '' && sceneShown !== '' ? `${number} ${sceneShown}` : number + sceneShown,
    /** a scene that is not in the specification, as the service wrote it */
    otherScene: scene === null || known !== undefined ? '' : showUntrusted(scene, CELL_LENGTH),
    unreadFields,
    ...flags,
    own: own === '' ? '' : showUntrusted(own, CELL_LENGTH),
  }
}

function elapsedView({ task: { createdAt, completedAt } }: CellData) {
  const elapsed = elapsedMs(createdAt, completedAt)
  return elapsed === null ? null : formatDuration(elapsed)
}

/** How much of a text that is no link is shown. */
const NO_LINK_LENGTH = 60

/** The result of a task; null if it has neither a video nor an error message. */
function resultView({ task, video, shortName }: CellData) {
  const { errorMsg, videoUrl } = task
  if (errorMsg === null && videoUrl === null) return null
  const isLink = video !== undefined
  return {
    text: errorMsg === null ? '' : showUntrusted(firstLine(errorMsg), CELL_LENGTH),
    video: isLink ? { href: video.href, uuid: task.uuid, id: task.id, shortName } : null,
    /** an address that is no safe link */
    noLink: videoUrl === null || isLink ? '' : showUntrusted(videoUrl, NO_LINK_LENGTH),
  }
}
