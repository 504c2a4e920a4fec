import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { ListPage, ListRow } from '#web/task-list/list-page.ts'
import { useSelection } from '#web/tasks/selection/use-selection.ts'
import { currentRow, stepFrom } from '#web/tasks/table/row-keys.ts'
import { focusedItem, itemAround, mainControls, pressedControl } from '#web/ui/item-list.ts'
import { opensElsewhere } from '#web/ui/key-press.ts'
import { REDUCED_MOTION } from '#web/ui/media-queries.ts'
import { tappedTitle } from '#web/ui/tap-hint.tsx'
import { useCopy } from '#web/ui/use-copy.tsx'
import { copyWords } from '#web/video-task/copy-button.tsx'

const NO_ROWS: readonly ListRow[] = []

/** What keys move the focus to: the link of a task, or the button of a record that could not be read. */
const MAIN_CONTROL = '[data-act=open], [data-act=record]'

/** What people do with the rows on screen. */
export type RowModel = ReturnType<typeof useRowModel>

/**
 * Holds what people do with the rows of a page, also while another page loads.
 *
 * @param page undefined: there is no page
 * @param task the task whose details are open, by its name in the address
 */
export function useRowModel(
  page: Pick<ListPage, 'rows' | 'tasks'> | undefined,
  { task, onOpen }: { task: string | undefined; onOpen: (task: string) => void },
) {
  const rows = page?.rows ?? NO_ROWS
  const selection = useSelection(page?.tasks)
  const [open, setOpen] = useState<{ kind: 'video' | 'reason' | 'record'; key: string }>()
  const [copiedKey, setCopiedKey] = useState('')
  const { result, copy } = useCopy(copyWords())
  const list = useRef<HTMLElement>(null)
  const current = () => currentRow(rows, focusedItem(list.current), task)
  function select(row: ListRow | undefined, isRange: boolean) {
    if (row?.kind === 'task' && row.name !== null) selection.press(row.name, isRange)
  }
  function onClick(event: MouseEvent<HTMLElement>) {
    const row = rows[itemAround(event.currentTarget, event.target)]
    if (row === undefined) return
    const control = pressedControl(event.target)
    const act = control?.dataset['act']
    if (act === 'select') select(row, event.shiftKey)
    if (act === 'reason' || act === 'record') setOpen({ kind: act, key: row.key })
    if (act === 'video') growFrom(control, () => setOpen({ kind: act, key: row.key }))
    if (act === 'copy' && row.kind === 'task') {
      setCopiedKey(row.key)
      copy(row.task.uuid ?? '')
    }
    // A click beside the controls opens the task, too. But selecting a text ends with a click, and a tap may show a title.
    const isOnRow =
      control === undefined &&
      tappedTitle(event.nativeEvent) === undefined &&
      getSelection()?.isCollapsed !== false
    const name = row.kind === 'task' ? row.name : null
    if (name === null || !(act === 'open' || isOnRow) || opensElsewhere(event)) return
    event.preventDefault()
    onOpen(name)
  }
  // A row that leaves the page takes its dialog with it.
  const index = rows.findIndex(({ key }) => key === open?.key)
  const row = rows[index]
  return {
    selection,
    /** for the element whose children are the rows: it handles the clicks on all of them */
    list: {
      onClick,
      ref: (element: HTMLElement | null) => {
        list.current = element
      },
    },
    /** the dialog that a button of a row has opened; undefined: none is open */
    dialog: open &&
      row && { ...open, row, rowNumber: index + 1, onClose: () => setOpen(undefined) },
    /** the result of copying the ID of a row, for a moment */
    copied: { key: copiedKey, result },
    /** Selects the row that keys act on, or deselects it. */
    selectCurrent: () => select(rows[current()], false),
    /** The task that keys act on; undefined: no row has the focus, or it is not readable. */
    currentTask() {
      const at = rows[current()]
      return at?.kind === 'task' ? at.task : undefined
    },
    /** Moves the focus by so many rows, see stepFrom. @returns false: there is no row */
    step(by: number) {
      const controls = mainControls(list.current, MAIN_CONTROL)
      const next = controls[stepFrom(current(), by, rows.length)]
      next?.focus()
      return next !== undefined
    },
    /** The link of a task, by its name in an address; undefined: the task is not on screen. */
    linkOf: (name: string) =>
      mainControls(list.current, MAIN_CONTROL)[
        rows.findIndex((one) => one.kind === 'task' && one.name === name)
      ],
  }
}

/** The class that gives an element the view transition name of a dialog, see theme.css. */
const ORIGIN = 'grows'

/**
 * Opens a dialog with a view transition that grows from an element, so that people see where it came from. Without it if
 * the browser has no view transitions, or the person prefers reduced motion.
 */
function growFrom(element: Element | undefined, open: () => void): void {
  const isStill = matchMedia(REDUCED_MOTION).matches
  if (element === undefined || isStill || !('startViewTransition' in document)) {
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
