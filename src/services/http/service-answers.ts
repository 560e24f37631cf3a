/** The services that the panel asks, each at an address of its own (CFG-1). */
export type Service = 'server' | 'deviceService' | 'health'

/** Whether calls are answered, for whoever wants to know. */
export interface ServiceAnswers {
  /** A call has ended; `status` is null where no answer came. */
  note(service: Service, status: number | null): void
  /** Calls back with whether a service has answered, at the end of each call. Returns the way to stop. */
  watch(onEnd: (service: Service, isAnswered: boolean) => void): () => void
}

export function createServiceAnswers(): ServiceAnswers {
  const listeners = new Set<(service: Service, isAnswered: boolean) => void>()
  return {
    note(service, status) {
      for (const listener of listeners) listener(service, isAnswer(service, status))
    },
    watch(onEnd) {
      listeners.add(onEnd)
      return () => listeners.delete(onEnd)
    },
  }
}

/** What a proxy says when there is nobody behind it is no answer; of the device service it may be a device's failure. */
function isAnswer(service: Service, status: number | null): boolean {
  return status !== null && (service === 'deviceService' || ![502, 503, 504].includes(status))
}
