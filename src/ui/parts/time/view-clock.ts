/** The time, in milliseconds since the epoch. */
export interface ViewTime {
  /** On this computer's clock. */
  now: number
  /** On the server's (LIVE-10). */
  serverNow: number
}

/** What all views of a panel count from. */
export interface ViewClock {
  /** The same for a second, for whoever asks. */
  time(): ViewTime
  /** Calls back at each second. Returns the way to stop. */
  watch(onTick: () => void): () => void
}

const tickMs = 1_000

/** A clock that tells of each second while the page can be seen and a view counts from it. */
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
      // Nothing ticks while nobody counts, and the clock may be set back.
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
