/**
 * Counts the calls of the three clients from now on (HEA-3); success is a status below 400 (spec §5).
 * @param calls emits `completed` for each call, with its duration in milliseconds and its status, null without an answer
 */
export function countCalls(calls: EventTarget, metrics: ClientMetrics): void {
  calls.addEventListener('completed', (event) => {
    if (!(event instanceof CustomEvent)) return
    const { durationMs, status } = event.detail
    metrics.record(durationMs, (status ?? 500) < 400)
  })
}

/** This page's counts of its own calls (HEA-3). */
export interface ClientMetricsReading {
  totalRequests: number
  successfulRequests: number
  failedRequests: number
  /** Milliseconds; 0 before the first call. */
  averageResponseTime: number
  /** Milliseconds since the epoch, or null before the first clean-up. */
  lastCleanup: number | null
  /** Bytes, or null if the browser does not report them. */
  memoryUsage: number | null
}

export interface ClientMetrics {
  /** Counts a finished call with its duration in milliseconds. */
  record(durationMs: number, succeeded: boolean): void
  noteCleanup(): void
  /** @param memoryUsage bytes, or null */
  read(memoryUsage: number | null): ClientMetricsReading
}

/** `now` in ms since the epoch. */
export function createClientMetrics(now: () => number): ClientMetrics {
  let successfulRequests = 0
  let failedRequests = 0
  let totalMs = 0
  let lastCleanup: number | null = null
  return {
    record(durationMs, succeeded) {
      if (succeeded) successfulRequests += 1
      else failedRequests += 1
      totalMs += durationMs
    },
    noteCleanup() {
      lastCleanup = now()
    },
    read(memoryUsage) {
      const totalRequests = successfulRequests + failedRequests
      return {
        totalRequests,
        successfulRequests,
        failedRequests,
        averageResponseTime: totalRequests === 0 ? 0 : totalMs / totalRequests,
        lastCleanup,
        memoryUsage,
      }
    },
  }
}
