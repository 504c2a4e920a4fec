/** Whether this device can share something with other apps. */
export function canShare(what: ShareData): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare(what)
}

/**
 * Puts a text on the clipboard.
 *
 * @throws if the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  try {
    // Throws at once on a page with plain http: there, browsers have no `navigator.clipboard`.
    await navigator.clipboard.writeText(text)
  } catch (error) {
    if (!copyByCommand(text)) throw error
  }
}

/** Copies with the command of old, which needs no secure context. @returns whether the text is on the clipboard */
function copyByCommand(text: string): boolean {
  let isCopied = false
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    // Nobody else writes something of their own to it.
    event.stopImmediatePropagation()
    isCopied = event.clipboardData !== null
  }
  const unselect = selectSomething()
  addEventListener('copy', onCopy, { capture: true })
  // oxlint-disable-next-line typescript/no-deprecated -- all browsers have it, and nothing took its place on plain http
  const isDone = document.execCommand('copy')
  removeEventListener('copy', onCopy, { capture: true })
  unselect()
  return isDone && isCopied
}

/**
 * Selects an invisible text, as Safari copies nothing without a selection.
 *
 * @returns a function that puts selection and focus back
 */
function selectSomething(): () => void {
  const selection = getSelection()
  const focused = document.activeElement
  const before = selection?.rangeCount === 1 ? selection.getRangeAt(0).cloneRange() : undefined
  const something = document.createElement('span')
  something.className = 'sr-only'
  something.ariaHidden = 'true'
  something.textContent = '\u00a0'
  // Outside an open modal dialog nothing can be selected.
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  place.append(something)
  selection?.selectAllChildren(something)
  return () => {
    something.remove()
    selection?.removeAllRanges()
    if (before !== undefined) selection?.addRange(before)
    if (focused instanceof HTMLElement && focused !== document.activeElement) {
      focused.focus({ preventScroll: true })
    }
  }
}
