import { formatNumber } from '#web/format/number.ts'
import { formatAbsolute } from '#web/format/time.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { CELL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { ListRow, TaskListRow } from '#web/tasks/list-page.ts'
import type { ColumnId } from '#web/tasks/table/cell-views.ts'
import { downloadLink } from '#web/tasks/video/download-link.ts'
import { evidenceInWords } from '#web/video-task/status-view.ts'
import { taskName } from '#web/video-task/task-name.ts'

/*
 * The titles of a row's elements. They are made when the pointer is over an element: formatting six for each of a hundred
 * rows takes long, and a screen reader would read them out.
 */

/** Column → the title of an element in its cell. */
const titles: Partial<Record<ColumnId, (row: TaskListRow, element: Element) => string>> = {
  status: ({ evidence, task }) => evidenceInWords(evidence, task),
  task({ task }, element) {
    if (element.matches('a')) return fullName(task)
    const label = element.getAttribute('aria-label')
    if (label !== null) return label
    const scene = element.querySelector('bdi')?.textContent
    const text = element.textContent
    // A title has no elements that could isolate the text of the service.
    return scene === undefined ? text : `${text.slice(0, -scene.length)}${isolated(scene)}`
  },
  preview: () => m.tasks_play(),
  price: ({ task: { price } }) => (price === null ? '' : formatNumber(price)),
  created: ({ task }) => formatAbsolute(Date.parse(task.createdAt ?? '')).join(' · '),
  result({ task }, element) {
    if (element.matches('button')) return m.tasks_show_error()
    const video = safeHttpUrl(task.videoUrl ?? '')
    if (video === undefined) return m.tasks_unsafe_url()
    return element.matches('[download]') ? (downloadLink(task, video).title ?? '') : ''
  },
}

/** The elements of a row that have a title. */
const TITLED = 'td > *, td.column-price'

/**
 * Gives an element below the pointer its title.
 *
 * @param target what the pointer is over
 * @param row the row around it
 * @param columnOf column of a cell, by its index
 */
export function addTitle(
  target: Element,
  row: ListRow,
  columnOf: (cellIndex: number) => ColumnId | undefined,
): void {
  const element = target.closest<HTMLElement>(TITLED)
  const cell = element?.closest('td')
  if (element === null || cell === null || cell === undefined) return
  const column = columnOf(cell.cellIndex)
  if (row.kind === 'task' && column !== undefined) {
    element.title = titles[column]?.(row, element) ?? ''
  }
}

function fullName(task: TaskListRow['task']): string {
  return task.uuid === null ? taskName(task) : showUntrusted(task.uuid, CELL_LENGTH)
}
