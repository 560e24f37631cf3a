/** Milliseconds since the epoch. */
export interface ViewTime {
  /** On this computer's clock. */
  now: number
  /** On the server's clock (LIVE-10). */
  serverNow: number
}

/** Clock shared by all views of a panel. */
export interface ViewClock {
  /** Returns the same object for all callers within a second. */
  time(): ViewTime
  /** Calls back each second. Returns a function that stops it. */
  watch(onTick: () => void): () => void
}

const tickMs = 1_000

/** Creates a clock that ticks each second while the page is visible and at least one view watches it. */
export function createViewClock(read: () => ViewTime): ViewClock {
  const views = new Set<() => void>()
  let time = read()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    time = read()
    for (const onTick of views) onTick()
  }
  const follow = () => {
    clearInterval(timer)
    if (views.size === 0 || document.visibilityState !== 'visible') return
    tick()
    timer = setInterval(tick, tickMs)
  }
  document.addEventListener('visibilitychange', follow)
  return {
    time() {
      const fresh = read()
      // Without watchers there are no ticks; the clock may also be set back.
      if (Math.abs(fresh.now - time.now) >= tickMs) time = fresh
      return time
    },
    watch(onTick) {
      views.add(onTick)
      if (views.size === 1) follow()
      return () => {
        views.delete(onTick)
        if (views.size === 0) follow()
      }
    },
  }
}
