/** Whether the page is visible now; `watchVisibility` reports changes. */
export function isPageSeen(): boolean {
  return document.visibilityState === 'visible'
}
