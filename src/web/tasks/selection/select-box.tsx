import type { Ref } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { type ListRow, tasksOf } from '#web/task-list/list-page.ts'
import type { SelectionModel } from '#web/tasks/selection/use-selection.ts'

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
      ref={(box) => {
        // There is no attribute for it.
        if (box !== null) box.indeterminate = count > 0 && count < names.length
        holdPageBox(box)
      }}
    />
  )
}

/** A checkbox that selects. It has no handler, as its place handles its clicks and those beside it: hence `readOnly`. */
export function SelectBox({
  label,
  isSelected,
  ref,
}: {
  label: string
  isSelected: boolean
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <input
      type="checkbox"
      checked={isSelected}
      readOnly
      ref={ref}
      aria-label={label}
      className="select-box max-lg:-ml-1 max-lg:size-icon"
    />
  )
}
