/** In seconds. */
const arrivalTimes = {
  /** LIVE-9: how long the panel may take before the page says so. */
  stalledAfterS: 20,
  /** LIVE-8: how often the server is asked for while a part of the panel is missing. */
  askEveryS: 15,
} as const

/** The page as this watch sees it. */
export interface WatchedPage {
  /** Whether nothing of the panel stands there yet. */
  isWaiting(): boolean
  /** Whether it says that a part of the panel did not come. */
  isMissing(): boolean
  /** Says that the panel has not arrived, or takes that back: it has, after all. */
  tellStalled(isStalled: boolean): void
  /** Whether the server answers. */
  isAnswered(): Promise<boolean>
  reload(): void
}

/**
 * Watches over the arrival of the panel from outside of it, since it may be the panel itself that does not come (LIVE-8, LIVE-9).
 * The page is loaded anew only once something has changed: the network or the server was away and is back. So it never is in a
 * loop (VER-2).
 * @returns `look`, for each second, and `online`, for when the browser says that its network is back
 */
export function watchArrival(page: WatchedPage): { look: () => Promise<void>; online: () => void } {
  let waitedS = 0
  let lackedS = 0
  let wasAway = false
  return {
    async look() {
      waitedS = page.isWaiting() ? waitedS + 1 : 0
      const isStalled = waitedS >= arrivalTimes.stalledAfterS
      page.tellStalled(isStalled)
      lackedS = isStalled || page.isMissing() ? lackedS + 1 : 0
      if (lackedS === 0) wasAway = false
      if (lackedS % arrivalTimes.askEveryS !== 1) return
      const isAnswered = await page.isAnswered()
      if (isAnswered && wasAway) page.reload()
      wasAway ||= !isAnswered
    },
    online() {
      if (lackedS > 0) page.reload()
    },
  }
}
