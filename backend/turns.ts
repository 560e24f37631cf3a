import type { Refusal } from './http/refusal.ts'

/** `running` at a time, `waiting` in the queue, and at most `waitingEach` of these from one source. */
export type Places = { running: number; waiting: number; waitingEach: number }

/** Runs the work in order of arrival; rejects if too many wait, in all or from one source `from`. */
export type Turns = <Result>(from: string, work: () => Promise<Result>) => Promise<Result>

/** @param refusal makes the error for a caller if too many wait */
export function turns(
  { running: mostRunning, waiting: mostWaiting, waitingEach }: Places,
  refusal: () => Refusal,
): Turns {
  const waiting: { from: string; start: () => void }[] = []
  let running = 0

  async function enter(from: string): Promise<void> {
    if (running < mostRunning) {
      running += 1
      return
    }
    const ofSame = waiting.filter((other) => other.from === from).length
    if (waiting.length >= mostWaiting || ofSame >= waitingEach) throw refusal()
    // The slot is passed on directly, so that a new caller cannot take it first.
    await new Promise<void>((start) => waiting.push({ from, start }))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next.start()
  }

  return async (from, work) => {
    await enter(from)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
