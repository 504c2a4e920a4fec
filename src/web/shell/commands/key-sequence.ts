/** The longest time between two keys of a sequence, in milliseconds. */
const TOGETHER_MS = 1_500

/** The properties of a key press that matter for shortcuts. */
export interface KeyPress {
  /** the character that the key writes, in the keyboard layout of the person */
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Something that keys can run. */
interface HasKeys {
  keys?: readonly string[]
}

/** Finds the command that a sequence of key presses stands for. */
export class KeySequence {
  #pressed: string[] = []
  #pressedAt = 0

  /**
   * Takes the next key press.
   *
   * @param now milliseconds since the epoch
   * @returns the command, `begun` if more keys may follow, or undefined if no command has this key
   */
  take<Named extends HasKeys>(
    press: KeyPress,
    commands: readonly Named[],
    now: number,
  ): Named | 'begun' | undefined {
    if (press.ctrlKey || press.metaKey || press.altKey) {
      this.#pressed = []
      return undefined
    }
    const before = now - this.#pressedAt > TOGETHER_MS ? [] : this.#pressed
    this.#pressedAt = now
    // A key that does not continue the sequence may begin a new one.
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
