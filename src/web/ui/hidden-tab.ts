/** Whether the person cannot see the tab. */
export function isTabHidden(): boolean {
  return document.visibilityState === 'hidden'
}
