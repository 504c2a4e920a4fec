import { type NamedTasks, type Selection, toggled } from '#web/tasks/selection/selection.ts'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/** The command that opens the dialog "Export tasks" for the selected. */
export const EXPORT_SELECTED = 'export-selected'

/** Selects whatever is here and is not. */
export function selectPage(
  selection: Selection,
  here: NamedTasks,
  onSelectionChange: (selection: Selection) => void,
): void {
  const next = toggled(selection, here, undefined, false)
  if (next.tasks.size > selection.tasks.size) onSelectionChange(next)
}

/** Selects nothing any more. A focus that would go with the bar goes to the box for all, or to the heading. */
export function clearSelection(
  selection: Selection,
  onSelectionChange: (selection: Selection) => void,
): void {
  if (document.activeElement?.closest('#selection')) {
    const box = document.querySelector<HTMLElement>('thead input')
    if (box?.checkVisibility() === true) box.focus()
    else focusPageHeading()
  }
  onSelectionChange({ ...selection, tasks: new Map(), last: undefined })
}

/** Presses the box of the row that has the focus, or else of the one that is open. */
export function pressRow(): void {
  const row =
    document.activeElement?.closest('tbody tr') ?? document.querySelector('tr[aria-current]')
  row?.querySelector<HTMLElement>('label > input')?.click()
}
