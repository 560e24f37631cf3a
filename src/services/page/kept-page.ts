/** Whether this page came from the worker's cache because the server did not answer. The worker marks the page. */
export function isKeptPage(): boolean {
  return document.documentElement.dataset.kept !== undefined
}

/**
 * Has the worker store the panel's files for a start without the server. Does nothing without workers (plain http).
 * Rejects if the worker fails to register.
 */
export async function keepPage(): Promise<void> {
  await navigator.serviceWorker?.register('/shell-worker.js', { updateViaCache: 'none' })
}
