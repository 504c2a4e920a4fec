/** A key that is older is not done any more: by then it would come as a surprise. In milliseconds. */
const KEPT_MS = 10_000

/** A key press that nothing has answered yet. */
export interface EarlyKey {
  press: KeyboardEvent
  /** milliseconds since the epoch */
  at: number
}

let kept: EarlyKey | undefined
let endWatch: (() => void) | undefined

/** Keeps a key press until what answers it is there. Whatever the person does next takes its place. */
export function keepKey(key: EarlyKey | undefined): void {
  kept = key
}

/** The press that is kept, once. The caller answers keys from now on: none is kept by itself any more. */
export function takeEarlyKey(): EarlyKey | undefined {
  endWatch?.()
  endWatch = undefined
  const key = kept
  kept = undefined
  return key !== undefined && Date.now() - key.at < KEPT_MS ? key : undefined
}

/** Whether a press opens the commands: Ctrl or ⌘ K. */
export function opensCommands({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 'k' && !altKey && !shiftKey
}

/** Keeps keys that are pressed before the code of the commands is there. */
export function watchEarlyKeys(): void {
  const onKey = (press: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = press
    const isFree = document.activeElement === null || document.activeElement === document.body
    const isSingle = isFree && key.length === 1 && !ctrlKey && !metaKey && !altKey
    const isMeant = isSingle || opensCommands(press)
    keepKey(isMeant ? { press, at: Date.now() } : undefined)
    // Browsers have a use for these: to search the web, or the page.
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
