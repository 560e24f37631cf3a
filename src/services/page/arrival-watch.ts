/** In seconds. */
const arrivalTimes = {
  /** LIVE-9: time until the page reports that the panel has not loaded. */
  stalledAfterS: 20,
  /** LIVE-8: interval of requests to the server while a part of the panel is missing. */
  askEveryS: 15,
} as const

/** The page from this watch's view. */
export interface WatchedPage {
  /** Whether no part of the panel is shown yet. */
  isWaiting(): boolean
  /** Whether the page shows that a part of the panel failed to load. */
  isMissing(): boolean
  /** Shows or removes the notice that the panel has not loaded. */
  showStalled(isStalled: boolean): void
  isAnswered(): Promise<boolean>
  reload(): void
}

/**
 * Watches the loading of the panel from outside the panel's code, which may be the part that fails (LIVE-8, LIVE-9).
 * Reloads the page only after a change: the network or the server was unreachable and has recovered. This prevents a
 * reload loop (VER-2).
 * @returns `look`, to be called each second, and `online`, to be called when the browser's network is online again
 */
export function watchArrival(page: WatchedPage): { look: () => Promise<void>; online: () => void } {
  let waitedS = 0
  let lackedS = 0
  let wasAway = false
  return {
    async look() {
      waitedS = page.isWaiting() ? waitedS + 1 : 0
      const isStalled = waitedS >= arrivalTimes.stalledAfterS
      page.showStalled(isStalled)
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
