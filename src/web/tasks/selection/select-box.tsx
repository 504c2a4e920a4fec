import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { type ListRow, type NamedTasks, tasksOf } from '#web/task-list/list-page.ts'

/**
 * The first cell of a row: it has the checkbox, or is empty. The whole cell takes clicks for the checkbox, so that a click
 * beside the box also selects and opens nothing.
 */
export function SelectCell({ children }: { children?: ReactNode }) {
  return (
    <td
      role="cell"
      className="flex items-center select-none max-lg:col-start-1 max-lg:row-start-1 max-lg:w-0 max-lg:*:shrink-0 lg:w-8 lg:justify-end lg:self-stretch"
    >
      {children}
    </td>
  )
}

/** The checkbox "Select all" of a page. */
export function SelectPage({ rows, selected }: { rows: readonly ListRow[]; selected: NamedTasks }) {
  const names = tasksOf(rows).flatMap(({ name }) => name ?? [])
  const count = names.filter((name) => selected.has(name)).length
  return (
    <SelectBox
      label={m.select_page()}
      isSelected={count > 0 && count === names.length}
      isMixed={count > 0 && count < names.length}
    />
  )
}

/** A checkbox that selects. It has no handler, as the table handles the clicks of all checkboxes: hence `readOnly`. */
export function SelectBox({
  label,
  isSelected,
  isMixed = false,
}: {
  label: string
  isSelected: boolean
  isMixed?: boolean
}) {
  return (
    <input
      type="checkbox"
      checked={isSelected}
      readOnly
      // There is no attribute for it.
      ref={(box) => {
        if (box !== null) box.indeterminate = isMixed
      }}
      aria-label={label}
      className="select-box max-lg:-ml-1 max-lg:size-icon"
    />
  )
}
