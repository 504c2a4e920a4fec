/*
 * What a person has chosen for this browser, whoever of them is at work in it: short texts in localStorage. What goes
 * when everything is forgotten begins with "marquee.".
 */

/** What was chosen under a name; null: nothing, or the browser refuses to say. */
export function readChoice(entry: string): string | null {
  try {
    return localStorage.getItem(entry)
  } catch {
    return null
  }
}

/** Remembers a choice. @returns false where the browser refuses */
export function writeChoice(entry: string, value: string): boolean {
  try {
    localStorage.setItem(entry, value)
    return true
  } catch {
    // A choice is not worth a failure.
    return false
  }
}

/**
 * Calls back when another tab has chosen otherwise, or everything was forgotten there.
 *
 * @returns how to stop that
 */
export function followChoice(entry: string, onChange: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    // null: all of it was cleared.
    if (key === entry || key === null) onChange()
  }
  addEventListener('storage', hear)
  return () => {
    removeEventListener('storage', hear)
  }
}
