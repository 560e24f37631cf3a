/**
 * Calls back with whether any request is under way, now and at each change. Returns the way to stop.
 * @param calls tells of each request by `started` and `ended`; one that began before counts for nothing
 */
export function watchRequests(calls: EventTarget, onChange: (isRunning: boolean) => void): () => void {
  const listening = new AbortController()
  let running = 0
  const count = (change: 1 | -1) => () => {
    const before = running
    running = Math.max(running + change, 0)
    if (before === 0 || running === 0) onChange(running > 0)
  }
  calls.addEventListener('started', count(1), { signal: listening.signal })
  calls.addEventListener('ended', count(-1), { signal: listening.signal })
  onChange(false)
  return () => listening.abort()
}
