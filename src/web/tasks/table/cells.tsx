import type { ReactNode } from 'react'

import { TASK_SCENES, type VideoTask } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { joinList } from '#web/format/sentences.ts'
import { formatDuration, timeTitle } from '#web/format/time.ts'
import { CELL_LENGTH, firstLine, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { elapsedMs } from '#web/task-list/elapsed.ts'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import type { TaskMarks } from '#web/task-list/task-marks.ts'
import { TableFrame } from '#web/tasks/options/table-frames.tsx'
import type { ColumnId } from '#web/tasks/table/columns.ts'
import { WORD_IDS } from '#web/tasks/selection/select-box.tsx'
import { reasonClasses, taskIdClasses } from '#web/tasks/table/table-classes.ts'
import { downloadLink } from '#web/video-task/download/download-link.ts'
import { sceneLabel } from '#web/video-task/labels.ts'
import { Badge, evidenceInWords, statusView } from '#web/video-task/status-badge.tsx'
import { taskName } from '#web/video-task/task-name.ts'

/*
 * The elements of cells, as few as possible: see docs/decisions/0042. They have no handlers and no titles, which the table has for all
 * of them: `data-act` says what a press does (row-model.ts), `data-title` which of the `titles` an element gets.
 */

/** What cells depend on besides their row. */
export interface CellContext {
  /** the row is far out of sight: it has its texts and its link; what else can be pressed is there when it comes near */
  isFar: boolean
  /** the `id` of the element that names the task */
  nameId: string
  /** the address of the details of a task, by its name in an address */
  linkTo: (name: string) => string
  /** whether the first frame of a video may load; undefined: the column Preview shows no frames */
  frames?: ((video: URL) => boolean) | undefined
  marks: TaskMarks
  /** how long ago the task was created, in words */
  age: string
  /** it takes longer than nearly all others did */
  isLate: boolean
}

/**
 * The content of a row's cells; null: there is nothing to show. They are no components, which cost React more than their elements
 * do.
 */
export const cells: {
  readonly [Id in ColumnId]: (row: TaskListRow, context: CellContext) => ReactNode
} = {
  status: ({ evidence }, { isFar }) =>
    isFar ? statusView(evidence).label : Badge({ ...statusView(evidence), 'data-title': 'status' }),
  preview({ task }, { isFar, frames }) {
    const video = isFar ? undefined : videoOf(task)
    if (video === undefined) return null
    return (
      <button
        type="button"
        aria-label={m.tasks_play_task({ task: taskName(task) })}
        data-act="video"
        data-title="play"
        className="icon icon-play relative flex h-icon w-11 items-center justify-center overflow-clip rounded-control border border-line bg-hover text-muted hover:border-accent hover:bg-accent hover:text-on-accent"
      >
        {frames?.(video) === true && <TableFrame href={video.href} />}
      </button>
    )
  },
  task: taskCell,
  price: ({ task: { price } }) => (price === null ? null : formatNumber(price)),
  created: ({ task: { createdAt } }, { isFar, age }) =>
    createdAt === null || isFar ? (
      age || null
    ) : (
      <time dateTime={createdAt} data-title="created">
        {age}
      </time>
    ),
  elapsed({ task: { createdAt, completedAt } }, { isLate }) {
    if (isLate) {
      return (
        <strong className="font-medium" data-title="late">
          {m.task_late()}
        </strong>
      )
    }
    const elapsed = elapsedMs(createdAt, completedAt)
    return elapsed === null ? null : formatDuration(elapsed)
  },
  result: resultCell,
}

/** A button of an icon, which is never disabled: each class of it is tried for each row. */
const rowButtonClass =
  'icon grid size-icon shrink-0 place-content-center rounded-control text-muted hover:bg-hover hover:text-ink'

/** On the row, an icon says for a moment that the ID was copied. */
const copyClasses = `${rowButtonClass} icon-copy in-data-[copy=copied]:before:text-completed in-data-[copy=copied]:icon-check in-data-[copy=refused]:before:text-failed in-data-[copy=refused]:icon-x`

/** Identifies the task of a row: a link to its details, its number and scene, and its unreadable fields. */
function taskCell(
  { task, name }: TaskListRow,
  { isFar, nameId, linkTo, marks }: CellContext,
): ReactNode {
  const shortName = taskName(task)
  const isUuid = task.uuid !== null
  const link =
    !isUuid && task.id === null ? (
      <span className="text-muted">—</span>
    ) : (
      <a
        lang=""
        className={taskIdClasses(isUuid, !isUuid || !/^[!-~]+$/.test(shortName))}
        // Without a name in an address, the task has no link.
        {...(name !== null && {
          href: linkTo(name),
          'data-act': 'open',
          'aria-labelledby': `${WORD_IDS.open} ${nameId}`,
        })}
        id={nameId}
        data-title="name"
      >
        {shortName}
      </a>
    )
  if (isFar) return link
  const { note, otherScene } = noteOf(task)
  const noted = note + otherScene
  return (
    <>
      {link}
      {isUuid && (
        <button
          type="button"
          aria-label={m.tasks_copy_id()}
          data-act="copy"
          data-title=""
          className={copyClasses}
        />
      )}
      {noted !== '' && marks.note === '' && (
        <span
          data-title="note"
          // A number alone fits. To clip each row is dear.
          className={`min-w-0 text-sm text-muted tabular-nums ${noted.length > 8 ? 'truncate' : ''}`}
        >
          {otherScene === '' ? (
            note
          ) : (
            <>
              <span>{`${note} `}</span>
              <bdi lang="">{otherScene}</bdi>
            </>
          )}
        </span>
      )}
      {marks.isStarred && flag('icon-star', m.mark_starred())}
      {marks.isHidden && flag('icon-eye-off text-muted', m.mark_hidden())}
      {/* It takes the place of the number, which is in its title and in the details. */}
      {marks.note !== '' && (
        <bdi lang="" data-title="own" className="min-w-0 truncate text-sm">
          {showUntrusted(marks.note, CELL_LENGTH)}
        </bdi>
      )}
      {task.unreadFields.length > 0 && (
        // A dash alone would mean that a field is empty.
        <button
          type="button"
          aria-label={m.tasks_unread_fields({ fields: joinList(task.unreadFields) })}
          data-act="record"
          data-title=""
          className={`${rowButtonClass} icon-triangle-alert`}
        />
      )}
    </>
  )
}

/** A mark of the person. */
function flag(icon: string, label: string): ReactNode {
  return (
    <span
      role="img"
      aria-label={label}
      data-title=""
      className={`icon inline-flex shrink-0 ${icon}`}
    />
  )
}

/** A link of the last cell. */
const resultLinkPlace =
  'h-icon min-w-icon shrink-0 content-center rounded-control whitespace-nowrap underline decoration-edge underline-offset-4 hover:decoration-current'

/** How much of a text that is no link is shown. */
const NO_LINK_LENGTH = 60

/** The result of a task: a video to open or download, or the reason of a failure. */
function resultCell({ task }: TaskListRow, { isFar }: CellContext): ReactNode {
  const { errorMsg, videoUrl } = task
  if (errorMsg === null && (videoUrl === null || isFar)) return null
  const reason = showUntrusted(firstLine(errorMsg ?? ''), CELL_LENGTH)
  if (isFar) {
    return (
      <bdi lang="" className={reasonClasses}>
        {reason}
      </bdi>
    )
  }
  const video = videoOf(task)
  const shortName = taskName(task)
  return (
    <>
      {errorMsg !== null && (
        <button
          type="button"
          lang=""
          data-act="reason"
          data-title="reason"
          // Only the badge is red. Twenty red sentences would be too alarming.
          className={reasonClasses}
        >
          {reason}
        </button>
      )}
      {video !== undefined && (
        <>
          <a
            href={video.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={m.tasks_open_task({ task: shortName })}
            className={resultLinkPlace}
          >
            {m.tasks_open()}
          </a>
          <a
            {...downloadLink(task, video)}
            title={undefined}
            data-title="download"
            aria-label={m.tasks_download_task({ task: shortName })}
            className={resultLinkPlace}
          >
            {m.tasks_download()}
          </a>
        </>
      )}
      {videoUrl !== null && video === undefined && (
        <bdi lang="" data-title="no-link" className="min-w-0 truncate text-muted">
          {showUntrusted(videoUrl, NO_LINK_LENGTH)}
        </bdi>
      )}
    </>
  )
}

/** The address of a task's video; undefined: it has none, or it is no safe link. */
function videoOf({ videoUrl }: VideoTask): URL | undefined {
  return safeHttpUrl(videoUrl ?? '')
}

/** The number and the scene of a task. A scene that is not in the specification is apart, as it is text of the service. */
function noteOf({ uuid, id, scene }: VideoTask): { note: string; otherScene: string } {
  const number = uuid !== null && id !== null ? m.tasks_number({ id }) : ''
  const known = TASK_SCENES.find((one) => one === scene)
  const sceneShown = known === undefined ? '' : sceneLabel(known)
  return {
    // The number is first. If there is no room for both, it has priority.
    note: number !== '' && sceneShown !== '' ? `${number} ${sceneShown}` : number + sceneShown,
    otherScene: scene === null || known !== undefined ? '' : showUntrusted(scene, CELL_LENGTH),
  }
}

/**
 * The titles of a row's elements, by their `data-title`; '': it has none. A title has no elements that could isolate the text of the
 * service.
 */
export const titles: Readonly<
  Partial<Record<string, (row: TaskListRow, marks: TaskMarks) => string>>
> = {
  status: ({ evidence, task }) => evidenceInWords(evidence, task),
  play: () => m.tasks_play(),
  name: ({ task }) => (task.uuid === null ? taskName(task) : showUntrusted(task.uuid, CELL_LENGTH)),
  note({ task }) {
    const { note, otherScene } = noteOf(task)
    return otherScene === '' ? note : `${note} ${isolated(otherScene)}`
  },
  own({ task }, marks) {
    const own = isolated(showUntrusted(marks.note, CELL_LENGTH))
    const { note } = noteOf(task)
    return note === '' ? own : `${note} ${own}`
  },
  created: ({ task }) => timeTitle(Date.parse(task.createdAt ?? ''), Date.now()),
  late: () => m.follow_late(),
  reason: () => m.tasks_show_error(),
  'no-link': () => m.tasks_unsafe_url(),
  download({ task }) {
    const video = videoOf(task)
    return (video && downloadLink(task, video).title) ?? ''
  },
}
