/** Whether this page is the one that the browser had kept: the server did not answer when it was asked for. The worker marks it. */
export function isKeptPage(): boolean {
  return document.documentElement.dataset.kept !== undefined
}

/**
 * Has the browser keep the panel's files, for the day on which the server does not answer; where there is no worker (plain http), it
 * does without. Rejects when the worker cannot be had.
 */
export async function keepPage(): Promise<void> {
  await navigator.serviceWorker?.register('/shell-worker.js', { updateViaCache: 'none' })
}
