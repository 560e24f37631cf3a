/**
 * Calls back with whether any request is running, now and at each change. Returns a stop function.
 * @param calls emits `running` for each request, with the detail 1 at its start and -1 at its end; requests that
 * started earlier are not counted
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
