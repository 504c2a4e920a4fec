/** The prefix of all sessionStorage entries about accounts. The router's scroll positions have another name. */
export const TAB_PREFIX = 'marquee.'

/** The entries of one account, without its key. */
export type AccountEntry = 'poster-draft' | 'poster-batch' | 'auto-refresh'

/** The name of an account's entry in sessionStorage. */
export function accountEntry(what: AccountEntry, profileId: string): string {
  return `${TAB_PREFIX}${what}.${profileId}`
}

/** Whether an entry belongs to this account. */
export function isEntryOf(profileId: string, entry: string): boolean {
  return entry.startsWith(TAB_PREFIX) && entry.endsWith(`.${profileId}`)
}
