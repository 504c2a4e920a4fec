import { vi } from 'vitest'

/**
 * Gives a test an empty session storage.
 *
 * @param room how many characters it takes for an entry
 * @returns its entries
 */
export function stubSessionStorage(room = () => Infinity): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (text.length > room()) throw new Error('full')
      kept.set(name, text)
    },
    removeItem: (name: string) => kept.delete(name),
  })
  return kept
}
