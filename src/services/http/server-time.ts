/**
 * Calls back once, with the time of the server's next answer (its `Date` header) in milliseconds since the epoch. Returns a stop function.
 * @param calls emits `time` with NaN as detail for an answer without the header
 */
export function watchServerTime(calls: EventTarget, onTime: (time: number) => void): () => void {
  const listening = new AbortController()
  const report = (event: Event) => {
    if (!(event instanceof CustomEvent && typeof event.detail === 'number') || Number.isNaN(event.detail)) return
    listening.abort()
    onTime(event.detail)
  }
  calls.addEventListener('time', report, { signal: listening.signal })
  return () => listening.abort()
}
