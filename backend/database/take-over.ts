import type { Database, Queryable } from './database.ts'
import { appliedMigrations, migrate } from './migrations.ts'
import { DatabaseRefused } from './operator-error.ts'
import {
  filledAnew,
  fingerprintOf,
  holdStill,
  isSameFingerprint,
  refuseFilled,
  rowBatches,
  rowWriter,
  sequenceStates,
  setSequence,
  tablesInOrder,
  within,
} from './table-rows.ts'

/** Result for one table: both sides have this many rows with the same contents. */
export type TakenTable = { name: string; rows: number }

/**
 * Fills an empty database, all or nothing: creates the tables of `migrations` (undefined: of this version), runs `fill`, then applies the
 * missing migrations. Rejects with `DatabaseRefused` if the database is not empty.
 */
export async function fillDatabase(
  target: Database,
  migrations: string[] | undefined,
  fill: (into: Queryable, tables: string[]) => Promise<void>,
): Promise<void> {
  await target.alone(async (alone) => {
    await alone.transaction(async (into) => {
      await refuseFilled(into)
      await into.script("set local timezone = 'UTC'")
      await migrate(within(into), migrations)
      const tables = await tablesInOrder(into)
      await filledAnew(into, tables, () => fill(into, tables))
      await migrate(within(into))
    })
    await alone.script('analyze')
  })
}

/**
 * Copies all rows of `source` into the empty database `target`, all or nothing, and compares both sides (SCA-1). The source is not changed.
 * Reports each table after its comparison. Rejects with `DatabaseRefused` if the target is not empty, the source has another version, or
 * the sides differ.
 */
export function takeOver(
  source: Database,
  target: Database,
  report: (table: TakenTable) => void | Promise<void>,
): Promise<void> {
  return fillDatabase(target, undefined, (into, tables) =>
    source.transaction(async (from) => {
      await holdStill(from)
      await refuseOtherVersion(from, into)
      for (const table of tables) {
        const write = await rowWriter(into, table)
        for await (const rows of rowBatches(from, table)) await write(rows)
        await report({ name: table, rows: await compare(from, into, table) })
      }
      for (const state of await sequenceStates(from)) await setSequence(into, state)
    }),
  )
}

async function refuseOtherVersion(source: Queryable, target: Queryable): Promise<void> {
  if ((await appliedMigrations(source)).join() === (await appliedMigrations(target)).join()) return
  throw new DatabaseRefused(
    'Os dados são de outra versão do Guarita. Inicie esta versão uma vez com eles, encerre e tente de novo.',
  )
}

async function compare(source: Queryable, target: Queryable, table: string): Promise<number> {
  const [there, here] = [await fingerprintOf(source, table), await fingerprintOf(target, table)]
  if (isSameFingerprint(there, here)) return here.rows
  throw new DatabaseRefused(
    `A tabela ${table} não chegou igual (${there.rows} linhas na origem, ${here.rows} no destino). Nada foi gravado no destino.`,
  )
}
