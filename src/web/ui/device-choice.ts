import { createAtom, useSelector } from '@tanstack/react-store'

import { readChoice, writeChoice } from '#web/ui/kept-choices.ts'

/*
 * What a person has chosen for this browser, in all of its accounts: short texts in localStorage, or in sessionStorage for a tab. Their names begin
 * with "marquee.", so "Forget everything" finds them.
 */

/** The name of the choice that the browser did not keep last; null: it keeps them. The page says so. */
export const unkept = createAtom<string | null>(null)

/** Notes whether the browser keeps a choice. */
export function noteKept(entry: string, isKept: boolean): void {
  if (!isKept) unkept.set(entry)
  else if (unkept.get() === entry) unkept.set(null)
}

/** A choice that follows what other tabs choose. */
export interface DeviceChoice<Value> {
  /** The current value. It stays the same object until the choice changes. */
  get: () => Value
  /**
   * Chooses a value.
   *
   * @param isSilent nothing is said if the browser does not keep it: the person has not chosen it
   * @returns false if the browser does not keep it: then it holds until the page is left
   */
  set: (value: Value, isSilent?: boolean) => boolean
  /** Calls back after each change, in this tab or in another one. */
  subscribe: (onChange: (value: Value) => void) => { unsubscribe: () => void }
}

/**
 * Makes a choice of this browser.
 *
 * @param entry its name in the storage
 * @param read makes a value of any text that may be stored there; null: nothing was chosen
 * @param write makes a text that `read` understands
 * @param storage sessionStorage: it holds in this tab, until that is closed
 */
export function createDeviceChoice<Value>(
  entry: string,
  read: (text: string | null) => Value,
  write: (value: Value) => string,
  storage?: Parameters<typeof readChoice>[1],
): DeviceChoice<Value> {
  const text = createAtom<string | null>(null)
  const value = createAtom(() => read(text.get()))
  /** a text that the browser did not keep */
  let held: string | null = null
  let subscribers = 0
  const refresh = () => {
    text.set(held ?? readChoice(entry, storage))
  }
  const hear = ({ key }: StorageEvent) => {
    // The key is null when another tab has cleared everything.
    if (key !== entry && key !== null) return
    held = null
    refresh()
  }
  return {
    get() {
      // Without a subscriber, nothing has heard of changes in other tabs.
      if (subscribers === 0) refresh()
      return value.get()
    },
    set(chosen, isSilent = false) {
      const next = write(chosen)
      const isKept = writeChoice(entry, next, storage)
      if (!isSilent) noteKept(entry, isKept)
      held = isKept ? null : next
      text.set(next)
      return isKept
    },
    subscribe(onChange) {
      refresh()
      if (subscribers === 0) addEventListener('storage', hear)
      subscribers += 1
      const { unsubscribe } = value.subscribe(onChange)
      return {
        unsubscribe() {
          unsubscribe()
          subscribers -= 1
          if (subscribers === 0) removeEventListener('storage', hear)
        },
      }
    },
  }
}

/**
 * Makes a choice for each of several owners, such as accounts. All users of one share it, so that it holds for all of them
 * where the browser does not keep it.
 *
 * @param entryOf the name in the storage of an owner's choice
 * @returns owner → its choice; the other parameters are those of createDeviceChoice
 */
export function createDeviceChoices<Value>(
  entryOf: (owner: string) => string,
  read: (text: string | null) => Value,
  write: (value: Value) => string,
  storage?: Parameters<typeof readChoice>[1],
): (owner: string) => DeviceChoice<Value> {
  const choices = new Map<string, DeviceChoice<Value>>()
  return (owner) => {
    const entry = entryOf(owner)
    const choice = choices.get(entry) ?? createDeviceChoice(entry, read, write, storage)
    choices.set(entry, choice)
    return choice
  }
}

/** The value of a choice. The component renders again when it changes. */
export function useDeviceChoice<Value>(choice: DeviceChoice<Value>): Value {
  return useSelector(choice)
}
