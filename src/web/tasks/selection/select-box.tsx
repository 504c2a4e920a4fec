import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { type ListRow, tasksOf } from '#web/task-list/list-page.ts'
import type { SelectionModel } from '#web/tasks/selection/use-selection.ts'
import { selectPlace } from '#web/tasks/table/table-places.ts'
import type { RowHandle } from '#web/tasks/table/row-actions.ts'

/**
 * The first cell of a row: it has the checkbox, or is empty. The whole cell takes clicks for the checkbox, so that a click
 * beside the box also selects and opens nothing.
 */
export function SelectCell({
  handlers,
  children,
}: {
  handlers?: RowHandle['select'] | undefined
  children?: ReactNode
}) {
  return (
    <td role="cell" className={selectPlace} {...handlers}>
      {children}
    </td>
  )
}

/** The checkbox "Select all" of a page. */
export function SelectPage({
  rows,
  selection: { tasks: selected, holdPageBox },
}: {
  rows: readonly ListRow[]
  selection: Pick<SelectionModel, 'tasks' | 'holdPageBox'>
}) {
  const names = tasksOf(rows).flatMap(({ name }) => name ?? [])
  const count = names.filter((name) => selected.has(name)).length
  return (
    <SelectBox
      label={m.select_page()}
      isSelected={count > 0 && count === names.length}
      isMixed={count > 0 && count < names.length}
      onBox={holdPageBox}
    />
  )
}

/** A checkbox that selects. It has no handler, as its place handles its clicks and those beside it: hence `readOnly`. */
export function SelectBox({
  label,
  isSelected,
  isMixed = false,
  onBox,
}: {
  label: string
  isSelected: boolean
  isMixed?: boolean
  /** called with the element while it is there */
  onBox?: (box: HTMLElement | null) => void
}) {
  return (
    <input
      type="checkbox"
      checked={isSelected}
      readOnly
      // There is no attribute for it.
      ref={(box) => {
        if (box !== null) box.indeterminate = isMixed
        onBox?.(box)
      }}
      aria-label={label}
      className="select-box max-lg:-ml-1 max-lg:size-icon"
    />
  )
}
