/*
 * A list whose element handles the events of all its items, so that items are cheap: they need no handlers of their own. An element
 * of an item says in `data-act` what a press on it does.
 */

/** The items: an extension of the browser may put elements of its own between them. */
function itemsOf(list: Element | null): Element[] {
  return [...(list?.children ?? [])].filter(({ localName }) => /^(?:tr|li)$/.test(localName))
}

/** The index of the item that something is in; -1: it is in none. */
export function itemAround(list: Element | null, inner: EventTarget | null): number {
  return inner instanceof Node ? itemsOf(list).findIndex((item) => item.contains(inner)) : -1
}

/** The index of the item that has the focus; -1: none has. */
export function focusedItem(list: Element | null): number {
  return itemAround(list, document.activeElement)
}

/** The control that was pressed, or its place. The browser handles a link without `data-act`. */
export function pressedControl(target: EventTarget): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest<HTMLElement>('[data-act], a') ?? undefined
}

/** What keys move the focus to in each item: its first element that matches a selector; undefined: it has none. */
export function mainControls(list: Element | null, selector: string): (HTMLElement | undefined)[] {
  return itemsOf(list).map((item) => item.querySelector<HTMLElement>(selector) ?? undefined)
}
