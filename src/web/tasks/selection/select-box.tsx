import { memo, type Ref } from 'react'

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
      aria-label={m.select_page()}
      isSelected={count > 0 && count === names.length}
      ref={(box) => {
        // There is no attribute for it.
        if (box !== null) box.indeterminate = count > 0 && count < names.length
        holdPageBox(box)
      }}
    />
  )
}

/** The `id` of the words "Select task", once in a table. */
export const SELECT_TASK_ID = 'select'

/**
 * A checkbox that selects. It has no handler, as its place handles its clicks and those beside it: hence `readOnly`. Memoized, and
 * in a row named by the elements around it: React sets four attributes of an input whenever it renders it.
 */
export const SelectBox = memo(function SelectBox({
  isSelected,
  ...named
}: {
  isSelected: boolean
  ref?: Ref<HTMLInputElement>
} & ({ 'aria-label': string } | { 'aria-labelledby': string })) {
  return (
    <input
      {...named}
      type="checkbox"
      checked={isSelected}
      readOnly
      className="select-box max-lg:-ml-1 max-lg:size-icon"
    />
  )
})
