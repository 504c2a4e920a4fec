import { type MouseEvent, type PointerEvent, useState } from 'react'
import { flushSync } from 'react-dom'

import { m } from '#web/messages/generated/messages.js'
import type { ListRow } from '#web/task-list/list-page.ts'
import { LIST_ROW } from '#web/tasks/views/list-view.ts'
import type { SelectionModel } from '#web/tasks/selection/use-selection.ts'
import type { Column } from '#web/tasks/table/columns.tsx'
import {
  ROW_DIALOGS,
  type RowDialogKind,
  type RowDialogProps,
} from '#web/tasks/table/row-dialog.tsx'
import { type CopyResult, useCopy } from '#web/ui/copy-button.tsx'
import { REDUCED_MOTION } from '#web/ui/media.ts'

/** What a row of the table has open, or has copied. */
interface RowActions {
  /** the handlers of the table or gallery */
  handlers: {
    onClick: (event: MouseEvent) => void
    onPointerOver: (event: PointerEvent) => void
  }
  /** the dialog that a button of a row has opened; undefined: none is open */
  dialog: Omit<RowDialogProps, 'onClose'> | undefined
  closeDialog: () => void
  /** the result of copying the ID of a row, for a moment */
  copyResultOf: (row: Pick<ListRow, 'key'>) => CopyResult
}

/** Handles all clicks in the table or gallery: one handler is faster than one for each button of a hundred rows. */
export function useRowActions(
  rows: readonly ListRow[],
  {
    columns,
    press,
    onOpen,
  }: Pick<SelectionModel, 'press'> & {
    columns: readonly Column[]
    onOpen: (task: string) => void
  },
): RowActions {
  const [open, setOpen] = useState<{ kind: RowDialogKind; key: string }>()
  const [copiedKey, setCopiedKey] = useState('')
  const { result, copy } = useCopy({ copied: m.copy_copied(), failed: m.copy_failed() })
  // A row that leaves the page takes its dialog with it.
  const index = rows.findIndex(({ key }) => key === open?.key)
  const openRow = rows[index]

  /** The row or tile around an element; undefined: it is in the header. */
  function rowOf(element: Element): ListRow | undefined {
    const row = element.closest(LIST_ROW)
    // Extensions may have put elements between the rows.
    const siblings = [...(row?.parentElement?.children ?? [])].filter((one) =>
      one.matches(LIST_ROW),
    )
    return rows[siblings.indexOf(row ?? element)]
  }

  function onPointerOver({ target }: PointerEvent) {
    if (!(target instanceof Element)) return
    const row = rowOf(target)
    if (row !== undefined) addTitle(target, row, columns)
  }

  function onClick(event: MouseEvent) {
    const { target } = event
    if (!(target instanceof Element)) return
    const row = rowOf(target)
    const name = row?.kind === 'task' ? row.name : null
    if (target.closest(':is(th, td, [data-select]):has(> input)') !== null) {
      press(name ?? undefined, event.shiftKey)
      return
    }
    if (row === undefined) return
    const button = target.closest<HTMLElement>('[data-action]')
    if (button === null) {
      if (name === null || !isOpening(event, target)) return
      event.preventDefault()
      onOpen(name)
      return
    }
    const kind = ROW_DIALOGS.find((one) => one === button.dataset['action'])
    if (kind === 'video') growFrom(button, () => setOpen({ kind, key: row.key }))
    else if (kind !== undefined) setOpen({ kind, key: row.key })
    else if (row.kind === 'task') {
      setCopiedKey(row.key)
      copy(row.task.uuid ?? '')
    }
  }

  return {
    handlers: { onClick, onPointerOver },
    dialog:
      open === undefined || openRow === undefined
        ? undefined
        : { kind: open.kind, row: openRow, rowNumber: index + 1 },
    closeDialog: () => setOpen(undefined),
    copyResultOf: ({ key }) => (key === copiedKey ? result : 'none'),
  }
}

/** Whether a click opens the task of its row: a click on its link, or outside of all other controls. */
function isOpening(
  { nativeEvent, ctrlKey, metaKey, shiftKey }: MouseEvent,
  target: Element,
): boolean {
  if (ctrlKey || metaKey || shiftKey) return false
  // A tap on an element with a title shows the title (shell/footer.tsx).
  const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
  const control = target.closest(`a, button${isTouch ? ', [title]' : ''}`)
  if (control === null) return getSelection()?.isCollapsed !== false
  return control.matches('[data-task]')
}

/** The elements of a row that have a title. */
const TITLED = 'td:not(.column-price) > *, td.column-price'

/**
 * Gives an element below the pointer its title. Formatting six titles for each of a hundred rows takes long, and a screen
 * reader would read them out.
 *
 * @param target what the pointer is over
 * @param row the row around it
 * @param columns the shown columns, in order
 */
function addTitle(target: Element, row: ListRow, columns: readonly Column[]): void {
  const element = target.closest<HTMLElement>(TITLED)
  const cell = element?.closest('td')
  if (element === null || cell === null || cell === undefined || row.kind !== 'task') return
  // The first cell has the checkbox.
  const column = columns[cell.cellIndex - 1]
  if (column !== undefined) element.title = column.title?.(row, element) ?? ''
}

/** The class that gives an element the view transition name of a dialog, see theme.css. */
const ORIGIN = 'grows'

/**
 * Opens a dialog with a view transition that grows from an element, so that people see where it came from. Without it if
 * the browser has no view transitions, or the person prefers reduced motion.
 */
function growFrom(element: HTMLElement | null, open: () => void): void {
  const isStill = matchMedia(REDUCED_MOTION).matches
  if (element === null || isStill || !('startViewTransition' in document)) {
    open()
    return
  }
  element.classList.add(ORIGIN)
  const transition = document.startViewTransition(() => {
    element.classList.remove(ORIGIN)
    flushSync(open)
  })
  // A hidden tab skips the transition. The dialog opens nevertheless.
  transition.ready.catch(() => undefined)
}
