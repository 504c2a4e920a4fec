import { createAtom, useSelector } from '@tanstack/react-store'

import type { ShownAccounts } from '#web/accounts/account-sessions.ts'

/** Notices about the accounts of this browser. They last until a reload. */
export interface AccountNotices {
  /** submissions of a removed key may still be in this browser */
  readonly mayHaveLeftSubmissions: boolean
  /** a key that should be kept on this device is in this tab only */
  readonly isNotOnDevice: boolean
  /** the state right after everything was removed; the notice ends when an account is connected again */
  readonly forgotten: ShownAccounts | null
  /** the notice that this browser keeps nothing was dismissed */
  readonly isNotKeptDismissed: boolean
}

const notices = createAtom<AccountNotices>({
  mayHaveLeftSubmissions: false,
  isNotOnDevice: false,
  forgotten: null,
  isNotKeptDismissed: false,
})

function note(change: Partial<AccountNotices>): void {
  notices.set((before) => ({ ...before, ...change }))
}

/** Notes that submissions of a removed key may still be in this browser. */
export function noteLeftSubmissions(): void {
  note({ mayHaveLeftSubmissions: true })
}

/** Notes that the browser did not store a key on this device. */
export function noteNotOnDevice(): void {
  note({ isNotOnDevice: true })
}

/** Notes that everything in this browser was removed. @param state the state of the accounts right after that */
export function noteForgotten(state: ShownAccounts): void {
  note({ forgotten: state })
}

/** Dismisses all notices. */
export function dismissNotices(): void {
  note({
    mayHaveLeftSubmissions: false,
    isNotOnDevice: false,
    forgotten: null,
    isNotKeptDismissed: true,
  })
}

/** The notices about accounts. */
export function useAccountNotices(): AccountNotices {
  return useSelector(notices)
}
