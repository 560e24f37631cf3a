import type { Refusal } from './http/refusal.ts'

/** `running` at once, `waiting` behind them, and of these `waitingEach` from one place. */
export type Places = { running: number; waiting: number; waitingEach: number }

/** Does the work when its turn comes, in the order in which it was asked for; rejects where too many wait, in all or `from` one place. */
export type Turns = <Result>(from: string, work: () => Promise<Result>) => Promise<Result>

/** @param refusal what whoever comes when too many wait is told */
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
    // Its place is handed over, so nobody slips in between.
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
