/**
 * What lies over the page: a dialog, or something that opens from a button or a select. The document itself is
 * asked, so that nothing has to register and nothing can be forgotten.
 */
export function openLayer(): 'dialog' | 'menu' | undefined {
  if (document.querySelector('dialog[open]') !== null) return 'dialog'
  // Inside `:is` a browser passes over what it does not know.
  return document.querySelector(':is(:popover-open:not([role=tooltip]), select:open)') === null
    ? undefined
    : 'menu'
}
