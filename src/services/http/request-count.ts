/** How many requests are under way, told only when the first begins and the last ends. */
export interface RequestCount {
  started(): void
  ended(): void
  /** Calls back with whether any request is under way, now and at each change. Returns the way to stop. */
  watch(onChange: (isRunning: boolean) => void): () => void
}

export function createRequestCount(): RequestCount {
  const listeners = new Set<(isRunning: boolean) => void>()
  let running = 0
  const tell = () => {
    for (const listener of listeners) listener(running > 0)
  }
  return {
    started() {
      running += 1
      if (running === 1) tell()
    },
    ended() {
      running -= 1
      if (running === 0) tell()
    },
    watch(onChange) {
      listeners.add(onChange)
      onChange(running > 0)
      return () => listeners.delete(onChange)
    },
  }
}
