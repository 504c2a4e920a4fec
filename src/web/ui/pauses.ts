import { useEffect } from 'react'

import { FIELD } from '#web/ui/key-press.ts'

/** Something that is open: a modal dialog, a popover, or a panel beside the page. */
export type OpenLayer = 'dialog' | 'menu' | 'panel'

/** What a person does that moving rows would disturb, also a number that is typed and not entered, or selected text. */
export type PauseKind = OpenLayer | 'field' | 'selection'

/** How many of each are open. */
const open: Record<OpenLayer, number> = { dialog: 0, menu: 0, panel: 0 }
/** the field that took the focus last; it may be gone since, without an event */
let field: Element | undefined
let isRowTextSelected = false
const listeners = new Set<() => void>()

/** What the person is doing at the moment; the first of several that counts. */
export function currentPause(): PauseKind | undefined {
  if (open.dialog > 0) return 'dialog'
  if (open.menu > 0) return 'menu'
  if (open.panel > 0) return 'panel'
  const typed = focusedField()
  if (typed instanceof HTMLInputElement && typed.value !== typed.defaultValue) return 'field'
  return isRowTextSelected ? 'selection' : undefined
}

/** Whether the focused element uses keys itself: a text field, or a select that jumps to letters. */
export function isFieldFocused(): boolean {
  return focusedField() !== undefined
}

function focusedField(): Element | undefined {
  return field?.isConnected === true ? field : undefined
}

/** Says that a layer is open while it is shown. */
export function useOpenLayer(layer: OpenLayer, isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return undefined
    open[layer] += 1
    notify()
    return () => {
      open[layer] -= 1
      notify()
    }
  }, [layer, isOpen])
}

/** Calls back when a pause may have begun or ended. @returns a function that ends this */
export function subscribePauses(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Follows focus and selected text, for as long as the page is open. */
export function watchPauses(): void {
  document.addEventListener('focusin', ({ target }) => {
    field = target instanceof Element && target.matches(FIELD) ? target : undefined
    notify()
  })
  document.addEventListener('focusout', () => {
    field = undefined
    notify()
  })
  document.addEventListener('selectionchange', () => {
    isRowTextSelected = isInRows(getSelection())
    notify()
  })
}

function isInRows(selection: Selection | null): boolean {
  if (selection === null || selection.isCollapsed) return false
  const rows = document.querySelector('table, [data-gallery]')
  return rows !== null && selection.containsNode(rows, true)
}

function notify(): void {
  for (const listener of listeners) listener()
}
