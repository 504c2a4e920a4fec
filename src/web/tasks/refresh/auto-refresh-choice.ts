import { accountEntry } from '#web/api/tab-entries.ts'

const storageKey = (profileId: string) => accountEntry('auto-refresh', profileId)

/** Whether auto-refresh is on for an account in this tab. It is on by default. */
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
    // If the browser refuses storage, the choice lasts until a reload.
  }
}
