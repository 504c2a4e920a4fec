/** The prefix of all entries in the browser's storage about accounts. The router's scroll positions have another name. */
export const TAB_PREFIX = 'marquee.'

/** The entries of one account, without its key. `previews`, `saved-views` and `points-limit` are in localStorage, the others in sessionStorage. */
export type AccountEntry =
  | 'poster-form'
  | 'poster-records'
  | 'auto-refresh'
  | 'previews'
  | 'saved-views'
  | 'points-limit'

/** The name of an account's entry. */
export function accountEntry(what: AccountEntry, profileId: string): string {
  return `${TAB_PREFIX}${what}.${profileId}`
}

/** Whether an entry belongs to this account. */
export function isEntryOf(profileId: string, entry: string): boolean {
  return entry.startsWith(TAB_PREFIX) && entry.endsWith(`.${profileId}`)
}
