/** The services that the panel calls, each with its own base URL (CFG-1). */
export type Service = 'server' | 'deviceService' | 'health'

/**
 * Calls back with whether the service has answered, at the end of each of its calls. Returns a stop function.
 * @param calls emits for each call an event with the service's name and the answer's status as detail, or null without
 * an answer
 */
export function watchAnswers(calls: EventTarget, service: Service, onEnd: (isAnswered: boolean) => void): () => void {
  const listening = new AbortController()
  const report = (event: Event) => onEnd(event instanceof CustomEvent && isAnswer(event.detail))
  calls.addEventListener(service, report, { signal: listening.signal })
  return () => listening.abort()
}

/** A proxy's error is no answer. The device service also answers so for a failed device: then a probe decides. */
function isAnswer(status: unknown): boolean {
  return status !== null && ![502, 503, 504].some((each) => each === status)
}
