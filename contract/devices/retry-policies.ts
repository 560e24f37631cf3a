/** How often, and how long after each failure, a call is retried (spec §9, RET-1). Times in milliseconds. */
export interface RetryPolicy {
  attempts: number
  baseMs: number
  maxMs: number
  factor: number
  /** Largest random addition to a delay. */
  jitterMs: number
}

/** Spec §9 NETWORK_OPERATION: device calls (DEV-2). */
export const networkOperation: RetryPolicy = { attempts: 4, baseMs: 1_000, maxMs: 15_000, factor: 1.5, jitterMs: 1_000 }

/** Spec §9 QUICK_RETRY: health pings (HEA-2). */
export const quickRetry: RetryPolicy = { attempts: 2, baseMs: 500, maxMs: 1_000, factor: 1, jitterMs: 0 }

/** No retry: for the panel's own trials (LIVE-3). */
export const singleAttempt: RetryPolicy = { attempts: 1, baseMs: 0, maxMs: 0, factor: 1, jitterMs: 0 }

/**
 * Milliseconds to wait after the given number of attempts: min(max, base × factor^(n−1)) + jitter (RET-1). A longer
 * Retry-After of the server is used up to the policy's max (RET-2).
 * @param random in [0, 1)
 */
export function retryDelayMs(
  { baseMs, maxMs, factor, jitterMs }: RetryPolicy,
  attempts: number,
  random: number,
  retryAfterMs: number | null = null,
): number {
  const delayMs = Math.min(maxMs, baseMs * factor ** (attempts - 1)) + Math.round(jitterMs * random)
  return retryAfterMs === null ? delayMs : Math.max(delayMs, Math.min(retryAfterMs, maxMs))
}
