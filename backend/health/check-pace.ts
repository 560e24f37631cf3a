/** 50,000 devices are all checked within four minutes; a minute is left for what hangs (SCA-3). */
const longestMs = 4 * 60_000
const perDeviceMs = longestMs / 50_000

export type CheckPace = {
  /** How long after a check the next one of the same device is due, in ms. */
  nextCheckMs(): number
  setCount(devices: number): void
}

/** Checks come every `everyMs`, and of many devices seldomer: a check costs, and nobody looks at 50,000 each minute. */
export function checkPace(everyMs: number): CheckPace {
  let nextMs = everyMs
  return {
    nextCheckMs: () => nextMs,
    setCount(devices) {
      nextMs = Math.max(everyMs, Math.min(Math.ceil(devices * perDeviceMs), longestMs))
    },
  }
}
