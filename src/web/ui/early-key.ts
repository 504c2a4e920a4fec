import { FIELD, pressedKey } from '#web/ui/key-press.ts'

/** The id of the field that `/` goes to. The early screen has the same, and hands over what was typed there. */
export const SEARCH_ID = 'search'

/** How long a key press is kept, in milliseconds. After that, its effect would be a surprise. */
const KEPT_MS = 10_000

/** A key press that came before the code for it. */
interface EarlyKey {
  press: KeyboardEvent
  /** milliseconds since the epoch */
  at: number
}

let kept: EarlyKey | undefined
let endWatch: (() => void) | undefined

/** Keeps a key press until the code for it is loaded. The next key or click takes its place. */
export function keepKey(key: EarlyKey | undefined): void {
  kept = key
}

/** Takes the kept key press. From now on the caller handles keys, so none is kept automatically. */
export function takeEarlyKey(): EarlyKey | undefined {
  endWatch?.()
  endWatch = undefined
  const key = kept
  kept = undefined
  return key !== undefined && Date.now() - key.at < KEPT_MS ? key : undefined
}

/** Whether a press opens the commands: Ctrl or ⌘ K. */
export function opensCommands(press: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = press
  const isControl = (ctrlKey || metaKey) && !altKey && !shiftKey
  return isControl && pressedKey(press)?.toLowerCase() === 'k'
}

/** Keeps keys that are pressed before the code of the commands is loaded. */
export function watchEarlyKeys(): void {
  const onKey = (press: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey } = press
    const key = pressedKey(press)
    if (key === undefined) return
    const isFree = document.activeElement?.matches(FIELD) !== true
    const isSingle = isFree && key.length === 1 && !ctrlKey && !metaKey && !altKey
    const isMeant = isSingle || opensCommands(press)
    // No command is needed for this: what is typed next is in the field already.
    const field = isSingle && key === '/' ? document.getElementById(SEARCH_ID) : null
    field?.focus()
    keepKey(isMeant && field === null ? { press, at: Date.now() } : undefined)
    // In some browsers these keys open a search of the web or of the page.
    if (opensCommands(press) || (isSingle && key === '/')) press.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  endWatch = () => {
    document.removeEventListener('keydown', onKey)
  }
  document.addEventListener('pointerdown', () => {
    keepKey(undefined)
  })
}
