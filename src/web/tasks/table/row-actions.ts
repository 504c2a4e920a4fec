import {
  type FocusEventHandler,
  type MouseEvent,
  type MouseEventHandler,
  type PointerEvent,
  type PointerEventHandler,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

import type { VideoTask } from '#contract/video-tasks.ts'
import type { ListPage, ListRow, TaskListRow } from '#web/task-list/list-page.ts'
import { type SelectionModel, useSelection } from '#web/tasks/selection/use-selection.ts'
import type { RowDialogKind, RowDialogProps } from '#web/tasks/table/row-dialog.tsx'
import { type CopyResult, useCopy } from '#web/video-task/copy-button.tsx'
import { REDUCED_MOTION } from '#web/ui/media-queries.ts'
import { giveTitle, isTouch } from '#web/ui/tap-hint.tsx'
import { opensElsewhere } from '#web/ui/key-press.ts'

const NO_ROWS: readonly ListRow[] = []

/** What an element of a row does, as props for it. */
export interface RowHandle {
  /** the row: a click outside of its controls opens its task, and keys act on the row that has the focus */
  row: { onClick: MouseEventHandler; onFocus: FocusEventHandler; onBlur: FocusEventHandler }
  /** what keys move the focus to: the link of a task, or the button of an unreadable record */
  anchor: (element: HTMLElement | null) => void
  /** the link to the details */
  open: MouseEventHandler
  /** the place of the checkbox */
  select: { onClick: MouseEventHandler }
  copy: MouseEventHandler
  show: Record<RowDialogKind, MouseEventHandler>
  /** a control that the browser handles, such as a link to a video */
  leave: MouseEventHandler
  /** Gives an element its title when the pointer comes. A screen reader would read out titles that are always there. */
  titled: (titleOf: (row: TaskListRow) => string) => {
    onPointerEnter: PointerEventHandler<HTMLElement>
    onClick: MouseEventHandler
  }
}

/** The list as it is now, and what its rows change. */
interface ShownList extends Pick<SelectionModel, 'press'> {
  rows: readonly ListRow[]
  /** the task whose details are open, by its name in the address */
  task: string | undefined
  onOpen: (task: string) => void
  show: (kind: RowDialogKind, key: string) => void
  copy: (row: TaskListRow) => void
}

/** What people do with the rows of a list. It stays the same object, so that rows are not rendered again. */
export class RowActions {
  #list: ShownList | undefined
  /** the row that has the focus, and its element */
  #focused: { key: string; row: Element } | undefined
  readonly #anchors = new Map<string, HTMLElement>()

  update(list: ShownList): void {
    this.#list = list
  }

  /** What the elements of a row do. */
  of(key: string): RowHandle {
    const taken =
      (act: (event: MouseEvent) => void): MouseEventHandler =>
      (event) => {
        // Not a click on the row.
        event.stopPropagation()
        act(event)
      }
    const show = (kind: RowDialogKind) => taken(() => this.#list?.show(kind, key))
    return {
      row: {
        onClick: (event) => {
          // Selecting a text ends with a click.
          const isPress = !event.defaultPrevented && getSelection()?.isCollapsed !== false
          if (isPress) this.#open(event, key)
        },
        onFocus: ({ currentTarget: row }) => {
          this.#focused = { key, row }
        },
        onBlur: () => {
          this.#focused = undefined
        },
      },
      anchor: (element) => {
        if (element === null) {
          this.#anchors.delete(key)
          return
        }
        this.#anchors.set(key, element)
        // On the next page, the element that has the focus may show another row.
        if (this.#focused?.row.contains(element) === true) this.#focused.key = key
      },
      open: taken((event) => this.#open(event, key)),
      select: { onClick: taken(({ shiftKey }) => this.#select(key, shiftKey)) },
      copy: taken(() => {
        const row = this.#taskRow(key)
        if (row !== undefined) this.#list?.copy(row)
      }),
      show: {
        video: taken(({ currentTarget }) =>
          growFrom(currentTarget, () => this.#list?.show('video', key)),
        ),
        reason: show('reason'),
        record: show('record'),
      },
      leave: taken(() => undefined),
      titled: (titleOf) => ({
        onPointerEnter: (event: PointerEvent<HTMLElement>) =>
          giveTitle(event, () => {
            const row = this.#taskRow(key)
            return row === undefined ? '' : titleOf(row)
          }),
        onClick: (event) => {
          // A tap shows the title (ui/tap-hint.tsx), and opens nothing.
          if (isTouch(event.nativeEvent)) event.preventDefault()
        },
      }),
    }
  }

  /** Selects the tasks of the page, or deselects them. */
  readonly pressPage: MouseEventHandler = ({ shiftKey }) => this.#list?.press(undefined, shiftKey)

  /** Selects the row that keys act on, or deselects it. */
  readonly selectCurrent = (): void => {
    const row = this.#rows()[this.#current()]
    if (row !== undefined) this.#select(row.key, false)
  }

  /** The task that keys act on; undefined: no row has the focus, or it is not readable. */
  currentTask(): VideoTask | undefined {
    const row = this.#rows()[this.#current()]
    return row?.kind === 'task' ? row.task : undefined
  }

  /**
   * Moves the focus by so many rows. Without a current row, it goes to the first row, or backwards to the last.
   *
   * @returns false: there is no row
   */
  step(by: number): boolean {
    const rows = this.#rows()
    const at = this.#current()
    const next = rows[at === -1 && by < 0 ? rows.length - 1 : at + by]
    const anchor = next && this.#anchors.get(next.key)
    anchor?.focus()
    return anchor !== undefined
  }

  /** What has the focus in each row, in the order of the rows. */
  anchors(): HTMLElement[] {
    return this.#rows().flatMap(({ key }) => this.#anchors.get(key) ?? [])
  }

  /** The link of a task, by its name in an address; undefined: the task is not on screen. */
  readonly linkOf = (name: string): HTMLElement | undefined => {
    const row = this.#rows().find((one) => one.kind === 'task' && one.name === name)
    return row && this.#anchors.get(row.key)
  }

  /** The index of the row that has the focus, or else of the row whose details are open, or else -1. */
  #current(): number {
    const rows = this.#rows()
    // No event comes from an element that is removed with its focus.
    const focusedKey = this.#focused?.row.isConnected === true ? this.#focused.key : undefined
    const focused = rows.findIndex(({ key }) => key === focusedKey)
    const task = this.#list?.task
    if (focused !== -1 || task === undefined) return focused
    return rows.findIndex((row) => row.kind === 'task' && row.name === task)
  }

  #rows(): readonly ListRow[] {
    return this.#list?.rows ?? []
  }

  #taskRow(key: string): TaskListRow | undefined {
    const row = this.#rows().find((one) => one.key === key)
    return row?.kind === 'task' ? row : undefined
  }

  #select(key: string, isRange: boolean): void {
    const name = this.#taskRow(key)?.name
    if (typeof name === 'string') this.#list?.press(name, isRange)
  }

  #open(event: MouseEvent, key: string): void {
    const name = this.#taskRow(key)?.name
    if (typeof name !== 'string' || opensElsewhere(event)) return
    event.preventDefault()
    this.#list?.onOpen(name)
  }
}

/** What people do with the rows on screen. */
export interface RowModel {
  selection: SelectionModel
  actions: RowActions
  /** the dialog that a button of a row has opened; undefined: none is open */
  dialog: RowDialogProps | undefined
  /** the result of copying the ID of a row, for a moment */
  copied: { key: string; result: CopyResult }
}

/**
 * Holds what people do with the rows of a page, also while another page loads.
 *
 * @param page undefined: there is no page
 * @param task see ShownList
 */
export function useRowModel(
  page: Pick<ListPage, 'rows' | 'tasks'> | undefined,
  { task, onOpen }: Pick<ShownList, 'task' | 'onOpen'>,
): RowModel {
  const rows = page?.rows ?? NO_ROWS
  const selection = useSelection(page?.tasks)
  const [open, setOpen] = useState<{ kind: RowDialogKind; key: string }>()
  const [copiedKey, setCopiedKey] = useState('')
  const { result, copy } = useCopy()
  const actions = useMemo(() => new RowActions(), [])
  // Before presses that were kept until now are done, see HandOver.
  useLayoutEffect(() =>
    actions.update({
      rows,
      task,
      onOpen,
      press: selection.press,
      show: (kind, key) => setOpen({ kind, key }),
      copy(row) {
        setCopiedKey(row.key)
        copy(row.task.uuid ?? '')
      },
    }),
  )
  // A row that leaves the page takes its dialog with it.
  const index = rows.findIndex(({ key }) => key === open?.key)
  const row = rows[index]
  return {
    selection,
    actions,
    dialog:
      open === undefined || row === undefined
        ? undefined
        : { kind: open.kind, row, rowNumber: index + 1, onClose: () => setOpen(undefined) },
    copied: { key: copiedKey, result },
  }
}

/** The class that gives an element the view transition name of a dialog, see theme.css. */
const ORIGIN = 'grows'

/**
 * Opens a dialog with a view transition that grows from an element, so that people see where it came from. Without it if
 * the browser has no view transitions, or the person prefers reduced motion.
 */
function growFrom(element: Element, open: () => void): void {
  const isStill = matchMedia(REDUCED_MOTION).matches
  if (isStill || !('startViewTransition' in document)) {
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
