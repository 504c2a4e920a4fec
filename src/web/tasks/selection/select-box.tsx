import { m } from '#web/messages/generated/messages.js'
import { type ListRow, tasksOf } from '#web/task-list/list-page.ts'
import type { SelectionModel } from '#web/tasks/selection/use-selection.ts'
import { HandledInput } from '#web/ui/segmented.tsx'

/** What all checkboxes that select have in common. */
export const selectBox = {
  type: 'checkbox',
  className: 'select-box shrink-0 max-lg:-ml-1 max-lg:size-icon',
} as const

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
    <HandledInput
      {...selectBox}
      aria-label={m.select_page()}
      checked={count > 0 && count === names.length}
      ref={(box) => {
        // There is no attribute for it.
        if (box !== null) box.indeterminate = count > 0 && count < names.length
        holdPageBox(box)
      }}
    />
  )
}

/** The `id`s of the words "Select task" and "Details of task", once in a table: rows take their names from them. */
export const WORD_IDS = { select: 'select', open: 'open' }
