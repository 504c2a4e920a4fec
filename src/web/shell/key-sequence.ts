/** A second key belongs to the first for so long, in milliseconds. */
const TOGETHER_MS = 1_500

/** What of a key press decides about a shortcut. */
export interface KeyPress {
  /** what the key writes, whatever the layout */
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** of an input method: it is about the text */
  isComposing: boolean
}

/** Something with keys of its own. */
interface HasKeys {
  keys?: readonly string[]
}

/** Follows the keys that are pressed, and tells which command they have come to. */
export class KeySequence {
  #pressed: string[] = []
  #pressedAt = 0

  /**
   * Takes in a key.
   *
   * @param now milliseconds since the epoch
   * @returns the command, `begun` where more keys may follow, undefined where it is nobody's
   */
  take<Named extends HasKeys>(
    press: KeyPress,
    commands: readonly Named[],
    now: number,
  ): Named | 'begun' | undefined {
    if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) {
      this.#pressed = []
      return undefined
    }
    const before = now - this.#pressedAt > TOGETHER_MS ? [] : this.#pressed
    this.#pressedAt = now
    // A key that does not go on with what was begun may begin something itself.
    for (const pressed of before.length > 0
      ? [[...before, press.key], [press.key]]
      : [[press.key]]) {
      const found = match(pressed, commands)
      this.#pressed = found === 'begun' ? pressed : []
      if (found !== undefined) return found
    }
    return undefined
  }
}

function match<Named extends HasKeys>(
  pressed: readonly string[],
  commands: readonly Named[],
): Named | 'begun' | undefined {
  const begun = commands.filter(({ keys = [] }) => pressed.every((key, at) => keys[at] === key))
  const whole = begun.find(({ keys = [] }) => keys.length === pressed.length)
  return whole ?? (begun.length > 0 ? 'begun' : undefined)
}

/** Whether keys go to what has the focus: a field, or something that moves by letters itself. */
export function isTypedInto(element: Element | null): boolean {
  return (
    element?.matches(
      'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]',
    ) === true
  )
}
