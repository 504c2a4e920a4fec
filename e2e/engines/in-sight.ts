/** An element and its visible state. */
interface Seen {
  element: Element
  text: string
  value: string
  isFocused: boolean
  isChecked: boolean
}

/**
 * Visible elements that may have a role. The browser computes their names. It runs in the page, so it is
 * self-contained.
 */
export function inSight(root: unknown, role: string): Seen[] {
  const selectors: Record<string, string> = {
    alert: '[role=alert]',
    button: 'button, summary',
    checkbox: 'input[type=checkbox]',
    combobox: 'select',
    definition: 'dd',
    dialog: 'dialog[open]',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    navigation: 'nav',
    radio: 'input[type=radio]',
    row: 'tbody tr',
    status: '[role=status]',
    textbox: 'input:not([type]), input[type=text], input[type=url], input[type=password]',
  }
  const place = root instanceof Element ? root : document
  const all = [...place.querySelectorAll(selectors[role] ?? `[role=${role}]`)]
  return all
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({
      element,
      text: element instanceof HTMLElement ? element.innerText : '',
      value: element instanceof HTMLInputElement ? element.value : '',
      isFocused: document.activeElement === element,
      isChecked: element instanceof HTMLInputElement && element.checked,
    }))
}

/** Scrolls an element into the viewport if it is not there, and waits until it stays there for a frame. It runs in the page. */
export async function bringIntoSight(element: unknown): Promise<void> {
  if (!(element instanceof Element)) return
  // Rows that come into sight are laid out then, which moves what is below them: also out of sight again.
  let before
  do {
    const { top, bottom } = element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center' })
    before = element.getBoundingClientRect().top
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
      // A tab behind another one has no frames, and nothing moves in it.
      setTimeout(resolve, 100)
    })
  } while (element.getBoundingClientRect().top !== before)
}
