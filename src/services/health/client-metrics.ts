import * as v from 'valibot'

/** What this page knows of its own calls (HEA-3). */
export interface ClientMetricsReading {
  totalRequests: number
  successfulRequests: number
  failedRequests: number
  /** Milliseconds; 0 before the first call. */
  averageResponseTime: number
  /** Milliseconds since the epoch, or null before the first clean-up. */
  lastCleanup: number | null
  /** Bytes, or null where the browser does not tell. */
  memoryUsage: number | null
}

export interface ClientMetrics {
  /** A call came to its end after so many milliseconds; success is a status below 400 (spec §5). */
  record(durationMs: number, succeeded: boolean): void
  noteCleanup(): void
  read(): ClientMetricsReading
}

/** Counts from zero; `now` in ms since the epoch, `memoryUsage` in bytes. */
export function createClientMetrics(now: () => number, memoryUsage: () => number | null): ClientMetrics {
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
    read() {
      const totalRequests = successfulRequests + failedRequests
      return {
        totalRequests,
        successfulRequests,
        failedRequests,
        averageResponseTime: totalRequests === 0 ? 0 : totalMs / totalRequests,
        lastCleanup,
        memoryUsage: memoryUsage(),
      }
    },
  }
}

const heapSchema = v.object({ memory: v.object({ usedJSHeapSize: v.pipe(v.number(), v.finite(), v.minValue(0)) }) })

/** Bytes of this page's heap, which Chromium alone tells; null elsewhere. */
export function browserMemoryUsage(source: unknown = globalThis.performance): number | null {
  const parsed = v.safeParse(heapSchema, source)
  return parsed.success ? parsed.output.memory.usedJSHeapSize : null
}
