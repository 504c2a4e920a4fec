/* The texts in the storages of the browser that hold what a person has chosen. */

type StorageName = 'localStorage' | 'sessionStorage'

/**
 * Reads a text that this browser keeps, for code that needs no subscription: the script of the page and the lock. Components
 * use a DeviceChoice.
 *
 * @returns null if nothing was chosen, or the browser refuses
 */
export function readChoice(entry: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(entry)
  } catch {
    return null
  }
}

/** Keeps a text in this browser; null: removes it. @returns false if the browser refuses, or has no room */
export function writeChoice(
  entry: string,
  text: string | null,
  storage: StorageName = 'localStorage',
): boolean {
  try {
    if (text === null) globalThis[storage].removeItem(entry)
    else globalThis[storage].setItem(entry, text)
    return true
  } catch {
    // The choice still holds until the page is left.
    return false
  }
}
