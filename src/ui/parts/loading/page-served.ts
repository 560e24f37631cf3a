/** Checks whether the server would answer a page load now. */
export function isPageServed(): Promise<boolean> {
  return fetch('/version.json', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
