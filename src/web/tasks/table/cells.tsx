import type { ReactNode } from 'react'

import { joinList } from '#web/format/sentences.ts'
import { timeTitle } from '#web/format/time.ts'
import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import { TableFrame } from '#web/tasks/options/table-frames.tsx'
import {
  type cellData,
  type Column,
  type ColumnId,
  type ViewOf,
  views,
} from '#web/tasks/table/columns.ts'
import type { RowHandle } from '#web/tasks/table/row-actions.ts'
import { reasonClasses, taskIdClasses } from '#web/tasks/table/table-classes.ts'
import { iconButtonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { downloadLink } from '#web/video-task/download/download-link.ts'
import { Badge, evidenceInWords, statusView } from '#web/video-task/status-badge.tsx'
import { taskName } from '#web/video-task/task-name.ts'

/** What the content of a cell depends on, and the function that renders it. */
export interface CellContent {
  /** plain values: the cell renders again when they differ */
  readonly view: unknown
  readonly render: (on: RowHandle) => ReactNode
}

/** The content of a row's cell; null: it has nothing to show. */
export function cellContent({ id }: Column, data: ReturnType<typeof cellData>): CellContent | null {
  const view: ViewOf<ColumnId> | null = views[id](data)
  if (view === null) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the view is that of the column
  const render = cells[id] as ((shown: typeof view, on: RowHandle) => ReactNode) | undefined
  const text = typeof view === 'string' ? view : view.text
  return { view, render: (on) => render?.(view, on) ?? text }
}

/** A link of the last cell. */
const resultLinkPlace =
  'h-icon min-w-icon shrink-0 content-center rounded-control whitespace-nowrap underline decoration-edge underline-offset-4 hover:decoration-current'

/** The elements of cells that show more than a text, as few as possible: see docs/decisions/0042. */
const cells: { readonly [Id in ColumnId]?: (view: ViewOf<Id>, on: RowHandle) => ReactNode } = {
  status: (view, on) => (
    <Badge
      {...statusView(view)}
      {...on.titled(({ evidence, task }) => evidenceInWords(evidence, task))}
    />
  ),
  preview: ({ shortName, href }, on) => (
    <button
      type="button"
      aria-label={m.tasks_play_task({ task: shortName })}
      {...on.titled(() => m.tasks_play())}
      onClick={on.show.video}
      className="icon icon-play relative flex h-icon w-11 items-center justify-center overflow-clip rounded-control border border-line bg-hover text-muted hover:border-accent hover:bg-accent hover:text-on-accent"
    >
      {href !== null && <TableFrame href={href} />}
    </button>
  ),
  task: taskCell,
  created: ({ iso, text }, on) => (
    <time dateTime={iso} {...on.titled(() => timeTitle(Date.parse(iso), Date.now()))}>
      {text}
    </time>
  ),
  result: resultCell,
}

/** Identifies the task of a row: a link to its details, its number and scene, and its unreadable fields. */
function taskCell(
  { text, isUuid, link, note, otherScene, unreadFields, ...marks }: ViewOf<'task'>,
  { anchor, open, copy, show, titled }: RowHandle,
): ReactNode {
  const unread =
    unreadFields.length > 0 ? m.tasks_unread_fields({ fields: joinList(unreadFields) }) : ''
  return (
    <>
      {text === '' ? (
        <span className="text-muted">—</span>
      ) : (
        <a
          lang=""
          className={taskIdClasses(isUuid)}
          ref={anchor}
          href={link?.href}
          data-task={link?.name}
          aria-label={link === null ? undefined : m.detail_open({ task: text })}
          {...titled(wholeName)}
          onClick={open}
        >
          {text}
        </a>
      )}
      {isUuid && (
        <button
          type="button"
          aria-label={m.tasks_copy_id()}
          {...titled(() => m.tasks_copy_id())}
          onClick={copy}
          className={classNames(
            iconButtonClass,
            'icon icon-copy',
            // On the row, for a moment after the ID was copied.
            'in-data-[copy=copied]:before:text-completed in-data-[copy=copied]:icon-check',
            'in-data-[copy=refused]:before:text-failed in-data-[copy=refused]:icon-x',
          )}
        />
      )}
      {note + otherScene !== '' && marks.own === '' && (
        <span
          className="min-w-0 truncate text-sm text-muted tabular-nums"
          // A title has no elements that could isolate the text of the service.
          {...titled(() => (otherScene === '' ? note : `${note} ${isolated(otherScene)}`))}
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
      {taskMarks(marks, note, titled)}
      {unread !== '' && (
        // A dash alone would mean that a field is empty.
        <button
          type="button"
          aria-label={unread}
          {...titled(() => unread)}
          onClick={show.record}
          className={classNames(iconButtonClass, 'icon icon-triangle-alert')}
        />
      )}
    </>
  )
}

/** What the person has marked. Their note takes the place of the number, which is in its title and in the details. */
function taskMarks(
  { isStarred, isHidden, own }: Pick<ViewOf<'task'>, 'isStarred' | 'isHidden' | 'own'>,
  note: string,
  titled: RowHandle['titled'],
): ReactNode {
  const flag = (icon: string, label: string) => (
    <span
      role="img"
      aria-label={label}
      {...titled(() => label)}
      className={`icon inline-flex shrink-0 ${icon}`}
    />
  )
  return (
    <>
      {isStarred && flag('icon-star', m.mark_starred())}
      {isHidden && flag('icon-eye-off text-muted', m.mark_hidden())}
      {own !== '' && (
        <bdi
          lang=""
          className="min-w-0 truncate text-sm"
          {...titled(() => (note === '' ? isolated(own) : `${note} ${isolated(own)}`))}
        >
          {own}
        </bdi>
      )}
    </>
  )
}

/** The whole ID of a task. */
function wholeName({ task }: TaskListRow): string {
  return task.uuid === null ? taskName(task) : showUntrusted(task.uuid, CELL_LENGTH)
}

/** The result of a task: a video to open or download, or the reason of a failure. */
function resultCell({ text: error, video, noLink }: ViewOf<'result'>, on: RowHandle): ReactNode {
  return (
    <>
      {error !== '' && (
        <button
          type="button"
          lang=""
          {...on.titled(() => m.tasks_show_error())}
          onClick={on.show.reason}
          // Only the badge is red. Twenty red sentences would be too alarming.
          className={reasonClasses}
        >
          {error}
        </button>
      )}
      {video !== null && videoLinks(video, on)}
      {noLink !== '' && (
        <bdi
          lang=""
          className="min-w-0 truncate text-muted"
          {...on.titled(() => m.tasks_unsafe_url())}
        >
          {noLink}
        </bdi>
      )}
    </>
  )
}

function videoLinks(
  { href, shortName: task, ...named }: NonNullable<ViewOf<'result'>['video']>,
  on: RowHandle,
): ReactNode {
  const { title = '', ...download } = downloadLink(named, new URL(href))
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={m.tasks_open_task({ task })}
        className={resultLinkPlace}
        onClick={on.leave}
      >
        {m.tasks_open()}
      </a>
      <a
        {...download}
        href={href}
        aria-label={m.tasks_download_task({ task })}
        className={resultLinkPlace}
        {...on.titled(() => title)}
        onClick={on.leave}
      >
        {m.tasks_download()}
      </a>
    </>
  )
}
