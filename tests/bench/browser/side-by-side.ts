import { type Metric, quantile } from '../metric.ts'

const rounds = 9

/** CPU time of a call in µs, one list for each caller; the callers take turns, so that noise affects all of them. */
export async function sideBySide<Measured>(
  calls: number,
  callers: readonly Measured[],
  call: (caller: Measured) => Promise<unknown>,
): Promise<number[][]> {
  const times = callers.map((): number[] => [])
  for (let round = -2; round < rounds; round++)
    for (const [index, caller] of callers.entries()) {
      const startedAt = cpuMs()
      for (let count = 0; count < calls; count++) await call(caller)
      if (round >= 0) times[index]?.push(((cpuMs() - startedAt) / calls) * 1_000)
    }
  return times
}

export function ratio(what: string, times: number[][], peer: number, goal?: number): Metric {
  const measured = median(times, 0) / median(times, peer)
  return { what, measured, unit: '×', ...(goal !== undefined && { goal }) }
}

export function micros(what: string, times: number[][]): Metric {
  return { what, measured: median(times, 0), unit: 'µs' }
}

export function median(times: number[][], caller: number): number {
  return quantile(times[caller] ?? [], 0.5)
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
