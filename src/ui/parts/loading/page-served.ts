/** Whether a page that is loaded now would come. */
export function isPageServed(): Promise<boolean> {
  return fetch('/version.json', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
