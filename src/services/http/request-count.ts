/**
 * Calls back with whether any request is under way, now and at each change. Returns the way to stop.
 * @param calls tells of each request by `running`, with the detail 1 at its start and -1 at its end; one that began before counts for nothing
 */
export function watchRequests(calls: EventTarget, onChange: (isRunning: boolean) => void): () => void {
  const listening = new AbortController()
  let running = 0
  const count = (event: Event) => {
    if (!(event instanceof CustomEvent && typeof event.detail === 'number')) return
    const before = running
    running = Math.max(running + event.detail, 0)
    if (before > 0 !== running > 0) onChange(running > 0)
  }
  calls.addEventListener('running', count, { signal: listening.signal })
  onChange(false)
  return () => listening.abort()
}
