import { TASK_SCENES } from '#contract/video-tasks.ts'
import { joinList } from '#web/format/sentences.ts'
import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TaskListRow } from '#web/task-list/list-page.ts'
import type { CellData } from '#web/tasks/table/cell-data.ts'
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
}: ReturnType<typeof taskView>) {
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
          href={link?.href}
          data-task={link?.name}
          aria-label={link?.label}
        >
          {shown}
        </a>
      )}
      {isUuid && (
        <button
          type="button"
          data-action="copy"
          aria-label={m.tasks_copy_id()}
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
        <span className="min-w-0 truncate text-sm text-muted tabular-nums">
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
          data-action="record"
          aria-label={unread}
          className={classNames(iconButtonClass, 'icon icon-triangle-alert')}
        />
      )}
    </>
  )
}

/** The title of an element of the cell: the whole ID, or what is cut off. */
export function taskTitle({ task }: TaskListRow, element: Element): string {
  const { uuid } = task
  if (element.matches('a')) return uuid === null ? taskName(task) : showUntrusted(uuid, CELL_LENGTH)
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const scene = element.querySelector('bdi')?.textContent
  const text = element.textContent
  // A title has no elements that could isolate the text of the service.
  return scene === undefined ? text : `${text.slice(0, -scene.length)}${isolated(scene)}`
}
