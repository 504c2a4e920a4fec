import { accountEntry } from '#web/api/tab-entries.ts'

const storageKey = (profileId: string) => accountEntry('auto-refresh', profileId)

/** Whether an account's list refreshes by itself in this tab: it does, unless somebody has switched that off. */
export function isAutoRefreshChosen(profileId: string): boolean {
  try {
    return sessionStorage.getItem(storageKey(profileId)) !== 'off'
  } catch {
    return true
  }
}

/** Remembers the choice until the tab is closed. */
export function chooseAutoRefresh(profileId: string, isOn: boolean): void {
  try {
    if (isOn) sessionStorage.removeItem(storageKey(profileId))
    else sessionStorage.setItem(storageKey(profileId), 'off')
  } catch {
    // Where storage is refused the choice lasts until a reload.
  }
}
