/** The services that the panel asks, each at an address of its own (CFG-1). */
export type Service = 'server' | 'deviceService' | 'health'

/**
 * Calls back with whether the service has answered, at the end of each call of it. Returns the way to stop.
 * @param calls tells of each call by an event with the service's name, whose detail is the answer's status, or null without one
 */
export function watchAnswers(calls: EventTarget, service: Service, onEnd: (isAnswered: boolean) => void): () => void {
  const listening = new AbortController()
  const tell = (event: Event) => onEnd(event instanceof CustomEvent && isAnswer(service, event.detail))
  calls.addEventListener(service, tell, { signal: listening.signal })
  return () => listening.abort()
}

/** What a proxy says when there is nobody behind it is no answer; of the device service it may be a device's failure. */
function isAnswer(service: Service, status: unknown): boolean {
  return status !== null && (service === 'deviceService' || ![502, 503, 504].some((each) => each === status))
}
