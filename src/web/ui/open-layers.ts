/** What somebody has opened: a dialog over the page, something that opens from a button or a select, or a panel beside the rest. */
export type OpenLayer = 'dialog' | 'menu' | 'panel'

/**
 * What is open, the uppermost of it. The document itself is asked, so that nothing has to register and nothing
 * can be forgotten.
 */
export function openLayer(): OpenLayer | undefined {
  if (document.querySelector('dialog:modal') !== null) return 'dialog'
  // Inside `:is` a browser passes over what it does not know.
  if (document.querySelector(':is(:popover-open:not([role=tooltip]), select:open)') !== null) {
    return 'menu'
  }
  return document.querySelector('dialog[open]') === null ? undefined : 'panel'
}
