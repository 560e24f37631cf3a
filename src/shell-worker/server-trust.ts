/**
 * Timeout for the page: four round trips of 150 ms, enough for a new TLS connection and its first answer on the slow
 * line of the benchmarks. If the server is slower, the stored page starts and the version check follows (VER-1).
 */
const pageWaitMs = 600

/**
 * After a failed page request the worker does not wait for the server for this long: until the stored page has started.
 */
const doubtMs = 5_000

/** Whether the server answers, as observed by this worker. */
export interface ServerTrust {
  /** The answer, if it arrives within the time (ms) and is no proxy's error; else undefined: the server is doubted. */
  answerOf(pending: Promise<Response>, withinMs?: number): Promise<Response | undefined>
  isDoubted(): boolean
}

export function createServerTrust(now: () => number = () => performance.now()): ServerTrust {
  let doubtedUntil = 0
  return {
    async answerOf(pending, withinMs = pageWaitMs) {
      const response = await inTime(pending, withinMs)
      if (response !== undefined && !isOfProxy(response)) {
        doubtedUntil = 0
        return response
      }
      doubtedUntil = now() + doubtMs
      return undefined
    },
    isDoubted: () => now() < doubtedUntil,
  }
}

function inTime(pending: Promise<Response>, withinMs: number): Promise<Response | undefined> {
  return new Promise((resolve) => {
    if (Number.isFinite(withinMs)) setTimeout(resolve, withinMs)
    pending.then(resolve, () => resolve(undefined))
  })
}

function isOfProxy({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504
}
