const tickMs = 20
/** A timer is never quite on time; this much of it is no sign of a busy process. */
const slackMs = 10

export type BusyTime = {
  /** Milliseconds since the start that this process was too busy to notice anything in; those that pass right now included. */
  total(): number
  stop(): void
}

/** Measures how late the event loop is: what a timer of 20 ms is late by, added up (SCA-4). */
export function measureBusyTime(): BusyTime {
  let total = 0
  let lastTickAt = performance.now()
  const late = () => Math.max(performance.now() - lastTickAt - tickMs - slackMs, 0)
  const timer = setInterval(() => {
    total += late()
    lastTickAt = performance.now()
  }, tickMs).unref()
  return { total: () => total + late(), stop: () => clearInterval(timer) }
}
