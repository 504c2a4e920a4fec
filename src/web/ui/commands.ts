import { useEffect, useRef } from 'react'

/** Something that can be done on the screen, by its name or by keys. */
export interface Command {
  /** unique on the page */
  id: string
  label: string
  /** what it is among: commands of one heading stand together */
  group: string
  /** keys to press one after the other, by what they write: `['g', 't']` */
  keys?: readonly string[]
  run: () => void
}

const sources = new Map<object, () => readonly Command[]>()

/** Offers commands for as long as the component is there. */
export function useCommands(commands: readonly Command[]): void {
  const current = useRef(commands)
  useEffect(() => {
    current.current = commands
  })
  useEffect(() => {
    sources.set(current, () => current.current)
    return () => {
      sources.delete(current)
    }
  }, [])
}

/** What can be done just now. */
export function availableCommands(): Command[] {
  return [...sources.values()].flatMap((source) => source())
}
