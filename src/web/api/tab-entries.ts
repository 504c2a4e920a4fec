/** Everything that a tab keeps about accounts begins with this; the router keeps scroll positions under its own. */
export const TAB_PREFIX = 'marquee.'

/** What a tab keeps for one account beside its key. */
export type AccountEntry = 'poster-draft' | 'poster-batch' | 'auto-refresh'

/** The name in sessionStorage of what the tab keeps for an account. */
export function accountEntry(what: AccountEntry, profileId: string): string {
  return `${TAB_PREFIX}${what}.${profileId}`
}

/** Whether a name is of something that the tab keeps for this account. */
export function isEntryOf(profileId: string, entry: string): boolean {
  return entry.startsWith(TAB_PREFIX) && entry.endsWith(`.${profileId}`)
}
