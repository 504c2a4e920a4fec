import { useEffect, useRef, useSyncExternalStore } from 'react'

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

/** Who offers commands, and where theirs stand among those of the others. */
interface Source {
  order: number
  commands: () => readonly Command[]
}

const sources = new Map<object, Source>()

const listeners = new Set<() => void>()
/** counts what has changed */
let version = 0

function tell(): void {
  version += 1
  for (const listener of listeners) listener()
}

/**
 * Offers commands for as long as the component is there.
 *
 * @param order the lowest come first, whoever was there first
 */
export function useCommands(commands: readonly Command[], order: number): void {
  const current = useRef(commands)
  useEffect(() => {
    current.current = commands
  })
  useEffect(() => {
    sources.set(current, { order, commands: () => current.current })
    return () => {
      sources.delete(current)
      tell()
    }
  }, [order])
  // Of another order, or another thing to do: that what is run is a function of this render is no news.
  const offered = JSON.stringify([order, commands.map(({ id, label, keys }) => [id, label, keys])])
  useEffect(tell, [offered])
}

/** Does what a command does, where that can be done just now. */
export function runCommand(id: string): void {
  availableCommands()
    .find((command) => command.id === id)
    ?.run()
}

/** What can be done just now. */
export function availableCommands(): Command[] {
  const inOrder = [...sources.values()].toSorted((a, b) => a.order - b.order)
  return inOrder.flatMap(({ commands }) => commands())
}

/** availableCommands, again whenever others can be run: a part of the screen may have come late. */
export function useAvailableCommands(): Command[] {
  useSyncExternalStore(subscribeToCommands, () => version)
  return availableCommands()
}

/** Calls back whenever others can be run. Returns how to end that. */
export function subscribeToCommands(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
