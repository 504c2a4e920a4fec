const STORAGE_KEY = 'marquee.auto-refresh'

/** Whether this tab refreshes by itself: it does, unless somebody has switched that off in it. */
export function isAutoRefreshChosen(): boolean {
  try {
    return sessionStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

/** Remembers the choice until the tab is closed. */
export function chooseAutoRefresh(isOn: boolean): void {
  try {
    if (isOn) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, 'off')
  } catch {
    // Where storage is refused the choice lasts until a reload.
  }
}
