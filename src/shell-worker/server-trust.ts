/**
 * How long the page is waited for: four round trips of 150 ms, which a new connection with TLS and its first answer take on the
 * slow line that this panel is measured on. A server that answers later is not wronged: the page that is kept is its own, and the
 * version check follows (VER-1).
 */
const pageWaitMs = 600

/** How long a server that did not give the page is not waited for again: until the page that was kept has started. */
const doubtMs = 5_000

/** Whether the server answers, as far as this worker has seen. */
export interface ServerTrust {
  /** The answer, where it comes within the time (ms) and is the server's own; else undefined, and the server is doubted. */
  answerOf(asked: Promise<Response>, withinMs?: number): Promise<Response | undefined>
  isDoubted(): boolean
}

export function createServerTrust(now: () => number = () => performance.now()): ServerTrust {
  let doubtedUntil = 0
  return {
    async answerOf(asked, withinMs = pageWaitMs) {
      const response = await inTime(asked, withinMs)
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

function inTime(asked: Promise<Response>, withinMs: number): Promise<Response | undefined> {
  return new Promise((resolve) => {
    if (Number.isFinite(withinMs)) setTimeout(resolve, withinMs)
    asked.then(resolve, () => resolve(undefined))
  })
}

/** What a proxy says when there is nobody behind it. */
function isOfProxy({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504
}
