import { createAtom, useSelector } from '@tanstack/react-store'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLeave } from '#web/ui/effects.ts'

/** Something that a person can do on the screen, by its name or with keys. */
export interface Command {
  /** unique on the page */
  id: string
  label: string
  /** of the label, if it is not in the language of the page */
  lang?: string | undefined
  /** what it is found by, too */
  alias?: string
  /** the heading that it is listed under */
  group: string
  /** keys to press one after the other, by the characters they write: `['g', 't']` */
  keys?: readonly string[]
  run: () => void
}

interface Offer {
  order: number
  /** what people see of the commands: a change notifies the subscribers of the store */
  description: string
}

/** The commands of each component on the page, as of its last render. */
const offers = createAtom<ReadonlyMap<RefObject<readonly Command[]>, Offer>>(new Map())

/**
 * Offers commands while the component is mounted.
 *
 * @param order the commands with the lowest number come first
 */
export function useCommands(commands: readonly Command[], order: number): void {
  const offer = useRef(commands)
  // Not `useEffect`, which runs after the paint: who sees a button may press its key.
  useLayoutEffect(() => {
    offer.current = commands
  })
  // A new `run` function alone is no change: each render has one.
  const description = JSON.stringify(commands.map(({ id, label, keys }) => [id, label, keys]))
  useLayoutEffect(() => {
    offers.set((before) => new Map(before).set(offer, { order, description }))
  }, [order, description])
  useLeave(() => {
    offers.set((before) => new Map([...before].filter(([one]) => one !== offer)))
  })
}

/** Runs a command if it is available. */
export function runCommand(id: string): void {
  availableCommands()
    .find((command) => command.id === id)
    ?.run()
}

/** The commands that can be run now. */
export function availableCommands(): Command[] {
  const inOrder = [...offers.get()].toSorted(([, a], [, b]) => a.order - b.order)
  return inOrder.flatMap(([offer]) => offer.current)
}

/** The commands that can be run now. The component renders again when they change. */
export function useAvailableCommands(): Command[] {
  useSelector(offers)
  return availableCommands()
}

/** Calls back when the available commands have changed. @returns a function that ends that */
export function subscribeToCommands(onChange: () => void): () => void {
  return offers.subscribe(onChange).unsubscribe
}
