import { TASK_SCENES } from '#contract/video-tasks.ts'
import { joinList } from '#web/format/sentences.ts'
import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import type { CellData } from '#web/tasks/table/cell-data.ts'
import type { RowHandle } from '#web/tasks/table/row-actions.ts'
import { taskAddress } from '#web/tasks/tasks-address.ts'
import { classNames } from '#web/ui/class-names.ts'
import { iconButtonClass } from '#web/ui/button.tsx'
import { sceneLabel } from '#web/video-task/scene-label.ts'
import { taskName } from '#web/video-task/task-name.ts'

/** What identifies the task of a row. */
export function taskView({
  task: { uuid, id, scene, unreadFields },
  name,
  shortName,
  address,
}: CellData) {
  const number = uuid !== null && id !== null ? m.tasks_number({ id }) : ''
  const known = TASK_SCENES.find((one) => one === scene)
  const sceneShown = known === undefined ? '' : sceneLabel(known)
  return {
    shown: uuid === null && id === null ? '' : shortName,
    isUuid: uuid !== null,
    /** null: the task has no name in an address, so there is no link */
    link:
      name === null
        ? null
        : { name, href: taskAddress(address, name), label: m.detail_open({ task: shortName }) },
    // The number is first. If there is no room for both, it has priority.
    note: number !== '' && sceneShown !== '' ? `${number} ${sceneShown}` : number + sceneShown,
    /** a scene that is not in the specification, as the service wrote it */
    otherScene: scene === null || known !== undefined ? '' : showUntrusted(scene, CELL_LENGTH),
    unread:
      unreadFields.length > 0 ? m.tasks_unread_fields({ fields: joinList(unreadFields) }) : '',
  }
}

/** Identifies the task of a row: a link to its details, its number and scene, and its unreadable fields. */
export function TaskCell({
  shown,
  isUuid,
  link,
  note,
  otherScene,
  unread,
  on,
}: ReturnType<typeof taskView> & { on: RowHandle | undefined }) {
  return (
    <>
      {shown === '' ? (
        <span className="text-muted">—</span>
      ) : (
        <a
          lang=""
          className={classNames(
            'h-icon shrink-0 content-center truncate rounded-control text-sm decoration-edge underline-offset-4 [unicode-bidi:plaintext] hover:decoration-current [&[href]]:underline',
            isUuid ? 'w-[8.2ch] font-mono max-lg:w-auto max-lg:max-w-[8.2ch]' : 'max-w-24',
          )}
          ref={on?.anchor}
          href={link?.href}
          data-task={link?.name}
          aria-label={link?.label}
          {...on?.titled(wholeName)}
          onClick={on?.open}
        >
          {shown}
        </a>
      )}
      {isUuid && (
        <button
          type="button"
          aria-label={m.tasks_copy_id()}
          {...on?.titled(() => m.tasks_copy_id())}
          onClick={on?.copy}
          className={classNames(
            iconButtonClass,
            'icon icon-copy',
            // On the row, for a moment after the ID was copied.
            'in-data-[copy=copied]:before:text-completed in-data-[copy=copied]:icon-check',
            'in-data-[copy=refused]:before:text-failed in-data-[copy=refused]:icon-x',
          )}
        />
      )}
      {note + otherScene !== '' && (
        <span
          className="min-w-0 truncate text-sm text-muted tabular-nums"
          // A title has no elements that could isolate the text of the service.
          {...on?.titled(() => (otherScene === '' ? note : `${note} ${isolated(otherScene)}`))}
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
      {unread !== '' && (
        // A dash alone would mean that a field is empty.
        <button
          type="button"
          aria-label={unread}
          {...on?.titled(() => unread)}
          onClick={on?.show.record}
          className={classNames(iconButtonClass, 'icon icon-triangle-alert')}
        />
      )}
    </>
  )
}

/** The whole ID of a task. */
function wholeName({ task }: TaskListRow): string {
  return task.uuid === null ? taskName(task) : showUntrusted(task.uuid, CELL_LENGTH)
}
