import { createAtom } from '@tanstack/react-store'

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

/** The notices about accounts. */
export const accountNotices = createAtom<AccountNotices>({
  mayHaveLeftSubmissions: false,
  isNotOnDevice: false,
  forgotten: null,
  isNotKeptDismissed: false,
})

/** Sets or dismisses notices. The others stay. */
export function noteOfAccounts(change: Partial<AccountNotices>): void {
  accountNotices.set((before) => ({ ...before, ...change }))
}
