import { useSyncExternalStore } from 'react'

/*
 * What a person has chosen for this browser, in all of its accounts: short texts in localStorage. Their names begin
 * with "marquee.", so "Forget everything" finds them.
 */

/** Reads what was chosen under a name. @returns null where nothing was, or the browser refuses */
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
 * Calls back when another tab has chosen otherwise, or has forgotten everything.
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

/** A choice that components show: it changes at once, in every tab. */
export interface DeviceChoice<Value> {
  /** The same object until the choice changes. */
  get: () => Value
  /** Chooses and remembers; where the browser refuses, until the page is left. */
  set: (value: Value) => void
  /** Calls back after each change. @returns how to stop that */
  subscribe: (onChange: () => void) => () => void
}

/**
 * Makes a choice of this browser.
 *
 * @param entry its name in localStorage
 * @param read makes a value of any text that may stand there; null: nothing was chosen
 * @param write makes a text that `read` understands
 */
export function createDeviceChoice<Value>(
  entry: string,
  read: (text: string | null) => Value,
  write: (value: Value) => string,
): DeviceChoice<Value> {
  const listeners = new Set<() => void>()
  let known: { value: Value; isKept: boolean } | undefined
  let stopFollowing: (() => void) | undefined
  function notify() {
    for (const listener of listeners) listener()
  }
  return {
    get() {
      known ??= { value: read(readChoice(entry)), isKept: true }
      return known.value
    },
    set(value) {
      known = { value, isKept: writeChoice(entry, write(value)) }
      notify()
    },
    subscribe(listener) {
      // What another tab chose while no component was there was not heard.
      if (
        listeners.size === 0 &&
        known?.isKept === true &&
        write(known.value) !== readChoice(entry)
      ) {
        known = undefined
      }
      stopFollowing ??= followChoice(entry, () => {
        known = undefined
        notify()
      })
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopFollowing?.()
        stopFollowing = undefined
      }
    },
  }
}

/** The value of a choice; the component is drawn again when it changes. */
export function useDeviceChoice<Value>(choice: DeviceChoice<Value>): Value {
  return useSyncExternalStore(choice.subscribe, choice.get)
}
