/** Something that is open: a modal dialog, a popover or select, or a panel beside the page. */
export type OpenLayer = 'dialog' | 'menu' | 'panel'

/**
 * The topmost open layer. It is read from the document, so that layers need not register.
 */
export function openLayer(): OpenLayer | undefined {
  if (document.querySelector('dialog:modal') !== null) return 'dialog'
  // Within `:is`, browsers ignore selectors that they do not know.
  if (document.querySelector(':is(:popover-open:not([role=tooltip]), select:open)') !== null) {
    return 'menu'
  }
  return document.querySelector('dialog[open]') === null ? undefined : 'panel'
}
