import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { valuesOf } from '../database/row-values.ts'
import type { GateEvents } from '../events/gate-events.ts'
import { Refusal } from '../http/refusal.ts'
import type { SeedName } from '../seed/plant.ts'

export type Pace = { shortestMs: number; longestMs: number }

/** Pace of the invented gate events for each kind of seed data. A real installation has no invented events. */
export const gatePaces: Readonly<Record<SeedName, Pace | undefined>> = {
  none: undefined,
  demo: { shortestMs: 4_000, longestMs: 8_000 },
  large: { shortestMs: 500, longestMs: 1_500 },
}

/** Creates gate events at random intervals; some gates stay quiet. Resolves to a function that stops the events. */
export async function startGatePace(database: Database, events: GateEvents, pace: Pace): Promise<() => Promise<void>> {
  const ids = await valuesOf(database, 'select id from condominiums order by id', [], v.string())
  const gates = ids.flatMap((id, index) => Array.from({ length: busyness(index) }, () => id))
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  function schedule(): void {
    const delayMs = pace.shortestMs + Math.random() * (pace.longestMs - pace.shortestMs)
    timer = setTimeout(() => {
      schedule()
      running = makeOne()
    }, delayMs).unref()
  }

  async function makeOne(): Promise<void> {
    const condominiumId = gates[Math.floor(Math.random() * gates.length)]
    if (condominiumId === undefined) return
    await events.make({ condominiumId }).catch((error: unknown) => {
      // Not logged: an unreachable database, and a 404, which means that the gate's devices or the condominium were
      // deleted.
      if (error instanceof DatabaseUnavailable) return
      if (!(error instanceof Refusal && error.status === 404)) console.error('gate event failed', error)
    })
  }

  schedule()
  return () => {
    clearTimeout(timer)
    return running
  }
}

/** Makes every fourth gate quiet, with different rates at the others, so that a demo shows active and inactive condominiums. */
function busyness(index: number): number {
  return [6, 3, 1, 0][index % 4] ?? 0
}
