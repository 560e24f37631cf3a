import { Refusal } from '../http/refusal.ts'

/** `running` at once, `waiting` behind them, and of these `waitingEach` for one address. */
export type PasswordPlaces = { running: number; waiting: number; waitingEach: number }

/** Does the work when its turn comes; rejects with a 429 `Refusal` where too many wait, in all or for the address `from`. */
export type PasswordTurns = <Result>(from: string, work: () => Promise<Result>) => Promise<Result>

/**
 * A password's key is made in the thread pool that files and compression need as well, and takes its memory (OPS-4): a few are made
 * at once, a few wait a few seconds, and whoever comes then is told at once. One address cannot take all places.
 */
export function passwordTurns({
  running: mostRunning,
  waiting: mostWaiting,
  waitingEach,
}: PasswordPlaces): PasswordTurns {
  const waiting: { from: string; start: () => void }[] = []
  let running = 0

  async function enter(from: string): Promise<void> {
    if (running < mostRunning) {
      running += 1
      return
    }
    const ofSame = waiting.filter((other) => other.from === from).length
    if (waiting.length >= mostWaiting || ofSame >= waitingEach)
      throw new Refusal(429, {
        message: 'Muitas pessoas estão entrando agora. Aguarde alguns segundos e tente de novo.',
        headers: { 'retry-after': '3' },
      })
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
