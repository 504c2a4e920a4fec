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
