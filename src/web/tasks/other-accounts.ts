import type { ApiSession } from '#web/api/session.tsx'

/** An open account that is not on screen. */
export interface OtherAccount {
  readonly profileId: string
  readonly name: string
  /** the last characters of its key */
  readonly keyTail: string
}

/** The accounts beside the one on screen. The route provides them. */
export interface OtherAccounts {
  /** those that are open in this tab */
  accounts: readonly OtherAccount[]
  /** whether this device has accounts that are locked: not even their names are known */
  areSomeLocked: () => boolean
  /** Starts a session of an account. @returns undefined: the account is not open any more */
  lend: (profileId: string) => ApiSession | undefined
  /** Ends a session, unless its account is on screen now. */
  takeBack: (session: ApiSession) => void
  /** Shows a task in its account. @param text the search that finds it */
  open: (profileId: string, text: string, task: string | undefined) => void
}
