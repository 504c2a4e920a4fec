import { useSyncExternalStore } from 'react'

import type { AccountsState } from '#web/accounts/account-sessions.ts'

/** What is said once about the accounts of this browser; known until a reload. */
export interface AccountNotices {
  /** submissions of a key that was forgotten may still be in this browser */
  readonly remains: boolean
  /** a key that was to be kept on this device is in this tab only */
  readonly notOnDevice: boolean
  /** the accounts as they stood when everything was forgotten: whoever connects again has begun anew */
  readonly forgotten: AccountsState | null
  /** it was taken note of that this browser keeps nothing */
  readonly notKeptSeen: boolean
}

let notices: AccountNotices = {
  remains: false,
  notOnDevice: false,
  forgotten: null,
  notKeptSeen: false,
}
const listeners = new Set<() => void>()

function note(change: Partial<AccountNotices>): void {
  notices = { ...notices, ...change }
  for (const listener of listeners) listener()
}

/** Notes that submissions of a key that was forgotten may still be there. */
export function noteRemains(): void {
  note({ remains: true })
}

/** Notes that the browser did not store a key for good. */
export function noteNotOnDevice(): void {
  note({ notOnDevice: true })
}

/** Notes that nothing is left in this browser. @param state of the accounts, since they were forgotten */
export function noteForgotten(state: AccountsState): void {
  note({ forgotten: state })
}

/** Notes that a person has read what there was to say. */
export function dismissNotices(): void {
  note({ remains: false, notOnDevice: false, forgotten: null, notKeptSeen: true })
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** The notices; renders again when they change. */
export function useAccountNotices(): AccountNotices {
  return useSyncExternalStore(subscribe, () => notices)
}
