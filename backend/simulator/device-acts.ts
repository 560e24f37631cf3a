import * as v from 'valibot'
import type { SimulatedDevice } from '../../contract/wire/answers/simulator.ts'
import type { Queryable } from '../database/database.ts'
import type { DeviceOp } from '../devices/device-protocol.ts'

/** The simulated device acts, unless it did so for this key before; the key says nothing about another operation. */
export async function actOnce(
  database: Queryable,
  act: { wordCode: string; op: DeviceOp; key: string | undefined; at: Date },
): Promise<void> {
  await database.execute(
    'insert into simulated_acts (word_code, op, key, at) values ($1, $2, $3, $4) on conflict do nothing',
    [act.wordCode, act.op, act.key ?? null, act.at],
  )
}

/** How often the simulated device really did each operation, in the last 7 days. */
export async function actCounts(database: Queryable, wordCode: string): Promise<SimulatedDevice['acted']> {
  const rows = await database.query(
    'select op, count(*)::int as count from simulated_acts where word_code = $1 group by op',
    [wordCode],
    v.object({ op: v.string(), count: v.number() }),
  )
  const countOf = (wanted: string) => rows.find(({ op }) => op === wanted)?.count ?? 0
  return {
    restart: countOf('restart'),
    activate: countOf('activate'),
    deactivate: countOf('deactivate'),
    remove: countOf('remove'),
  }
}
