/* The texts in localStorage that hold what a person has chosen. */

/**
 * Reads a text that this browser keeps, for code that needs no subscription: the script of the page and the lock. Components
 * use a DeviceChoice.
 *
 * @returns null if nothing was chosen, or the browser refuses
 */
export function readChoice(entry: string): string | null {
  try {
    return localStorage.getItem(entry)
  } catch {
    return null
  }
}

/** Keeps a text in this browser. @returns false if the browser refuses */
export function writeChoice(entry: string, text: string): boolean {
  try {
    localStorage.setItem(entry, text)
    return true
  } catch {
    // The choice still holds until the page is left.
    return false
  }
}
