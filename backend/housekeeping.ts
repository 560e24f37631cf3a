const hourMs = 60 * 60_000

export type Housekeeping = {
  /** Does all of it now; what fails is logged and done again an hour later. */
  tidy(): Promise<void>
  /** Begins no more; resolves once what is under way has ended. */
  stop(): Promise<void>
}

/** Does every chore each hour, or as often as told, one after the other, so that nothing grows for ever while a server runs for years. */
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
