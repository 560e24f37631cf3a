/** Address of the inspector with a device's breaker selected. */
export function breakerAddress(wordCode: string): string {
  return `/inspector?${new URLSearchParams({ actor: `breaker:${wordCode}` })}`
}
