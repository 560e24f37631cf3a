const hourMs = 60 * 60_000

export type Housekeeping = {
  /** Runs all chores now; logs a failed chore, which runs again an hour later. */
  tidy(): Promise<void>
  /** Starts no more chores; resolves when the running one has ended. */
  stop(): Promise<void>
}

/** Runs every chore each hour, or at the given interval, one after another, so that no table or cache grows for ever. */
export function startHousekeeping(
  chores: Readonly<Record<string, () => Promise<unknown> | unknown>>,
  everyMs = hourMs,
): Housekeeping {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()

  async function doAll(): Promise<void> {
    for (const [name, chore] of Object.entries(chores)) {
      if (isStopped) return
      try {
        await chore()
      } catch (error) {
        if (!isStopped) console.error('housekeeping failed:', name, error)
      }
    }
  }

  function tidy(): Promise<void> {
    running = running.then(doAll)
    return running
  }

  const timer = setInterval(tidy, everyMs).unref()
  return {
    tidy,
    stop() {
      isStopped = true
      clearInterval(timer)
      return running
    },
  }
}
