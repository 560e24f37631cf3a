export type AttemptLimit = {
  /** Counts one attempt. Returns 0 when it may go on, else the seconds until the next one may. */
  attempt(key: string): number
  /** Forgets what was counted for `key`. */
  clear(key: string): void
}

/** A sliding window: at most `most` attempts a key in `windowMs`; refused attempts count nothing. */
export function attemptLimit(most: number, windowMs: number, now: () => number): AttemptLimit {
  const attempts = new Map<string, number[]>()
  let lastSweep = now()

  function sweep(time: number): void {
    if (time - lastSweep < windowMs) return
    lastSweep = time
    for (const [key, times] of attempts) if (times.every((at) => at <= time - windowMs)) attempts.delete(key)
  }

  return {
    attempt(key) {
      const time = now()
      sweep(time)
      const recent = (attempts.get(key) ?? []).filter((at) => at > time - windowMs)
      const oldest = recent[0]
      if (oldest !== undefined && recent.length >= most)
        return Math.max(1, Math.ceil((oldest + windowMs - time) / 1000))
      attempts.set(key, [...recent, time])
      return 0
    },
    clear(key) {
      attempts.delete(key)
    },
  }
}
