/** Whether anybody can see the page now; its changes are told by `watchVisibility`. */
export function isPageSeen(): boolean {
  return document.visibilityState === 'visible'
}
